// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// fixed_text: made at compile time, used like a std::string at run time.
#include <gridfold/core/fixed_text.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <sstream>
#include <string>
#include <string_view>

namespace
{

namespace gf = gridfold;

constexpr gf::fixed_text tile = gf::fixed_text("tile:") + 32 + "x" + 8;

template <int N>
struct letters {
  char characters[N + 1] = {};
  constexpr letters()
  {
    for (int i = 0; i < N; ++i) characters[i] = 'a';
  }
};
template <int N>
constexpr bool holds()
{
  return gf::fixed_text(letters<N>().characters).size() == N;
}

}  // namespace

static_assert(tile == "tile:32x8" && tile.size() == 9);
static_assert(tile != "tile:32x" && tile != "tile:32x80" && tile != "tile:32x9");
static_assert(gf::fixed_text("") == "" && gf::fixed_text("").size() == 0);
static_assert(std::string_view(tile) == tile && tile != std::string_view("tile"));
static_assert(holds<255>());

TEST_CASE("fixed_text: numbers are written in decimal")
{
  for (const int number : {0, 7, 10, 1'000, -1, -120, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()})
    CHECK(std::string(gf::fixed_text(number)) == std::to_string(number));
}

TEST_CASE("fixed_text: is used as a std::string is")
{
  const std::string converted = tile;
  CHECK(converted == "tile:32x8");
  CHECK(converted == tile);
  CHECK(tile == converted);
  CHECK(tile != converted + "0");
  CHECK(tile + converted == "tile:32x8tile:32x8");
  CHECK(converted + tile == "tile:32x8tile:32x8");
  std::ostringstream out;
  out << tile << '.';
  CHECK(out.str() == "tile:32x8.");
}

TEST_CASE("fixed_text: of more characters than it holds is refused")
{
  CHECK_THROWS_AS(gf::fixed_text(letters<256>().characters), gf::detail::text_too_long);
  const gf::fixed_text full(letters<255>().characters);
  CHECK_THROWS_AS(full + "b", gf::detail::text_too_long);
  CHECK_THROWS_AS(full + 1, gf::detail::text_too_long);
  CHECK(full + "" == full);
  CHECK(full + std::string("b") == std::string(255, 'a') + "b");
}
