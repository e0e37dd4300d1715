// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/direct_transpose.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>

#include "transposed_anywhere.hpp"

namespace gf = gridfold;

namespace
{

using matrix = cuda::std::mdspan<int, cuda::std::dextents<int, 2>>;
template <class... Policies>
using direct = gf::kernel::direct_transpose<gf::variant<Policies...>, matrix, matrix>;

constexpr int rows = 13, columns = 9;

template <class Kernel>
int wrong_elements()
{
  int from[rows * columns], to[rows * columns] = {};
  for (int n = 0; n < rows * columns; ++n) from[n] = n;
  const Kernel kernel(matrix(from, rows, columns), matrix(to, columns, rows));
  gf::host{1}.run(kernel, kernel.grid());
  int wrong = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) wrong += to[j * rows + i] != from[i * columns + j];
  return wrong;
}

}  // namespace

TEST_CASE("rows become columns, whoever owns them")
{
  CHECK(wrong_elements<direct<gf::gather, gf::coarsen<2, 3>, gf::block<2, 4>>>() == 0);
  CHECK(wrong_elements<direct<gf::scatter, gf::coarsen<2, 3>, gf::block<2, 4>>>() == 0);
}

TEST_CASE("a gathering thread's items run along the output's rows, a scattering one's along the input's")
{
  static_assert(direct<gf::gather, gf::coarsen<2, 3>>::rows == 2);
  static_assert(direct<gf::scatter, gf::coarsen<2, 3>>::rows == 3);
}

TEST_CASE("vectors are moved where they exist, wherever matrices begin and end")
{
  test::check_anywhere<float, gf::gather, gf::coarsen<4, 4>, gf::vectors<4>, gf::block<4, 2>>();
  test::check_anywhere<std::uint16_t, gf::scatter, gf::coarsen<8, 2>, gf::vectors<2>, gf::block<2, 8>>();
}
