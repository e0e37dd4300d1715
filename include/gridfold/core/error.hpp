// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The exception type of the library.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstdio>
#include <initializer_list>
#include <stdexcept>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace core
{

/// A number as text for a message. Keeps small numbers, which std::to_string prints as zero.
inline std::string text_of(double number)
{
  char text[32];
  std::snprintf(text, sizeof(text), "%g", number);
  return text;
}

/// A part of a message: a number, or text that must outlive this object.
class message_part {
 public:
  message_part(const char* text) : text_(text) {}
  message_part(const std::string& text) : text_(text.c_str()) {}
  message_part(double number) { write("%g", number); }
  template <std::signed_integral Number>
  message_part(Number number)
  {
    write("%lld", static_cast<long long>(number));
  }
  template <std::unsigned_integral Number>
  message_part(Number number)
  {
    write("%llu", static_cast<unsigned long long>(number));
  }

  [[nodiscard]] const char* text() const { return text_ != nullptr ? text_ : number_; }

 private:
  template <class Number>
  [[gnu::cold, gnu::noinline]] void write(const char* format, Number number)
  {
    std::snprintf(number_, sizeof(number_), format, number);
  }

  const char* text_ = nullptr;
  char number_[32] = {};
};

/// Joins the parts. Not inlined: messages are rare, and inlined they would be most of the code of a verb's checks.
[[gnu::cold, gnu::noinline]] inline std::string joined(std::initializer_list<message_part> parts)
{
  std::string all;
  for (const message_part& part : parts) all += part.text();
  return all;
}

}  // namespace core

}  // namespace gridfold::inline GRIDFOLD_ABI

namespace gridfold
{

/// Thrown for every misuse or failure detected at run time. `what()` reads "what is wrong (why): what to do".
class error : public std::runtime_error {
 public:
  /// \param message what is wrong (why): what to do
  /// \param cuda_code the error code of the CUDA runtime if a call to it failed, else 0
  GRIDFOLD_ABI_TAG explicit error(const std::string& message, int cuda_code = 0)
      : std::runtime_error(message), cuda_code_(cuda_code)
  {
  }

  /// \param parts the message in parts: `error({"the list has room for ", 3, " (...): give 4"})`
  GRIDFOLD_ABI_TAG explicit error(std::initializer_list<core::message_part> parts) : error(core::joined(parts)) {}

  GRIDFOLD_ABI_TAG error(const error&) = default;
  GRIDFOLD_ABI_TAG error& operator=(const error&) = default;
  GRIDFOLD_ABI_TAG ~error() override = default;

  /// The CUDA runtime's error code (`cudaError_t` as a number), or 0.
  [[nodiscard]] GRIDFOLD_ABI_TAG int cuda_code() const noexcept { return cuda_code_; }

 private:
  int cuda_code_;
};

/// Thrown on all ranks after one of them has failed (distributed/).
class agreed_error : public error {
 public:
  GRIDFOLD_ABI_TAG explicit agreed_error(const std::string& message) : error(message) {}
  GRIDFOLD_ABI_TAG agreed_error(const agreed_error&) = default;
  GRIDFOLD_ABI_TAG agreed_error& operator=(const agreed_error&) = default;
  GRIDFOLD_ABI_TAG ~agreed_error() override = default;
};

}  // namespace gridfold
