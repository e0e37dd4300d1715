// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/tiled_transpose.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

#include "transposed_anywhere.hpp"

namespace gf = gridfold;

namespace
{

using view = cuda::std::mdspan<int, cuda::std::dextents<int, 2>>;
template <class... Policies>
using transpose = gf::kernel::tiled_transpose<gf::variant<Policies...>, view, view>;

constexpr int rows = 21, columns = 10;

/// Wrong elements of a transpose into memory that begins `skip` elements from an aligned address.
template <class Kernel>
int wrong_elements(int skip)
{
  alignas(64) int from[rows * columns], to[rows * columns + 8] = {};
  for (int n = 0; n < rows * columns; ++n) from[n] = n;
  const Kernel kernel(view(from, rows, columns), view(to + skip, columns, rows));
  gf::host{1}.run(kernel, kernel.grid());
  int wrong = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) wrong += to[skip + j * rows + i] != from[i * columns + j];
  return wrong;
}

}  // namespace

TEST_CASE("rows become columns, whatever tiles look like and wherever rows begin")
{
  for (const int skip : {0, 1, 5}) {
    CHECK(wrong_elements<transpose<gf::coarsen<2, 3>, gf::tile<gf::padded<1>>, gf::block<2, 2>>>(skip) == 0);
    CHECK(wrong_elements<transpose<gf::scatter, gf::coarsen<2>, gf::tile<gf::unpadded>, gf::block<4, 2>>>(skip) == 0);
    CHECK(wrong_elements<transpose<gf::coarsen<4, 2>, gf::vectors<4>, gf::tile<gf::swizzled>, gf::block<1, 4>>>(skip) ==
          0);
  }
}

TEST_CASE("fewer threads reside on an SM if each loads more, so that registers suffice")
{
  constexpr auto least = []<int X, int Y>() {
    return transpose<gf::coarsen<X, Y>, gf::tile<gf::padded<1>>, gf::block<4, 4>>::min_resident_threads;
  };
  static_assert(least.operator()<2, 1>() == 2048 && least.operator()<4, 2>() == 2048);
  static_assert(least.operator()<4, 3>() == 65536 / (12 * sizeof(int)) && least.operator()<4, 4>() == 1024);
  static_assert(least.operator()<8, 8>() == 448);
}

TEST_CASE("vectors are moved where they exist, wherever matrices begin and end")
{
  test::check_anywhere<float, gf::coarsen<4, 2>, gf::vectors<4>, gf::tile<gf::padded<1>>, gf::block<4, 8>>();
  test::check_anywhere<std::uint16_t, gf::coarsen<4>, gf::vectors<4>, gf::tile<gf::padded<1>>, gf::block<4, 16>>();
}
