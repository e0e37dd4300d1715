// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/product/tile_share.hpp>

#include <doctest/doctest.h>

#include <array>

namespace gf = gridfold;

namespace
{

/// How many elements of a tile do not belong to exactly one thread, and items that a thread has no room for.
template <int Neighbours, int Rows, int N, int Threads>
int misdealt()
{
  using share = gf::kernel::tile_share<Neighbours, Rows, N, Threads>;
  std::array<int, static_cast<std::size_t>(Neighbours) * Rows> owners{};
  int wrong = 0;
  for (int rank = 0; rank < Threads; ++rank)
    share::each(gf::running_thread{{rank, 0, rank}}, [&](int item, gf::kernel::tile_place own,
                                                         gf::kernel::tile_place patch) {
      wrong += item < 0 || item >= share::count;
      for (int e = 0; e < N; ++e)
        ++owners[static_cast<std::size_t>((own.row + patch.row) * Neighbours + own.neighbour + patch.neighbour + e)];
    });
  for (const int n : owners) wrong += n != 1;
  return wrong;
}

}  // namespace

TEST_CASE("every vector of a tile belongs to one thread")
{
  CHECK(misdealt<8, 64, 4, 128>() == 0);    // one patch
  CHECK(misdealt<32, 128, 4, 128>() == 0);  // patches of whole rows
  CHECK(misdealt<64, 8, 4, 4>() == 0);      // patches of parts of a row
  CHECK(misdealt<10, 21, 2, 21>() == 0);    // threads fill no rows
  CHECK(misdealt<4, 3, 4, 100>() == 0);     // more threads than vectors
  CHECK(misdealt<7, 5, 1, 1>() == 0);
}
