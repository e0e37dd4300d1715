// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Where each verb's variants end: for every reason that a verb's check has, a variant that it refuses beside one that
/// it takes. What is supported compiles and is right: tests/policy/test_supports.cpp.
#include <gridfold/gridfold.hpp>
//
#include <doctest/doctest.h>

namespace test_verbs_support
{

namespace gf = gridfold;
namespace verb = gf::verb;

namespace
{

template <class... P>
using v = gf::variant<P...>;
/// A variant of histogram, whose threads have to exchange counts.
template <class... P>
using counts = gf::variant<P..., gf::exchange_shared>;
template <int X, int Y = 1>
using block = gf::block<X, Y>;

/// Whether of two variants a verb refuses the first and takes the second.
template <class Verb, class Refused, class Taken, class... T>
constexpr bool is_border = !gf::supports<Verb, Refused, T...> && gf::supports<Verb, Taken, T...>;

/// An assignment that gives two threads the first item.
struct twice {
  using axis = gf::axis::assignment;
  static constexpr gf::fixed_text name() { return "twice"; }
  static constexpr int index(int thread, int m, int threads, int /*items*/)
  {
    return thread == threads - 1 && m == 0 ? 0 : m * threads + thread;
  }
};

/// An assignment that gives every item to one thread if there are eight items at most.
struct of_eight {
  using axis = gf::axis::assignment;
  static constexpr gf::fixed_text name() { return "of eight"; }
  static constexpr int index(int thread, int m, int threads, int items)
  {
    return threads * items <= 8 ? m * threads + thread : 0;
  }
};

struct wide_number {
  double of[16];
};

/// Adds plainly, by another name.
struct own_addition {
  using axis = gf::axis::accumulation;
  static constexpr bool corrects_rounding = false, is_one_number = true;
  static constexpr gf::fixed_text name() { return "own"; }
};

}  // namespace

}  // namespace test_verbs_support

template <class T>
class gridfold::policy::running_sum<test_verbs_support::own_addition, T>
    : public gridfold::policy::running_sum<gridfold::plain, T> {
};

namespace test_verbs_support
{

TEST_CASE("an axis without use, and more items than any thread has, for every verb")
{
  CHECK(is_border<verb::copy, v<gf::compensated>, v<>>);
  CHECK(is_border<verb::transform, v<gf::compensated>, v<>>);
  CHECK(is_border<verb::histogram, v<gf::scatter, gf::exchange_shared, gf::raster<2>>,
                  v<gf::scatter, gf::exchange_shared>>);
  CHECK(is_border<verb::neighbors, v<gf::vectors<4>>, v<>>);
  CHECK(is_border<verb::reduce, v<gf::read_only>, v<>>);
  CHECK(is_border<verb::transpose, v<gf::compensated>, v<>>);
  CHECK(is_border<verb::multiply, v<gf::tile<gf::padded<1>>>, v<>>);
  CHECK(is_border<verb::lattice_sum, v<gf::vectors<4>>, v<>>);
  CHECK(is_border<verb::point_sum, v<gf::vectors<4>, block<64>>, v<block<64>>>);
  CHECK(is_border<verb::cutoff_sum, v<gf::vectors<4>>, v<>>);
  CHECK(is_border<verb::reduce, v<gf::coarsen<32769>, block<32>>, v<gf::coarsen<32768>, block<32>>, char>);
}

TEST_CASE("copies and transformations own items of a vector, from where they lie")
{
  CHECK(is_border<verb::copy, v<gf::shared_tile<64>>, v<gf::read_only>>);
  CHECK(is_border<verb::copy, v<gf::coarsen<2, 2>>, v<gf::coarsen<4>>>);
  CHECK(is_border<verb::transform, v<gf::shared_tile<64>>, v<gf::read_only>>);
  CHECK(is_border<verb::transform, v<gf::coarsen<2, 2>>, v<gf::coarsen<4>>>);
  CHECK(is_border<verb::transform, v<gf::coarsen<2048>>, v<gf::coarsen<512>>, wide_number>);
  CHECK(is_border<verb::transform, v<twice>, v<gf::contiguous>>);
  CHECK(is_border<verb::copy, v<twice>, v<gf::contiguous>>);
}

TEST_CASE("a histogram scatters to counts of a block or of all")
{
  CHECK(is_border<verb::histogram, counts<gf::gather>, counts<gf::scatter>>);
  CHECK(is_border<verb::histogram, counts<gf::scatter, gf::shared_tile<64>>, counts<gf::scatter, gf::read_only>>);
  CHECK(is_border<verb::histogram, v<gf::scatter, gf::exchange_registers>, v<gf::scatter, gf::exchange_global>>);
  CHECK(is_border<verb::histogram, v<gf::scatter, gf::exchange_shared>, v<gf::scatter, gf::exchange_global>, float,
                  gf::value_bins<100000>>);
  CHECK(is_border<verb::histogram, v<gf::scatter, gf::exchange_shared>, v<gf::scatter, gf::exchange_global>, float,
                  gf::value_bins<58113>>);
  CHECK(gf::supports<verb::histogram, v<gf::scatter, gf::exchange_shared>, float, gf::value_bins<58112>>);  // 227 KiB
  CHECK(is_border<verb::histogram, counts<gf::scatter, gf::coarsen<2048>>, counts<gf::scatter, gf::coarsen<512>>,
                  wide_number>);
  CHECK(is_border<verb::histogram, counts<gf::scatter, twice>, counts<gf::scatter>>);
}

TEST_CASE("neighbours are gathered from tiles or not, and scattered from where they lie")
{
  CHECK(is_border<verb::neighbors, v<gf::coarsen<2, 2>>, v<gf::coarsen<4>>>);
  CHECK(is_border<verb::neighbors, v<gf::scatter, gf::shared_tile<64>>, v<gf::gather, gf::shared_tile<64>>>);
  CHECK(is_border<verb::neighbors, v<gf::constant_chunk<64>>, v<gf::read_only>>);
  CHECK(is_border<verb::neighbors, v<gf::shared_tile<20000>>, v<gf::shared_tile<5000>>, double>);
  CHECK(is_border<verb::neighbors, v<gf::coarsen<1000>, block<1024>>, v<gf::coarsen<10>, block<1024>>>);
  CHECK(is_border<verb::neighbors, v<twice>, v<gf::contiguous>>);
}

TEST_CASE("a reduction combines one-dimensional elements, in more than one way if they are added and rounded")
{
  CHECK(is_border<verb::reduce, v<gf::coarsen<2, 2>>, v<gf::coarsen<4>>>);
  CHECK(is_border<verb::reduce, v<gf::scatter, gf::compensated>, v<gf::gather, gf::compensated>>);
  CHECK(is_border<verb::reduce, v<gf::compensated>, v<gf::plain>, float, gf::maximum>);
  CHECK(is_border<verb::reduce, v<gf::compensated>, v<gf::plain>, int>);
  CHECK(is_border<verb::reduce, v<gf::coarsen<2048>, block<32>>, v<gf::coarsen<512>, block<32>>, wide_number>);
}

TEST_CASE("a transpose moves each element once, by tiles that fit")
{
  CHECK(is_border<verb::transpose, v<gf::shared_tile<64>>, v<gf::read_only>>);
  CHECK(is_border<verb::transpose, v<gf::contiguous, gf::aligned_tile>, v<gf::interleaved, gf::aligned_tile>>);
  CHECK(is_border<verb::transpose, v<gf::scatter, gf::aligned_tile>, v<gf::gather, gf::aligned_tile>>);
  CHECK(is_border<verb::transpose, v<gf::scatter, gf::fitted_tile, gf::coarsen<8, 8>, block<32, 8>>,
                  v<gf::scatter, gf::tile<gf::padded<1>>>>);
  CHECK(is_border<verb::transpose, v<gf::tile<gf::padded<1>>, gf::raster<2>>, v<gf::aligned_tile, gf::raster<2>>>);
  CHECK(is_border<verb::transpose, v<gf::fitted_tile, block<32>>, v<gf::fitted_tile, gf::coarsen<8, 8>, block<32, 8>>>);
  CHECK(is_border<verb::transpose, v<gf::tile<gf::swizzled>, block<24, 8>>, v<gf::tile<gf::swizzled>, block<32, 8>>>);
  CHECK(is_border<verb::transpose, v<gf::tile<gf::padded<1>>, gf::coarsen<8, 32>, block<32, 8>>,
                  v<gf::tile<gf::padded<1>>, gf::coarsen<4, 16>, block<32, 8>>>);
  CHECK(is_border<verb::transpose, v<gf::coarsen<64, 32>, block<32, 8>>, v<gf::coarsen<8, 8>, block<32, 8>>,
                  wide_number>);
  CHECK(is_border<verb::transpose, v<twice, block<8, 8>>, v<gf::contiguous, block<8, 8>>>);
}

TEST_CASE("a product gathers, by whole warps, from tiles that fit")
{
  using gf::shared_tile;
  CHECK(is_border<verb::multiply, v<gf::scatter>, v<gf::gather>>);
  CHECK(is_border<verb::multiply, v<gf::warp<32, 1>, block<16, 16>>, v<gf::warp<8, 4>, block<16, 16>>>);
  CHECK(is_border<verb::multiply, v<gf::constant_chunk<64>>, v<gf::read_only>>);
  CHECK(is_border<verb::multiply, v<gf::stages<2>>, v<shared_tile<8>, gf::stages<2>, block<16, 16>>>);
  CHECK(is_border<verb::multiply, v<shared_tile<8>, gf::stages<2>, gf::row_by_row, block<16, 16>>,
                  v<shared_tile<8>, gf::row_by_row, block<16, 16>>>);
  CHECK(is_border<verb::multiply, v<gf::compensated>, v<gf::plain>, int>);
  CHECK(is_border<verb::multiply, v<shared_tile<1024>, block<32, 32>>, v<shared_tile<512>, block<32, 32>>>);
  CHECK(is_border<verb::multiply, v<gf::coarsen<32, 32>, block<32, 32>>, v<gf::coarsen<4, 4>, block<32, 32>>>);
  CHECK(is_border<verb::multiply, v<twice, block<8, 8>>, v<gf::contiguous, block<8, 8>>>);
}

TEST_CASE("sums over lattices and points: owners, slices, rings and memory")
{
  using gf::slices, gf::shared_tile, gf::constant_chunk;
  CHECK(is_border<verb::lattice_sum, v<gf::stages<2>>, v<shared_tile<64>, gf::stages<2>>>);
  CHECK(is_border<verb::lattice_sum, v<gf::source_bins<8>>, v<gf::read_only>>);
  CHECK(is_border<verb::lattice_sum, v<slices<3>, block<8, 8>>, v<slices<4>, block<8, 8>>>);
  CHECK(is_border<verb::lattice_sum, v<slices<2>, gf::compensated, block<8, 8>>, v<gf::compensated, block<8, 8>>>);
  CHECK(gf::supports<verb::lattice_sum, v<slices<2>, own_addition, block<8, 8>>>);
  CHECK(gf::supports<verb::lattice_sum, v<gf::scatter, own_addition>>);
  CHECK(gf::supports<verb::point_sum, v<slices<2>, own_addition, block<8, 2>>>);
  CHECK(gf::supports<verb::multiply, v<own_addition>, int>);
  CHECK(gf::supports<verb::reduce, v<gf::scatter, own_addition>, float, gf::maximum>);
  CHECK(is_border<verb::lattice_sum, v<gf::scatter, gf::coarsen<2, 2>>, v<gf::scatter, gf::coarsen<4>>>);
  CHECK(is_border<verb::lattice_sum, v<gf::scatter, gf::compensated>, v<gf::gather, gf::compensated>>);
  CHECK(is_border<verb::lattice_sum, v<gf::scatter, shared_tile<64>>, v<gf::gather, shared_tile<64>>>);
  CHECK(is_border<verb::lattice_sum, v<constant_chunk<2040>>, v<constant_chunk<2000>>>);
  // 227 KiB are 14,528 sources of 16 bytes, of which a flag takes the room of one.
  CHECK(is_border<verb::lattice_sum, v<shared_tile<14528>>, v<shared_tile<14527>>>);
  CHECK(is_border<verb::lattice_sum, v<gf::coarsen<64, 64>, constant_chunk<64>, block<32, 4>>,
                  v<gf::coarsen<8, 2>, constant_chunk<64>, block<32, 4>>>);
  CHECK(is_border<verb::lattice_sum, v<gf::coarsen<64, 64>, block<32, 4>>, v<gf::coarsen<8, 2>, block<32, 4>>>);
  CHECK(is_border<verb::lattice_sum, v<twice, block<8, 8>>, v<gf::contiguous, block<8, 8>>>);
  CHECK(is_border<verb::lattice_sum, v<of_eight, block<8, 16>>, v<of_eight, slices<2>, block<8, 16>>>);
  CHECK(is_border<verb::lattice_sum, v<of_eight, slices<2>, block<8, 32>>, v<of_eight, slices<4>, block<8, 32>>>);
  CHECK(is_border<verb::point_sum, v<gf::stages<2>, block<64>>, v<shared_tile<64>, gf::stages<2>, block<64>>>);
  CHECK(is_border<verb::point_sum, v<gf::source_bins<8>, block<64>>, v<gf::read_only, block<64>>>);
  CHECK(is_border<verb::point_sum, v<slices<2>, block<8>>, v<slices<2>, block<8, 2>>>);
  CHECK(is_border<verb::point_sum, v<slices<2>, gf::compensated, block<8, 2>>, v<gf::compensated, block<8>>>);
  CHECK(is_border<verb::point_sum, v<gf::scatter, block<32>>, v<gf::gather, block<32>>>);
  CHECK(is_border<verb::point_sum, v<constant_chunk<2040>, block<64>>, v<constant_chunk<2000>, block<64>>>);
  CHECK(is_border<verb::point_sum, v<gf::coarsen<4096>, block<128>>, v<gf::coarsen<8>, block<128>>>);
  CHECK(is_border<verb::point_sum, v<twice, block<8>>, v<gf::contiguous, block<8>>>);
}

TEST_CASE("sums over cells: planes, bins, culling and memory")
{
  using gf::planes, gf::shared_tile, gf::source_bins;
  CHECK(is_border<verb::cutoff_sum, v<gf::constant_chunk<64>>, v<gf::read_only>>);
  CHECK(is_border<verb::cutoff_sum, v<planes<3>, block<8, 8>>, v<planes<4>, block<8, 8>>>);
  CHECK(is_border<verb::cutoff_sum, v<source_bins<7>, block<8, 8>>, v<source_bins<8>, block<8, 8>>>);
  CHECK(is_border<verb::cutoff_sum, v<gf::cull_by_warp, gf::read_only, planes<2>, block<8, 8>>,
                  v<gf::cull_by_warp, shared_tile<64>, planes<2>, block<8, 8>>>);
  CHECK(is_border<verb::cutoff_sum, v<gf::cull_by_warp, shared_tile<64>, block<8, 8>>,
                  v<gf::cull_by_warp, shared_tile<64>, planes<2>, block<8, 8>>>);
  CHECK(is_border<verb::cutoff_sum, v<gf::scatter, shared_tile<64>>, v<gf::scatter, gf::read_only>>);
  CHECK(is_border<verb::cutoff_sum, v<gf::scatter, gf::coarsen<2, 2>>, v<gf::scatter, gf::coarsen<4>>>);
  CHECK(is_border<verb::cutoff_sum, v<gf::scatter, gf::compensated>, v<gf::scatter>>);
  CHECK(is_border<verb::cutoff_sum, v<shared_tile<63>, block<8, 8>>, v<shared_tile<64>, block<8, 8>>>);
  CHECK(is_border<verb::cutoff_sum, v<shared_tile<15000>, block<8, 8>>, v<shared_tile<4000>, block<8, 8>>>);
  CHECK(is_border<verb::cutoff_sum, v<gf::coarsen<64, 64>, block<16, 16>>, v<gf::coarsen<2, 2>, block<16, 16>>>);
  CHECK(is_border<verb::cutoff_sum, v<of_eight, block<8, 16>>, v<of_eight, planes<2>, block<8, 16>>>);
  CHECK(is_border<verb::cutoff_sum, v<twice, block<8, 8>>, v<gf::contiguous, block<8, 8>>>);
}

}  // namespace test_verbs_support
