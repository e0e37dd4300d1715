// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/parts/thin_shape.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>

namespace gf = gridfold;

TEST_CASE("a tile has room for what is moved of each line")
{
  for (const int threads : {1, 3, 64, 128, 1000})
    for (const int group : {1, 2, 4, 8})
      for (const int spare : {0, 16, 32})
        for (const std::int64_t lines : {1, 2, 3, 12, 31, 64, 99, 145, 1000}) {
          const int items = 4096, more = spare > 0 ? 1 : 0;
          const gf::kernel::thin_shape shape(lines, items, threads, group, 2 * group, spare, more);
          CAPTURE(threads);
          CAPTURE(group);
          CAPTURE(spare);
          CAPTURE(lines);
          CHECK((shape.lines >= 1 && shape.lines <= std::min<std::int64_t>(lines, 144)));
          CHECK((shape.pitch % 2 == 1 && shape.pitch >= shape.lines));
          CHECK((shape.length > 0 && shape.length % group == 0));
          CHECK(shape.across * shape.runs * group == shape.length + more * group);
          CHECK((shape.length + more * group + spare) * shape.pitch <= items);
          CHECK(shape.across * shape.turns <= threads);
        }
}

TEST_CASE("tiles share the lines of a matrix as evenly as can be")
{
  CHECK(gf::kernel::thin_shape(144, 16384, 256, 8, 16, 16, 1).lines == 144);
  CHECK(gf::kernel::thin_shape(145, 16384, 256, 8, 16, 16, 1).lines == 73);
}
