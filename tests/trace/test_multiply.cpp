// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coalescing of a matrix product: k*Width + col and col*Width + k, corner turning, and an exercise (Kirk, Hwu and El
/// Hajj, 4th ed., ch. 6).
#include <doctest/doctest.h>

#include <gridfold/multiply.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/trace/half_warps.hpp>
#include <vector>

#include "../support/traces.hpp"

namespace gf = gridfold;

namespace
{

using rows = cuda::std::layout_right;
using columns = cuda::std::layout_left;

template <class Space, class Block = gf::block<32, 8>, class C = gf::coarsen<1>>
using by = gf::variant<gf::gather, gf::interleaved, C, Space, Block>;

/// A square product; the second operand in a layout.
template <class V, class LayoutB, class Trace = gf::trace>
gf::trace_report multiplied(std::int64_t n = 64)
{
  const auto size = static_cast<std::size_t>(n * n);
  const gf::aligned_vector<float> a(size, 2), b(size, 3);
  gf::aligned_vector<float> c(size);
  using extents = cuda::std::dextents<std::int64_t, 2>;
  const Trace on;
  gf::multiply<V>(on, test::view<const float, 2>(a.data(), n, n),
                  cuda::std::mdspan<const float, extents, LayoutB>(b.data(), n, n),
                  test::view<float, 2>(c.data(), n, n));
  CHECK(c == gf::aligned_vector<float>(size, static_cast<float>(6 * n)));
  CHECK(on.report().faults().empty());
  return on.report();
}

template <int Side>
bool avoids_uncoalesced()
{
  const auto seen = multiplied<by<gf::shared_tile<Side>, gf::block<Side, Side>>, rows>(128);
  return seen.site("a").degree() == 1 && seen.site("b").degree() == 1 && seen.site("c").degree() == 1;
}

/// The exercise by the rule it was written for: half warps, in order.
template <int Side>
bool avoided_uncoalesced()
{
  using first = gf::trace_for<gf::compute_1_0, gf::banks<16, 16>>;
  const auto seen = multiplied<by<gf::shared_tile<Side>, gf::block<Side, Side>>, rows, first>(128);
  return seen.site("a").degree() == 1 && seen.site("b").degree() == 1 && seen.site("c").degree() == 1;
}

}  // namespace

TEST_CASE("k*Width + col is coalesced, col*Width + k takes a sector a lane, or a burst")
{
  const auto across = multiplied<by<gf::global>, rows>(), down = multiplied<by<gf::global>, columns>();
  CHECK(across.site("b").degree() == 1);
  CHECK(across.site("b").transactions_per_request() == 4);
  CHECK(down.site("b").degree() == 0.125);
  CHECK(down.site("b").transactions_per_request() == 32);
  using bursts = gf::trace_for<gf::bursts>;
  const auto burst_across = multiplied<by<gf::global>, rows, bursts>();
  CHECK(burst_across.site("b").transactions_per_request() == 2);
  CHECK(burst_across.site("b").degree() == 1);
  CHECK(multiplied<by<gf::global>, columns, bursts>().site("b").degree() == 4.0 / 64);
}

TEST_CASE("corner turning loads a column-major operand along its columns")
{
  using tile = gf::shared_tile<32>;
  CHECK(multiplied<by<tile>, rows>().site("b").degree() == 1);
  CHECK(multiplied<by<tile>, columns>().site("b").degree() == 1);
  CHECK(multiplied<by<gf::list<gf::shared_tile<32>, gf::row_by_row>>, columns>().site("b").degree() == 0.125);
  CHECK(multiplied<by<gf::list<gf::shared_tile<32>, gf::row_by_row>>, rows>().site("b").degree() == 1);
}

TEST_CASE("the exercise: which square tiles avoid all uncoalesced accesses")
{
  // With sectors of 32 bytes, a tile's rows of Side floats must fill sectors: multiples of 8.
  CHECK_FALSE(avoids_uncoalesced<2>());
  CHECK_FALSE(avoids_uncoalesced<4>());
  CHECK(avoids_uncoalesced<8>());
  CHECK_FALSE(avoids_uncoalesced<12>());
  CHECK(avoids_uncoalesced<16>());
  CHECK(avoids_uncoalesced<24>());
  CHECK(avoids_uncoalesced<32>());
  // With half warps that must read 16 contiguous words: multiples of 16.
  CHECK_FALSE(avoided_uncoalesced<4>());
  CHECK_FALSE(avoided_uncoalesced<8>());
  CHECK(avoided_uncoalesced<16>());
  CHECK_FALSE(avoided_uncoalesced<24>());
  CHECK(avoided_uncoalesced<32>());
}

TEST_CASE("a warp reads a sector of each row and of each eighth column of its threads")
{
  using square = gf::list<gf::block<16, 8>, gf::warp<8, 4>>;
  const auto by_rows = multiplied<by<gf::global, gf::block<16, 8>>, rows>();
  const auto by_squares = multiplied<by<gf::global, square>, rows>();
  CHECK(by_rows.site("a").transactions_per_request() == 2);
  CHECK(by_rows.site("b").transactions_per_request() == 2);
  CHECK(by_squares.site("a").transactions_per_request() == 4);
  CHECK(by_squares.site("b").transactions_per_request() == 1);
}

TEST_CASE("coarsening reads a tile's elements once for several products")
{
  using tile = gf::shared_tile<16>;
  const auto one = multiplied<by<tile, gf::block<16, 16>>, rows>();
  const auto four = multiplied<by<tile, gf::block<16, 16>, gf::coarsen<4, 4>>, rows>();
  const auto reads = [](const gf::trace_report& of) {
    return of.site("left_tile", gf::access_kind::load).accesses + of.site("right_tile", gf::access_kind::load).accesses;
  };
  CHECK(reads(one) == 2 * 64 * 64 * 64);
  CHECK(reads(four) * 4 == reads(one));
}

TEST_CASE(
    "a ring of tiles is filled by vectors in whole sectors, and read as vectors without conflicts, in every layout")
{
  using fold = gf::variant<gf::coarsen<8, 8>, gf::vectors<4>, gf::shared_tile<32>, gf::stages<2>, gf::block<16, 8>>;
  const auto by_rows = multiplied<fold, rows>(128), by_columns = multiplied<fold, columns>(128);
  for (const gf::trace_report& of : {by_rows, by_columns}) {
    for (const char* operand : {"a", "b"}) CHECK(of.site(operand).degree() == 1);
    for (const char* operand : {"a", "b"})
      CHECK(of.site(operand).accesses == of.site(operand, gf::access_kind::load, 16).accesses);
    for (const char* tile : {"left_tile", "right_tile"}) CHECK(of.site(tile, gf::access_kind::store).conflicts == 0);
    for (const char* tile : {"left_tile", "right_tile"}) CHECK(of.site(tile, gf::access_kind::load).conflicts == 0);
    for (const char* tile : {"left_tile", "right_tile"})
      CHECK(of.site(tile, gf::access_kind::load).accesses == of.site(tile, gf::access_kind::load, 16).accesses);
  }
}

TEST_CASE("a tile transposed through registers is loaded in whole sectors, and stored and read without conflicts")
{
  using fold = gf::variant<gf::coarsen<8, 8>, gf::vectors<4>, gf::shared_tile<32>, gf::stages<2>, gf::through_registers,
                           gf::block<16, 8>, gf::warp<8, 4>>;
  const auto seen = multiplied<fold, columns>(128);  // both operands are contiguous along the inner dimension
  for (const char* operand : {"a", "b"}) {
    CHECK(seen.site(operand).degree() == 1);
    CHECK(seen.site(operand).accesses == seen.site(operand, gf::access_kind::load, 16).accesses);
  }
  for (const char* tile : {"left_tile", "right_tile"})
    for (const auto kind : {gf::access_kind::load, gf::access_kind::store}) {
      CHECK(seen.site(tile, kind).conflicts == 0);
      CHECK(seen.site(tile, kind).accesses == seen.site(tile, kind, 16).accesses);
    }
}

TEST_CASE("neighbouring rows and columns of a thread are read from the tiles as vectors")
{
  using fold = gf::variant<gf::gather, gf::contiguous, gf::coarsen<4, 4>, gf::shared_tile<16>, gf::block<32, 8>>;
  const auto seen = multiplied<fold, rows>(128);
  const auto left = seen.site("left_tile", gf::access_kind::load, 16);
  const auto right = seen.site("right_tile", gf::access_kind::load, 16);
  CHECK(left.requests + right.requests == 8192);  // these three as counted on an H200 (bench/results)
  CHECK(left.wavefronts + right.wavefronts == 24576);
  CHECK(left.conflicts + right.conflicts == 0);
}
