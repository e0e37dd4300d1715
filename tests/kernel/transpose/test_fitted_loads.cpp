// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/fitted_loads.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/variant.hpp>
#include <memory>
#include <numeric>
#include <vector>

namespace gf = gridfold;

namespace
{

using fold = gf::variant<gf::vectors<4>, gf::coarsen<16>, gf::fitted_tile, gf::block<128>>;
using in = cuda::std::mdspan<const float, cuda::std::dextents<int, 2>>;
using out = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;

using loads = gf::kernel::fitted_loads<fold, in, out>;

}  // namespace

TEST_CASE("all threads together keep each element of a part where its number says, by vectors and by elements")
{
  const int rows = 5, columns = 1003;
  std::vector<float> from(rows * columns), to(rows * columns);
  std::iota(from.begin(), from.end(), 1.0f);
  const loads of(in(from.data(), rows, columns), out(to.data(), columns, rows));
  REQUIRE(of.loads_vectors);
  for (const bool by_vectors : {true, false}) {
    const loads::part part({1, 0, 0}, of.layout, of.in, of.in_pitch(), by_vectors);
    const auto kept = std::make_unique<loads::shared_storage>();
    auto& tile = kept->tile;
    for (int rank = 0; rank < loads::threads; ++rank) {
      const gf::running_thread t{{rank, 0, rank}};
      if (!by_vectors)
        of.read_elements(part, t, tile);
      else if (of.layout.vectors > 0)
        of.read_vectors<true, false>(part, t, tile);
      else
        of.read_vectors<false, false>(part, t, tile);
    }
    int wrong = 0;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < part.columns; ++j) {
        const int number = part.shift + of.layout.number({0, i, j});
        wrong += tile[of.in_tile.place(number)] != from[static_cast<std::size_t>(i * columns + part.column + j)];
      }
    CHECK(wrong == 0);
  }
}
