// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads numbers and strings of debug information.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Reads numbers and strings from the front of a text; returns zeros past its end.
struct byte_reader {
  std::string_view text;

  std::uint64_t number(std::size_t bytes)
  {
    std::uint64_t value = 0;
    if (bytes <= 8 && bytes <= text.size()) std::memcpy(&value, text.data(), bytes);
    skip(bytes);
    return value;
  }
  void skip(std::uint64_t bytes) { text.remove_prefix(std::min<std::uint64_t>(bytes, text.size())); }
  std::uint64_t leb()
  {
    std::uint64_t value = 0;
    for (int shift = 0; !text.empty(); shift += 7) {
      const auto byte = number(1);
      if (shift < 64) value |= (byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) break;
    }
    return value;
  }
  std::int64_t signed_leb()
  {
    std::uint64_t value = 0;
    for (int shift = 0; !text.empty();) {
      const auto byte = number(1);
      if (shift < 64) value |= (byte & 0x7f) << shift;
      shift += 7;
      if ((byte & 0x80) != 0) continue;
      if (shift < 64 && (byte & 0x40) != 0) value |= ~std::uint64_t{0} << shift;
      break;
    }
    return static_cast<std::int64_t>(value);
  }
  std::string string()
  {
    const std::string value(text.substr(0, text.find('\0')));
    skip(value.size() + 1);
    return value;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
