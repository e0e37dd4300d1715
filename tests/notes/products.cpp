// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Matrix products: k*Width + col, col*Width + k, and corner turning (Kirk, Hwu and El Hajj, 4th ed., ch. 6).
#include <gridfold/multiply.hpp>
#include <numeric>

#include "../../examples/support/figures.hpp"
#include "line.hpp"

namespace notes
{

namespace
{

/// Rows and columns are whole sectors, and no whole tiles of 16.
constexpr int height = 40, depth = 24, width = 56;

/// The second operand's memory counts up: its elements differ by layout.
template <class V, template <class> class B>
observation multiplied()
{
  return observe([](const auto& on) {
    gf::aligned_vector<int> a(height * depth), b(depth * width), c(height * width);
    std::iota(a.begin(), a.end(), -400);
    std::iota(b.begin(), b.end(), -600);
    const B<const int> right(b.data(), depth, width);
    gf::multiply<V>(on, figures::row_major<const int>(a.data(), height, depth), right,
                    figures::row_major<int>(c.data(), height, width));
    std::vector<double> values(c.begin(), c.end());
    for (int k = 0; k < depth; ++k)
      for (int j = 0; j < width; ++j) values.push_back(right(k, j));
    return values;
  });
}

/// The sums of products, of the second operand that the results end with.
bool is_product(const std::vector<double>& values)
{
  if (values.size() != height * width + depth * width) return false;
  const double* b = values.data() + height * width;
  for (int i = 0; i < height; ++i)
    for (int j = 0; j < width; ++j) {
      double sum = 0;
      for (int k = 0; k < depth; ++k) sum += (i * depth + k - 400.0) * b[k * width + j];
      if (values[i * width + j] != sum) return false;
    }
  return true;
}

/// 3 x 4 blocks of 16 x 16 threads.
constexpr int threads = 12 * 256;

/// The degree of coalescing of loads of the second operand, and how many of its elements are loaded.
void check_loads(const observation& by, claims& all, double degree, int loads, bool tiles)
{
  all.expect("the result is the product", is_product(by.values));
  all.equal("threads of a block", by.last().threads, 256);
  all.equal("threads", by.last().blocks * by.last().threads, threads);
  all.equal("degree of coalescing of b", by.seen.site("b").degree(), degree);
  all.equal("loads of b", by.seen.site("b").accesses, loads);
  all.equal("degree of coalescing of stores", by.seen.site("c").degree(), 1);
  all.equal("tiles in shared memory", by.shares(), tiles);
}

/// Each thread loads a column of b. The two rows of a warp load one row of it.
void check_row_major(const observation& by, claims& all) { check_loads(by, all, 1, threads * depth, false); }
void check_column_major(const observation& by, claims& all) { check_loads(by, all, 0.125, threads * depth, false); }
/// The three rows of blocks load each element of b once. Loaded by rows, a warp has 2 neighbours of each column.
void check_figure_6_4a(const observation& by, claims& all) { check_loads(by, all, 0.25, 3 * depth * width, true); }
void check_figure_6_4b(const observation& by, claims& all) { check_loads(by, all, 1, 3 * depth * width, true); }

}  // namespace

std::vector<line> products()
{
  using figures::column_major, figures::row_major;
  using four_products = gf::variant<gf::gather, gf::shared_tile<16>, gf::coarsen<2, 2>, gf::block<16, 16>>;
  using blocks_of_8 = gf::variant<gf::gather, gf::global, gf::block<8, 8>>;
  return {
      {"M[k*Width + col]", multiplied<figures::untiled, row_major>, check_row_major},
      {"M[col*Width + k]", multiplied<figures::untiled, column_major>, check_column_major},
      {"figure_6_4a", multiplied<figures::figure_6_4a, column_major>, check_figure_6_4a},
      {"figure_6_4b", multiplied<figures::figure_6_4b, column_major>, check_figure_6_4b},
      {"figure_6_4b, blocks of 8 x 8 without tiles", multiplied<blocks_of_8, column_major>},
      {"figure_6_4b, four products a thread", multiplied<four_products, column_major>},
  };
}

}  // namespace notes
