// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/byte_reader.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>

#include "../support/seed.hpp"

namespace tracing = gridfold::tracing;

TEST_CASE("numbers, strings and LEB128 are read as they were written")
{
  std::mt19937_64 random(test::seed());
  for (int turn = 0; turn < 200; ++turn) {
    const std::uint64_t value = random() >> random() % 64;
    const auto signed_value = static_cast<std::int64_t>(value) * (turn % 2 == 0 ? 1 : -1);
    std::string text(reinterpret_cast<const char*>(&value), 8);
    for (std::uint64_t rest = value;; rest >>= 7) {
      text += static_cast<char>((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
      if (rest <= 0x7f) break;
    }
    for (std::int64_t rest = signed_value;; rest >>= 7) {
      const bool last = rest >= -64 && rest < 64;
      text += static_cast<char>((rest & 0x7f) | (last ? 0 : 0x80));
      if (last) break;
    }
    text += std::string("word\0x", 6);
    tracing::byte_reader reader{text};
    CHECK(reader.number(8) == value);
    CHECK(reader.leb() == value);
    CHECK(reader.signed_leb() == signed_value);
    CHECK(reader.string() == "word");
    CHECK(reader.number(1) == 'x');
    CHECK(reader.text.empty());
  }
}

TEST_CASE("zeros and empty strings stand behind the end")
{
  tracing::byte_reader reader{"\x81\x80"};
  CHECK(reader.leb() == 1);
  CHECK(reader.leb() == 0);
  CHECK(reader.signed_leb() == 0);
  CHECK(reader.number(4) == 0);
  CHECK(reader.string().empty());
}
