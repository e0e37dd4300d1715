// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/tile_map.hpp>

#include <doctest/doctest.h>

#include <gridfold/kernel/transpose/tile_map.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

/// Whether the threads of a block have each element of a tile exactly once, in runs of N.
template <class Variant, int N, int Rows, int Columns>
bool has_every_element_once()
{
  using map = gf::kernel::tile_map<Variant, N, Rows, Columns>;
  using block = typename Variant::block;
  std::vector<int> times(Rows * Columns);
  for (int rank = 0; rank < block::threads; ++rank) {
    const gf::thread t{rank % block::x, rank / block::x, rank};
    for (int n = 0; n < map::rows; ++n)
      for (int m = 0; m < map::runs; ++m)
        if (map::has(t, n, m))
          for (int e = 0; e < N; ++e)
            ++times[static_cast<std::size_t>(map::row(t, n) * Columns + map::column(t, m) + e)];
  }
  return times == std::vector<int>(Rows * Columns, 1);
}

/// How many threads of a block have an element of a tile.
template <class Variant, int Rows, int Columns>
int busy_threads()
{
  using map = gf::kernel::tile_map<Variant, 1, Rows, Columns>;
  using block = typename Variant::block;
  int busy = 0;
  for (int rank = 0; rank < block::threads; ++rank) busy += map::has({rank % block::x, rank / block::x, rank}, 0, 0);
  return busy;
}

}  // namespace

TEST_CASE("threads without a row or a column share those that there are")
{
  using flat = gf::variant<gf::block<64, 1>>;
  CHECK(has_every_element_once<flat, 1, 100, 3>());
  CHECK(busy_threads<flat, 100, 3>() == 63);
  using tall = gf::variant<gf::block<1, 64>>;
  CHECK(has_every_element_once<tall, 1, 3, 100>());
  CHECK(busy_threads<tall, 3, 100>() == 63);
  using vectors = gf::variant<gf::vectors<4>, gf::block<16, 4>>;
  CHECK(has_every_element_once<vectors, 1, 40, 32>());
  CHECK(has_every_element_once<vectors, 4, 2, 40>());
  static_assert(gf::kernel::tile_map<gf::variant<gf::contiguous, gf::coarsen<3>, gf::vectors<2>, gf::block<16, 6>>, 2,
                                     12, 48>::neighbours == 4);
}

TEST_CASE("every element of a tile belongs to one thread")
{
  using odd = gf::variant<gf::coarsen<5, 7>, gf::block<7, 3>>;
  CHECK(has_every_element_once<odd, 1, 21, 35>());
  CHECK(has_every_element_once<odd, 1, 35, 21>());
  using contiguous = gf::variant<gf::contiguous, gf::coarsen<4>, gf::block<8, 4>>;
  CHECK(has_every_element_once<contiguous, 1, 4, 32>());
  CHECK(has_every_element_once<contiguous, 1, 11, 32>());
  using vectors = gf::variant<gf::vectors<4>, gf::coarsen<8, 2>, gf::block<2, 8>>;
  CHECK(has_every_element_once<vectors, 4, 16, 16>());
  CHECK(has_every_element_once<vectors, 1, 23, 16>());
}
