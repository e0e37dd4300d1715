// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/aligned_part.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/transpose/aligned_transpose.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

using variant = gf::variant<gf::vectors<4>, gf::coarsen<8, 2>, gf::aligned_tile, gf::block<8, 16>>;
using in = cuda::std::mdspan<const float, cuda::std::dextents<int, 2>>;
using out = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;
using kernel = gf::kernel::aligned_transpose<variant, in, out>;

}  // namespace

TEST_CASE("parts cover the matrix, and the threads' shares write each element of the output once")
{
  const int rows = 70, columns = 131;
  std::vector<float> from(rows * columns), to(rows * columns);
  const kernel of(in(from.data(), rows, columns), out(to.data(), columns, rows));
  std::vector<int> written(to.size());
  for (int y = 0; y < of.tiles.y; ++y)
    for (int x = 0; x < of.tiles.x; ++x) {
      const kernel::part part({x, y, 0}, of);
      CHECK((part.row + part.low >= 0 && part.row + part.high <= rows));
      CHECK((part.contains(part.nearest(-1000)) && part.contains(part.nearest(1000))));
      for (int rank = 0; rank < kernel::threads; ++rank)
        for (int phase = 0; phase < kernel::phases; ++phase) {
          const kernel::share own(part, gf::thread{rank % 8, rank / 8, rank}, phase, of);
          for (int j = own.begin; j < part.columns_here; j += kernel::down * kernel::phases)
            for (int r = 0; r < kernel::runs; ++r)
              for (int e = 0; e < kernel::word; ++e)
                if (own.has_element(part, r, e))
                  ++written[static_cast<std::size_t>((part.column + j) * rows + part.row + own.row(r) + e)];
        }
    }
  CHECK(written == std::vector<int>(to.size(), 1));
}
