// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/reduce/reduce_pieces.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <numeric>
#include <vector>

namespace gf = gridfold;

namespace
{

using pieces_view = cuda::std::mdspan<const int, cuda::std::dextents<std::int64_t, 1>>;
template <int Width>
using V = gf::variant<gf::coarsen<2>, gf::vectors<Width>, gf::block<3>>;

/// The pieces of 1, 2, ..., n.
template <int Width>
std::vector<int> pieces_of(int n, const gf::kernel::piece_layout& layout, std::size_t pieces)
{
  std::vector<int> numbers(static_cast<std::size_t>(n)), of_piece(pieces, -1);
  std::iota(numbers.begin(), numbers.end(), 1);
  gf::host{1}.run(
      gf::kernel::reduce_pieces<V<Width>, pieces_view, gf::sum, int*>{
          pieces_view(numbers.data(), n), of_piece.data(), nullptr, {}, layout},
      gf::shape3{static_cast<std::int64_t>(pieces), 1, 1});
  return of_piece;
}

}  // namespace

TEST_CASE("each piece is reduced; those behind the end of a step or of the input are short or empty")
{
  const gf::kernel::piece_layout layout{.step = 7, .length = 4, .per_step = 2};
  const std::vector<int> expected = {1 + 2 + 3 + 4, 5 + 6 + 7, 8 + 9 + 10 + 11, 12 + 13, 0, 0};
  CHECK(pieces_of<1>(13, layout, 6) == expected);
  CHECK(pieces_of<4>(13, layout, 6) == expected);
  const int n = 100;
  CHECK(pieces_of<4>(n, {.step = 100, .length = 100, .per_step = 1}, 1) == std::vector<int>{n * (n + 1) / 2});
}

TEST_CASE("results of pieces are combined, of none to the identity")
{
  for (const int count : {0, 1, 2, 10}) {
    std::vector<int> of_piece(10, 3);
    int sum = -1;
    gf::host{1}.run(
        gf::kernel::combine_pieces<V<1>, gf::sum, int, int*, int*>{of_piece.data(), nullptr, &sum, {}, count},
        gf::shape3{1, 1, 1});
    CHECK(sum == 3 * count);
  }
}
