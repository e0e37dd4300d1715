// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/fitted_transpose.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

using view = cuda::std::mdspan<int, cuda::std::dextents<int, 3>>;
template <class... Policies>
using transpose = gf::kernel::fitted_transpose<gf::variant<gf::fitted_tile, Policies...>, view, view>;

/// Wrong elements of a transpose of a batch.
template <class Kernel>
int wrong_elements(int batches, int rows, int columns)
{
  std::vector<int> from(static_cast<std::size_t>(batches * rows * columns)), to(from.size());
  for (std::size_t n = 0; n < from.size(); ++n) from[n] = static_cast<int>(n);
  const Kernel kernel(view(from.data(), batches, rows, columns), view(to.data(), batches, columns, rows));
  gf::host{1}.run(kernel, kernel.grid());
  int wrong = 0;
  for (int b = 0; b < batches; ++b)
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        wrong += to[static_cast<std::size_t>((b * columns + j) * rows + i)] != (b * rows + i) * columns + j;
  return wrong;
}

bool divides_exactly(int by)
{
  const gf::kernel::small_divisor divisor(by);
  for (int n = 0; n < 1 << 15; ++n)
    if (divisor.quotient(n) != n / by) return false;
  return true;
}

}  // namespace

TEST_CASE("rows become columns, in batches, in few columns and in few rows")
{
  using by_elements = transpose<gf::coarsen<32>, gf::block<64>>;
  using by_vectors = transpose<gf::coarsen<32>, gf::vectors<4>, gf::block<64>>;
  for (const auto& [batches, rows, columns] :
       {gf::shape3{100, 8, 8}, {33, 5, 7}, {2, 700, 3}, {2, 6, 500}, {1, 90, 80}}) {
    const auto size = [](std::int64_t n) { return static_cast<int>(n); };
    CHECK(wrong_elements<by_elements>(size(batches), size(rows), size(columns)) == 0);
    CHECK(wrong_elements<by_vectors>(size(batches), size(rows), size(columns)) == 0);
  }
}

TEST_CASE("a fitted shape has whole matrices, else whole rows or columns, else neither")
{
  const gf::kernel::fitted_shape small(1000, 8, 8, 2048, 4, 8), odd(1000, 3, 5, 2048, 4, 8),
      tall(2, 5000, 3, 2048, 4, 8), flat(2, 7, 5000, 2048, 4, 8), large(1, 300, 300, 2048, 4, 8);
  CHECK((small.batches == 32 && small.rows == 8 && small.columns == 8));
  CHECK((odd.batches == 136 && odd.count() % 4 == 0));  // of 136.5 that there is room for
  CHECK((tall.batches == 1 && tall.rows == 672 && tall.columns == 3));
  CHECK((flat.batches == 1 && flat.rows == 7 && flat.columns == 256));
  CHECK((large.batches == 1 && large.rows == 32 && large.columns == 51));
}

TEST_CASE("a small divisor divides like /")
{
  for (const int by : {1, 2, 3, 5, 7, 64, 127, 128, 641, 4096, 32767}) CHECK(divides_exactly(by));
}
