// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Coalescing and bank conflicts of transposes (Fan, CUDA Programming, ch. 7 and 8).
#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/trace/executor.hpp>
#include <gridfold/transpose.hpp>

#include "../../examples/support/figures.hpp"
#include "../support/traces.hpp"

namespace gf = gridfold;

namespace
{

template <class D, class Space, class C = gf::coarsen<1>, class B = gf::block<32, 32>, class A = gf::interleaved>
using by = gf::variant<D, A, C, Space, B>;

template <class V, class T = float>
gf::trace_report transposed(std::int64_t rows = 256, std::int64_t columns = 128)
{
  test::pair<T> data(rows, columns);
  const gf::trace on;
  gf::transpose<V>(on, data.matrix_in(), data.matrix_out());
  bool exchanged = true;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      exchanged = exchanged && data.matrix_out()(j, i) == data.matrix_in()(i, j);
  CHECK(exchanged);
  CHECK(on.report().faults().empty());
  return on.report();
}

}  // namespace

TEST_CASE("without shared memory one side is coalesced, the other takes a sector a lane")
{
  const auto read = transposed<figures::coalesced_read>();
  CHECK(read.site("in").degree() == 1);
  CHECK(read.site("out").degree() == 0.125);
  CHECK(read.site("out").transactions_per_request() == 32);
  const auto write = transposed<figures::coalesced_write>();
  CHECK(write.site("in").transactions_per_request() == 32);
  CHECK(write.site("out").degree() == 1);
}

TEST_CASE("through shared memory both sides are coalesced, with 32-way bank conflicts")
{
  const auto seen = transposed<by<gf::scatter, gf::tile<gf::unpadded>>>();
  CHECK(seen.site("in").degree() == 1);
  CHECK(seen.site("out").degree() == 1);
  CHECK(seen.site("tile", gf::access_kind::store).wavefronts_per_request() == 1);
  CHECK(seen.site("tile", gf::access_kind::load).wavefronts_per_request() == 32);
  CHECK(seen.site("tile", gf::access_kind::load).conflicts == 31 * seen.site("tile", gf::access_kind::load).requests);
}

TEST_CASE_TEMPLATE("padded and swizzled tiles have no bank conflicts", Layout, gf::padded<1>, gf::swizzled)
{
  const auto seen = transposed<by<gf::scatter, gf::tile<Layout>>>();
  CHECK(seen.view("tile").conflicts == 0);
  CHECK(seen.site("tile", gf::access_kind::load).wavefronts_per_request() == 1);
  CHECK(seen.view("in").degree() == 1);
  CHECK(seen.view("out").degree() == 1);
}

TEST_CASE("a fitted tile is coalesced on both sides of a thin matrix")
{
  using fitted = gf::variant<gf::coarsen<16>, gf::vectors<4>, gf::fitted_tile, gf::block<128>>;
  for (const auto& seen : {transposed<fitted>(4096, 3), transposed<fitted>(3, 4096)}) {
    // Tiles at an edge are moved element by element.
    CHECK(seen.view("in").degree() > 0.95);
    CHECK(seen.view("out").degree() > 0.95);
  }
}

TEST_CASE("an aligned tile loads vectors and stores words wherever rows begin")
{
  using aligned = gf::variant<gf::vectors<8>, gf::coarsen<8, 4>, gf::aligned_tile, gf::block<8, 32>>;
  const auto seen = transposed<aligned, std::uint16_t>(251, 1021);
  CHECK(seen.site("in", gf::access_kind::load, 16).requests > 0);
  CHECK(seen.site("out", gf::access_kind::store, 4).requests > 0);
  // A warp loads 128 bytes of each of 4 rows: 4 sectors if they begin at one, else 5. It stores 64 bytes of each of 2
  // rows, from a sector on.
  CHECK(seen.site("in", gf::access_kind::load, 16).transactions_per_request() <= 4 * 4.75);
  CHECK(seen.site("out", gf::access_kind::store, 4).transactions_per_request() <= 2 * 2);
  // A warp reads two columns of the tile.
  CHECK(seen.site("tile", gf::access_kind::load).wavefronts_per_request() <= 2);
  using of_floats = gf::variant<gf::vectors<4>, gf::coarsen<8, 2>, gf::aligned_tile, gf::block<8, 32>>;
  CHECK(transposed<of_floats>(251, 1021).view("tile").conflicts == 0);
}

// [verb]
TEST_CASE("the transpose is coalesced on both sides and has no bank conflicts")
{
  using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::tile<gf::padded<1>>, gf::block<32, 32>>;
  gf::aligned_vector<float> a(256 * 128), b(a.size());
  const gf::trace on;
  gf::transpose<fold>(on, cuda::std::mdspan(a.data(), 256, 128), cuda::std::mdspan(b.data(), 128, 256));
  CHECK(on.report().site("in").degree() == 1);
  CHECK(on.report().site("out").degree() == 1);
  CHECK(on.report().view("tile").conflicts == 0);
  CHECK(on.report().faults().empty());
}
// [verb]

TEST_CASE("doubles take two wavefronts, and padding by one keeps them free of conflicts")
{
  const auto seen = transposed<by<gf::gather, gf::tile<gf::padded<1>>>, double>();
  CHECK(seen.site("tile", gf::access_kind::store).wavefronts_per_request() == 2);
  CHECK(seen.view("tile").conflicts == 0);
  CHECK(seen.site("in").transactions_per_request() == 8);
}

TEST_CASE("coarsened tiles with vectors move vectors")
{
  const auto seen = transposed<by<gf::gather, gf::tile<gf::padded<1>>, gf::coarsen<2, 8>, gf::block<32, 8>,
                                  gf::list<gf::interleaved, gf::vectors<4>>>>(256, 256);
  CHECK(seen.site("in").bytes == 16);
  CHECK(seen.site("in").degree() == 1);
  CHECK(seen.site("out").degree() == 1);
}

TEST_CASE("a matrix without aligned rows takes one more sector per row")
{
  const auto seen = transposed<by<gf::gather, gf::tile<gf::padded<1>>>>(127, 61);
  CHECK(seen.site("in").transactions_per_request() > 4);
  CHECK(seen.site("out").degree() < 1);
}

TEST_CASE("at the edges of coarsened tiles lanes form the requests counted on a GPU")
{
  // As counted by Nsight Compute on an H200 (bench/results).
  using fold = by<gf::gather, gf::tile<gf::padded<1>>, gf::coarsen<4, 4>, gf::block<16, 16>>;
  const auto seen = transposed<fold>(253, 131);
  CHECK(seen.site("out").requests == 1056);
  CHECK(seen.site("out").transactions == 5967);
  CHECK(seen.site("tile", gf::access_kind::load).requests == 1056);
  CHECK(seen.site("tile", gf::access_kind::load).wavefronts == 2096);
  CHECK(seen.site("tile", gf::access_kind::load).conflicts == 1040);
  const auto direct = transposed<by<gf::gather, gf::global, gf::coarsen<4, 4>, gf::block<16, 16>>>(253, 131);
  CHECK(direct.site("out").transactions == 5967);
}

TEST_CASE("a vector of a row is a vector of its tile if the tile is not padded")
{
  using fold = by<gf::gather, gf::tile<gf::unpadded>, gf::coarsen<4, 4>, gf::block<16, 16>,
                  gf::list<gf::interleaved, gf::vectors<4>>>;
  const auto kept = transposed<fold>(256, 256).site("tile", gf::access_kind::store);
  CHECK(kept.bytes == 16);
  CHECK(kept.requests == 512);
  CHECK(kept.conflicts == 0);
  using padded = by<gf::gather, gf::tile<gf::padded<1>>, gf::coarsen<4, 4>, gf::block<16, 16>,
                    gf::list<gf::interleaved, gf::vectors<4>>>;
  CHECK(transposed<padded>(256, 256).site("tile", gf::access_kind::store).bytes == 4);
}

TEST_CASE("a thread's neighbours are kept by vectors in tiles at the edge too")
{
  using fold = by<gf::gather, gf::tile<gf::padded<4>>, gf::coarsen<4, 2>, gf::block<8, 8>, gf::contiguous>;
  const auto seen = transposed<fold>(19, 37);
  CHECK(seen.site("tile", gf::access_kind::store).bytes == 16);
  const auto bytes = transposed<fold, std::uint8_t>(19, 37);
  CHECK(bytes.site("tile", gf::access_kind::store).bytes == 4);
}
