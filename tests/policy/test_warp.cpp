// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/warp.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/variant.hpp>
#include <string>
#include <vector>

namespace gf = gridfold;

namespace
{

/// The threads of a block, each in its place: ranks row by row.
template <class Warp, class Block>
std::vector<int> ranks_by_place()
{
  std::vector<int> ranks(Block::threads, -1);
  for (int rank = 0; rank < Block::threads; ++rank) {
    const gf::thread t{rank % Block::x, rank / Block::x, rank};
    const int x = Warp::template x<Block>(t), y = Warp::template y<Block>(t);
    CHECK((x >= 0 && x < Block::x && y >= 0 && y < Block::y));
    ranks[static_cast<std::size_t>(y * Block::x + x)] = rank;
  }
  return ranks;
}

/// Checks that every place has a thread, and that each patch of the warp's shape has 32 consecutive ranks.
template <class Warp, int X, int Y, class Block>
void check_patches()
{
  const std::vector<int> ranks = ranks_by_place<Warp, Block>();
  for (int first_y = 0; first_y < Block::y; first_y += Y)
    for (int first_x = 0; first_x < Block::x; first_x += X) {
      std::vector<int> of_patch;
      for (int y = first_y; y < first_y + Y; ++y)
        for (int x = first_x; x < first_x + X; ++x)
          of_patch.push_back(ranks[static_cast<std::size_t>(y * Block::x + x)]);
      CHECK(std::is_sorted(of_patch.begin(), of_patch.end()));
      CHECK(of_patch.front() % gf::warp_threads == 0);
      CHECK(of_patch.back() == of_patch.front() + gf::warp_threads - 1);
    }
}

}  // namespace

TEST_CASE("the threads of a warp are neighbours in two dimensions")
{
  check_patches<gf::warp<8, 4>, 8, 4, gf::block<16, 8>>();
  check_patches<gf::warp<4, 8>, 4, 8, gf::block<12, 16>>();
  check_patches<gf::warp<1, 32>, 1, 32, gf::block<3, 32>>();
  check_patches<gf::warp<32, 1>, 32, 1, gf::block<96, 2>>();
}

TEST_CASE("by rows, a thread's place is its own")
{
  const std::vector<int> ranks = ranks_by_place<gf::warp_by_rows, gf::block<7, 3>>();
  CHECK(std::is_sorted(ranks.begin(), ranks.end()));
  CHECK(ranks.front() == 0);
}

TEST_CASE("warps fill a block that they divide")
{
  static_assert(gf::warp<8, 4>::fills<gf::block<16, 8>> && gf::warp_by_rows::fills<gf::block<7, 3>>);
  static_assert(!gf::warp<8, 4>::fills<gf::block<12, 8>> && !gf::warp<8, 4>::fills<gf::block<16, 6>>);
}

TEST_CASE("warps are by rows unless a variant says otherwise")
{
  CHECK(std::string(gf::variant<>::name()).find("warp") == std::string::npos);
  CHECK(gf::variant<gf::warp<8, 4>>::name() == gf::variant<>::name() + "/warp:8x4");
}
