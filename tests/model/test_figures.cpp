// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Operations for one atom and four points: the published table, the code of the figures, and this library's kernel.
/// They share two thirds of the table and differ where each test says. See docs/learn/textbook.md.
#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/model/counted.hpp>
#include <gridfold/model/counting.hpp>
#include <gridfold/model/pair_counts.hpp>
#include <vector>

#include "figures.hpp"

namespace gf = gridfold;

namespace
{

using number = gf::counted<float>;

/// The published table. It has no square roots.
constexpr gf::operation_counts notes_fig_18_6{
    .subtractions = 12, .additions = 12, .multiplications = 12, .divisions = 12};
constexpr gf::operation_counts notes_fig_18_8{.subtractions = 3, .additions = 11, .multiplications = 6, .divisions = 4};

using fig_18_6 = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::constant, gf::block<4, 1>>;
using fig_18_8 = gf::variant<gf::gather, gf::contiguous, gf::coarsen<4>, gf::constant, gf::block<1, 1>>;
using fig_18_10 = gf::variant<gf::gather, gf::interleaved, gf::coarsen<4>, gf::constant, gf::block<1, 1>>;

/// The counts of the kernel for one atom and four points in a row.
template <class V>
gf::kernel_counts counts_of()
{
  return gf::counts_of_pairs<V, float>(gf::coulomb<gf::rsqrt::ieee>{}).counts;
}

template <class Work>
gf::operation_counts counts_of_text(Work work)
{
  gf::kernel_counts counts;
  const gf::model::counting_scope scope(counts);
  work();
  return counts.in_float;
}

const number an_atom[4] = {1, 2, 3, -1};

gf::operation_counts text_of_fig_18_6()
{
  return counts_of_text([] {
    for (int point = 0; point < 4; ++point) (void)test::gather_one<number>(point, 0, 0, an_atom, 0);
  });
}
gf::operation_counts text_of_fig_18_8()
{
  return counts_of_text([] {
    number energy[4] = {0, 0, 0, 0};
    test::gather_four<number>(0, 0, 0, 1, 2, 3, an_atom, energy);
  });
}

}  // namespace

TEST_CASE("a source is read by four threads without coarsening, by one with: 16 numbers against 4")
{
  constexpr int numbers = 4;
  CHECK(counts_of<fig_18_6>().reads * numbers == 16);
  CHECK(counts_of<fig_18_8>().reads * numbers == 4);
  CHECK(counts_of<fig_18_10>().reads * numbers == 4);
}

TEST_CASE("the code has 40 and 25 operations, where the published table says 48 and 24")
{
  CHECK(text_of_fig_18_6().arithmetic() == 40);
  CHECK(text_of_fig_18_8().arithmetic() == 25);
  CHECK(notes_fig_18_6.arithmetic() == 48);
  CHECK(notes_fig_18_8.arithmetic() == 24);
}

TEST_CASE("Fig. 18.6: the code divides four times, once per point, where the published table has twelve")
{
  const gf::operation_counts text = text_of_fig_18_6();
  CHECK(text.subtractions == notes_fig_18_6.subtractions);
  CHECK(text.additions == notes_fig_18_6.additions);
  CHECK(text.multiplications == notes_fig_18_6.multiplications);
  CHECK(text.divisions == 4);
  CHECK(text.square_roots == 4);  // not in the published table
}

TEST_CASE("Fig. 18.6: this library's kernel has the operations of the figure's code")
{
  gf::operation_counts kernel = counts_of<fig_18_6>().in_float;
  CHECK(kernel == text_of_fig_18_6());
}

TEST_CASE("Fig. 18.6: nine operations on four numbers before the square root and the division: 2.25")
{
  const gf::operation_counts four = counts_of<fig_18_6>().in_float;
  const auto nine = (four.arithmetic() - four.divisions) / 4;
  CHECK(nine == 9);
  CHECK(static_cast<double>(nine) / 4 == 2.25);
}

TEST_CASE("Fig. 18.8: the code adds twelve times, where the published table has eleven; the rest agrees")
{
  const gf::operation_counts text = text_of_fig_18_8();
  CHECK(text.subtractions == notes_fig_18_8.subtractions);
  CHECK(text.additions == 12);  // three for dx, one for dysqdzsq, four squared distances, four energies
  CHECK(text.multiplications == notes_fig_18_8.multiplications);
  CHECK(text.divisions == notes_fig_18_8.divisions);
  CHECK(text.square_roots == 4);
}

TEST_CASE("Fig. 18.8: this library's kernel subtracts for each dx where the figure adds a multiple of the spacing")
{
  const gf::operation_counts kernel = counts_of<fig_18_8>().in_float, text = text_of_fig_18_8();
  CHECK(kernel.subtractions == text.subtractions + 3);
  CHECK(kernel.additions == text.additions - 3);
  CHECK(kernel.multiplications == text.multiplications);
  CHECK(kernel.divisions == text.divisions);
  CHECK(kernel.square_roots == text.square_roots);
  CHECK(kernel.arithmetic() == text.arithmetic());
}

TEST_CASE("coarsening by four halves the arithmetic and leaves square roots and divisions")
{
  const gf::operation_counts one = counts_of<fig_18_6>().in_float, four = counts_of<fig_18_8>().in_float;
  CHECK(one.arithmetic() - one.divisions == 36);
  CHECK(four.arithmetic() - four.divisions == 21);
  CHECK(one.divisions == four.divisions);
  CHECK(one.square_roots == four.square_roots);
}

TEST_CASE("Figs. 18.8 and 18.10 have equal counts: coalescing changes no operation")
{
  CHECK(counts_of<fig_18_8>() == counts_of<fig_18_10>());
}
