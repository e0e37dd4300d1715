// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/aligned_shape.hpp>
//
#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/policy/variant.hpp>

namespace
{

namespace gf = gridfold;
namespace gfk = gridfold::kernel;

using fold = gf::variant<gf::aligned_tile, gf::coarsen<4, 8>, gf::vectors<4>, gf::block<8, 8>>;

}  // namespace

TEST_CASE("an aligned tile is loaded by vectors and stored from sectors where rows can be")
{
  using both = gfk::aligned_shape<fold, float, true, true>;
  CHECK(both::columns == 32);
  CHECK(both::rows == 64);
  CHECK(both::vector == 4);
  CHECK(both::sector == 8);
  CHECK(both::word == 1);
  CHECK(both::most_rows == 71);

  using neither = gfk::aligned_shape<fold, float, false, false>;
  CHECK(neither::vector == 1);
  CHECK(neither::sector == 1);
  CHECK(neither::most_rows == 64);

  CHECK(gfk::aligned_shape<fold, std::uint8_t, true, true>::word == 4);
  using odd = gfk::aligned_shape<gf::variant<gf::vectors<4>, gf::block<7, 9>>, float, true, true>;
  CHECK(odd::vector == 1);
  CHECK(odd::sector == 1);
}

TEST_CASE("no tile of a variant is larger than the largest")
{
  const auto check = []<class T>(T) {
    const auto most = gfk::most_aligned_bytes<fold, T>;
    CHECK(most >= sizeof(typename gfk::aligned_shape<fold, T, true, true>::storage));
    CHECK(most >= sizeof(typename gfk::aligned_shape<fold, T, true, false>::storage));
    CHECK(most >= sizeof(typename gfk::aligned_shape<fold, T, false, true>::storage));
    CHECK(most >= sizeof(typename gfk::aligned_shape<fold, T, false, false>::storage));
  };
  check(std::uint8_t{});
  check(std::uint16_t{});
  check(float{});
  check(double{});
}

TEST_CASE("the largest power of two that is no larger")
{
  CHECK(gfk::power_of_two(1) == 1);
  CHECK(gfk::power_of_two(12) == 8);
  CHECK(gfk::power_of_two(16) == 16);
}
