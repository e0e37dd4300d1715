// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/fitted_transpose.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/trace/aligned_vector.hpp>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "../../support/seed.hpp"
#include "transposed_anywhere.hpp"
#include "transposed_batch.hpp"

namespace gf = gridfold;
using test::transposed_batch;

namespace
{

template <class... Policies>
using transpose = gf::kernel::fitted_transpose<gf::variant<gf::fitted_tile, Policies...>, transposed_batch::view,
                                               transposed_batch::view>;

/// Checks matrices, and those of as many columns as these have rows.
template <class... Policies>
void check(std::initializer_list<gf::shape3> matrices)
{
  for (const auto& [batches, rows, columns] : matrices) {
    CAPTURE(rows);
    CAPTURE(columns);
    CHECK(transposed_batch(batches, rows, columns).wrong_elements<transpose<Policies...>>() == 0);
    CHECK(transposed_batch(batches, columns, rows).wrong_elements<transpose<Policies...>>() == 0);
  }
}

/// By blocks and vectors of several sizes.
void check_variants(std::initializer_list<gf::shape3> matrices)
{
  check<gf::coarsen<32>, gf::block<64>>(matrices);
  check<gf::coarsen<32>, gf::vectors<4>, gf::block<64>>(matrices);
  check<gf::coarsen<32>, gf::vectors<2>, gf::block<64>>(matrices);
  check<gf::coarsen<700>, gf::vectors<4>, gf::block<3>>(matrices);
  check<gf::coarsen<2048>, gf::vectors<4>, gf::block<1>>(matrices);
}

}  // namespace

TEST_CASE("rows become columns, in batches of small matrices")
{
  check_variants({{100, 8, 8}, {33, 5, 7}, {7, 40, 50}, {1, 1, 2048}, {5, 45, 41}, {50, 3, 5}, {700, 1, 3}});
}

TEST_CASE("columns of a tall matrix become rows, and rows of a flat one columns")
{
  check_variants({{2, 700, 3}, {3, 1021, 1}, {1, 512, 8}, {2, 999, 64}, {1, 333, 97}, {1, 600, 148}, {1, 4096, 12}});
}

TEST_CASE("a matrix of which a tile has neither all rows nor all columns is transposed too")
{
  check_variants({{1, 150, 160}, {2, 301, 133}, {1, 256, 512}, {1, 700, 1000}});
}

namespace
{

int outside = 0;

/// Counts accesses beyond the elements, and makes none of them.
struct counts_outside {
  using offset_policy = counts_outside;
  using element_type = const int;
  using reference = int;
  using data_handle_type = const int*;
  std::size_t size = 0;
  int access(const int* p, std::size_t i) const { return i < size ? p[i] : (++outside, 0); }
  const int* offset(const int* p, std::size_t i) const { return p + i; }
};

}  // namespace

TEST_CASE("rows whose elements are not neighbours are read within their memory")
{
  using extents = cuda::std::dextents<int, 2>;
  using columns_first = cuda::std::mdspan<const int, extents, cuda::std::layout_left, counts_outside>;
  using rows_first = cuda::std::mdspan<int, extents>;
  using fitted =
      gf::kernel::fitted_transpose<gf::variant<gf::fitted_tile, gf::coarsen<32>, gf::vectors<4>, gf::block<64>>,
                                   columns_first, rows_first>;
  for (const int columns : {409, 2 * 409, 1021}) {
    std::vector<int> from(static_cast<std::size_t>(5 * columns)), to(from.size());
    for (std::size_t n = 0; n < from.size(); ++n) from[n] = static_cast<int>(n);
    const columns_first in(from.data(), columns_first::mapping_type(extents(5, columns)), counts_outside{from.size()});
    const fitted kernel(in, rows_first(to.data(), columns, 5));
    outside = 0;
    gf::host{1}.run(kernel, kernel.grid());
    // The columns of the input, one behind the other, are the rows of the output.
    CHECK(to == from);
    CHECK(outside == 0);
  }
}

TEST_CASE("nothing outside of matrices is accessed, wherever they begin and end")
{
  test::check_anywhere<float, gf::fitted_tile, gf::coarsen<32>, gf::vectors<4>, gf::block<64>>();
  test::check_anywhere<std::uint16_t, gf::fitted_tile, gf::coarsen<32>, gf::vectors<8>, gf::block<64>>();
}

TEST_CASE("narrow matrices whose rows have gaps, of whole vectors or not, are transposed too")
{
  using extents = cuda::std::dextents<int, 2>;
  using strided = cuda::std::mdspan<const int, extents, cuda::std::layout_stride>;
  using rows_first = cuda::std::mdspan<int, extents>;
  using fitted =
      gf::kernel::fitted_transpose<gf::variant<gf::fitted_tile, gf::coarsen<32>, gf::vectors<4>, gf::block<64>>,
                                   strided, rows_first>;
  std::mt19937 generator(test::seed());
  for (int columns = 1; columns <= 9; ++columns)
    for (const int gap : {4, 8, 3})
      for (const int before : {0, 1}) {
        const int rows = 200 + static_cast<int>(generator() % 1500), pitch = (columns + 3) / 4 * 4 + gap;
        gf::aligned_vector<int> from(static_cast<std::size_t>(before + rows * pitch));
        for (std::size_t n = 0; n < from.size(); ++n) from[n] = static_cast<int>(n);
        std::vector<int> to(static_cast<std::size_t>(rows * columns + 8), -1);
        const strided in(from.data() + before,
                         strided::mapping_type(extents(rows, columns), cuda::std::array<int, 2>{pitch, 1}));
        const fitted kernel(in, rows_first(to.data() + 4, columns, rows));
        gf::host{1}.run(kernel, kernel.grid());
        int wrong = 0;
        for (int n = -4; n < rows * columns + 4; ++n)
          wrong += to[static_cast<std::size_t>(n + 4)] !=
                   (n < 0 || n >= rows * columns ? -1 : before + n % rows * pitch + n / rows);
        CAPTURE(rows);
        CAPTURE(columns);
        CAPTURE(pitch);
        CHECK(wrong == 0);
      }
}

namespace
{

using fold = gf::variant<gf::vectors<4>, gf::coarsen<16>, gf::fitted_tile, gf::block<128>>;
using in = cuda::std::mdspan<const float, cuda::std::dextents<int, 2>>;
using out = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;

using whole = gf::kernel::fitted_transpose<fold, in, out>;

}  // namespace

TEST_CASE("all threads together keep each element of a part where its number says, by vectors and by elements")
{
  const int rows = 5, columns = 1003;
  std::vector<float> from(rows * columns), to(rows * columns);
  std::iota(from.begin(), from.end(), 1.0f);
  const whole of(in(from.data(), rows, columns), out(to.data(), columns, rows));
  REQUIRE(of.loads_vectors);
  for (const bool by_vectors : {true, false}) {
    const whole::part part({1, 0, 0}, of.layout, of.in, of.in_pitch(), by_vectors);
    const auto kept = std::make_unique<whole::shared_storage>();
    auto& tile = kept->tile;
    for (int rank = 0; rank < whole::threads; ++rank) {
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
