// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The exception type of the library.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdio>
#include <stdexcept>
#include <string>

namespace gridfold
{

/// Thrown for every misuse or failure detected at run time. `what()` reads "what is wrong (why): what to do".
class error : public std::runtime_error {
 public:
  /// \param message what is wrong (why): what to do
  /// \param cuda_code the error code of the CUDA runtime if a call to it failed, else 0
  explicit error(const std::string& message, int cuda_code = 0) : std::runtime_error(message), cuda_code_(cuda_code) {}

  /// The CUDA runtime's error code (`cudaError_t` as a number), or 0.
  [[nodiscard]] int cuda_code() const noexcept { return cuda_code_; }

 private:
  int cuda_code_;
};

namespace detail
{

/// A number as text for a message, also if it is small: std::to_string prints small numbers as zero.
inline std::string text_of(double number)
{
  char text[32];
  std::snprintf(text, sizeof(text), "%g", number);
  return text;
}

}  // namespace detail

}  // namespace gridfold
