// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Helpers of the fuzz targets. A target is a function LLVMFuzzerTestOneInput that takes any bytes and ends the process
/// if an invariant does not hold.
#pragma once

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <gridfold/core/error.hpp>
#include <string>

#include "../support/error_message.hpp"
#include "../support/scratch.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz
{

/// Ends the process with a sentence unless an invariant holds.
inline void require(bool holds, const std::string& invariant)
{
  if (holds) return;
  std::fprintf(stderr, "this does not hold: %s\n", invariant.c_str());
  std::abort();
}

inline std::string text_of(const std::uint8_t* data, std::size_t size)
{
  return {reinterpret_cast<const char*>(data), size};
}

/// The shortest text that reads as exactly this number.
inline std::string text_of(double number)
{
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// Requires that an error message is one short line of printable text.
inline void require_readable(const std::string& message)
{
  const bool printable =
      std::none_of(message.begin(), message.end(), [](unsigned char c) { return std::iscntrl(c) != 0; });
  require(printable, "a message is one line of printable text: " + message);
  require(!message.empty() && message.size() < 1000, "a message is short: " + message);
}

/// Requires too that it reads "what is wrong (why): what to do", and has `part` in it.
inline void require_message(const std::string& message, const std::string& part)
{
  require_readable(message);
  require(test::explains(message, part),
          "a message reads \"what is wrong (why): what to do\" and names " + part + ": " + message);
}

}  // namespace fuzz
