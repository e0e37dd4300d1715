// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/parts/thin_shape.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace gf = gridfold;

namespace
{

/// A tile of 4,096 elements whose lines begin at multiples of `start`.
void check_shape(std::int64_t lines, int threads, int group, int start, int spare, int more)
{
  const int items = 4096;
  const gf::kernel::thin_shape shape(lines, items, threads, group, start, spare, more);
  CAPTURE(lines);
  CAPTURE(threads);
  CAPTURE(group);
  CAPTURE(start);
  CAPTURE(spare);
  CHECK((shape.lines >= 1 && shape.lines <= lines));
  CHECK((shape.pitch % 2 == 1 && shape.pitch >= shape.lines));
  CHECK((shape.length > 0 && shape.length % group == 0));
  CHECK(shape.across * shape.runs * group == shape.length + more * group);
  CHECK((shape.length + more * group + spare) * shape.pitch <= items);
  CHECK(shape.across * shape.turns <= threads);
  if (threads >= 8 && shape.across * group >= start) CHECK(shape.length % start == 0);
}

}  // namespace

TEST_CASE("a tile has room for what is moved of each line, and its lines begin at multiples of `start` if there is any")
{
  for (const int threads : {1, 3, 64, 128, 1000})
    for (const int group : {1, 2, 4, 8})
      for (const std::int64_t lines : {1, 2, 3, 12, 31, 64, 99, 145, 1000}) {
        for (const int start : {group, 2 * group, 4 * group}) {
          check_shape(lines, threads, group, start, 0, 0);
          check_shape(lines, threads, group, start, start, 0);
        }
        check_shape(lines, threads, group, group, 2 * group, 1);
      }
}

TEST_CASE("tiles share the lines of a matrix as evenly as can be")
{
  CHECK(gf::kernel::thin_shape(144, 16384, 256, 8, 16, 16, 1).lines == 144);
  CHECK(gf::kernel::thin_shape(145, 16384, 256, 8, 16, 16, 1).lines == 73);
}
