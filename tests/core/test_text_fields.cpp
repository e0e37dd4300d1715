// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/text_fields.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

#include "../support/seed.hpp"

namespace
{

/// A character in UTF-8, by the table of RFC 3629.
std::string encoded(std::uint32_t c)
{
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3f)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xc0 | c >> 6), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xe0 | c >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xf0 | c >> 18), tail(12), tail(6), tail(0)};
}

}  // namespace

namespace gf = gridfold;

TEST_CASE("every character is valid UTF-8, and no surrogate, overlong or cut form is")
{
  for (std::uint32_t c = 0; c < 0x110000; ++c) {
    const std::string text = encoded(c);
    const bool surrogate = c >= 0xd800 && c < 0xe000;
    if (gf::detail::utf8_length(text) != (surrogate ? 0 : text.size())) FAIL(c);
    if (c >= 0x80 && gf::detail::utf8_length(text.substr(0, text.size() - 1)) != 0) FAIL(c);
  }
  for (const char* wrong :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xff"})
    CHECK(gf::detail::utf8_length(wrong) == 0);
}

TEST_CASE("random bytes become valid UTF-8, and printable text has no control characters")
{
  std::mt19937 generator(test::seed());
  for (int n = 0; n < 2000; ++n) {
    std::string bytes(generator() % 12, ' ');
    for (char& c : bytes) c = static_cast<char>(generator());
    for (std::string text : {gf::core::utf8(bytes), gf::core::printable(bytes)})
      while (!text.empty()) {
        REQUIRE(gf::detail::utf8_length(text) > 0);
        text.erase(0, gf::detail::utf8_length(text));
      }
    for (const char c : gf::core::printable(bytes)) REQUIRE((static_cast<unsigned char>(c) >= ' ' && c != 127));
    CHECK(gf::core::utf8(gf::core::utf8(bytes)) == gf::core::utf8(bytes));
  }
  CHECK(gf::core::printable("a\tb\xc2\x85"
                            "c\xef\xbf\xbf"
                            "d\xc3\xa9") == "a b c d\xc3\xa9");
  // The last control character and the first character behind it, a blank that is kept; both noncharacters.
  CHECK(gf::core::printable("a\x1f\xc2\x9f\xc2\xa0"
                            "b\xef\xbf\xbe\xef\xbf\xbd\x7f~") ==
        "a  \xc2\xa0"
        "b \xef\xbf\xbd ~");
  CHECK(gf::core::utf8("a\xc3(") == "a\xef\xbf\xbd(");
}

TEST_CASE("a field of CSV is quoted if it has to be")
{
  CHECK(gf::core::csv_field("a b") == "a b");
  CHECK(gf::core::csv_field("a,b") == "\"a,b\"");
  CHECK(gf::core::csv_field("a\"b") == "\"a\"\"b\"");
  CHECK(gf::core::csv_field("a\nb") == "\"a\nb\"");
  CHECK(gf::core::csv_field("a\rb") == "\"a\rb\"");
  CHECK(gf::core::csv_field("\"").size() == 4);
}
