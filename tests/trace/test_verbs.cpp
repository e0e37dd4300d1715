// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reductions and neighbour lists under the tracer: their memory accesses, and no faults.
#include <doctest/doctest.h>

#include <cuda/std/span>
#include <gridfold/neighbors.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/view/repeated.hpp>
#include <vector>

#include "../support/traces.hpp"

namespace gf = gridfold;

namespace
{

constexpr int elements = 20'480, blocks = 6;

template <class V>
gf::trace_report reduced()
{
  const gf::aligned_vector<float> in(elements, 1);
  std::vector<float> out(1);
  const gf::trace on;
  auto scratch = gf::make_reduce_scratch<V, float>(on, blocks);
  gf::reduce<V>(on, in, out, gf::sum{}, scratch);
  CHECK(out[0] == elements);
  CHECK(on.report().faults().empty());
  return on.report();
}

template <class D, class A, class C, class S>
using traced_by = gf::variant<D, A, C, S, gf::block<128>>;

/// The neighbours on a square lattice, 12 points wide by default.
template <class V, class Layout = cuda::std::layout_right>
gf::trace_report listed(int side = 12)
{
  const int size = side * side;
  gf::aligned_vector<float> x, y;
  for (int i = 0; i < size; ++i) {
    x.push_back(static_cast<float>(i % side));
    y.push_back(static_cast<float>(i / side));
  }
  gf::aligned_vector<int> counts(x.size()), indices(x.size() * 4);
  using axis = cuda::std::span<const float>;
  const gf::trace on;
  gf::neighbors<V>(on, gf::positions(axis(x.data(), x.size()), axis(y.data(), y.size())), 1.1,
                   gf::neighbor_list<Layout>(counts.data(), indices.data(), size, 4));
  int pairs = 0;
  for (int c : counts) pairs += c;
  CHECK(pairs == 2 * 2 * side * (side - 1));
  CHECK(on.report().faults().empty());
  return on.report();
}

}  // namespace

TEST_CASE("a reduction reads its input coalesced if its items are interleaved")
{
  using gf::coarsen;
  CHECK(reduced<traced_by<gf::gather, gf::interleaved, coarsen<4>, gf::exchange_shared>>().site("in").degree() == 1);
  const auto apart = reduced<traced_by<gf::gather, gf::contiguous, coarsen<8>, gf::exchange_shared>>().site("in");
  CHECK(apart.transactions_per_request() > 30);
  const auto words =
      reduced<traced_by<gf::gather, gf::interleaved, gf::list<coarsen<2>, gf::vectors<4>>, gf::exchange_registers>>()
          .site("in", gf::access_kind::load, 16);
  CHECK(words.degree() == 1);
  CHECK(words.transactions_per_request() == 16);
}

TEST_CASE("the exchange policy determines the memory accesses of a combination")
{
  using one = gf::coarsen<1>;
  const auto in_shared = reduced<traced_by<gf::gather, gf::interleaved, one, gf::exchange_shared>>();
  CHECK(in_shared.view("partials").conflicts == 0);
  const auto in_registers = reduced<traced_by<gf::gather, gf::interleaved, one, gf::exchange_registers>>();
  CHECK(in_registers.view("partials").accesses * 10 < in_shared.view("partials").accesses);
  // one thread of every block, and of the last one twice, reads its four warps' results as a word
  CHECK(in_registers.site("partials", gf::access_kind::load, 16).accesses == blocks + 1);
  const auto in_global = reduced<traced_by<gf::gather, gf::interleaved, one, gf::exchange_global>>();
  CHECK(in_global.view("partials of threads").accesses == in_shared.view("partials").accesses);
  CHECK(in_global.site("arrived").accesses == blocks);
}

TEST_CASE("no more blocks are launched than have elements")
{
  using V = traced_by<gf::gather, gf::interleaved, gf::coarsen<4>, gf::exchange_shared>;
  for (const int size : {513, 1024, 1025, 2000}) {
    const gf::aligned_vector<float> in(static_cast<std::size_t>(size), 1);
    std::vector<float> out(1);
    const gf::trace on;
    auto scratch = gf::make_reduce_scratch<V, float>(on, blocks);
    gf::reduce<V>(on, in, out, gf::sum{}, scratch);
    CHECK(out[0] == size);
    CHECK(on.report().site("arrived").accesses == (size + 511) / 512);
  }
}

TEST_CASE("one thread of each block of a scatter adds to the output")
{
  const auto seen = reduced<traced_by<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::exchange_shared>>();
  const auto out = seen.site("out", gf::access_kind::atomic);
  CHECK(out.requests == blocks);
  CHECK(out.lanes_per_request() == 1);
}

TEST_CASE("a view that stores its elements itself accesses no memory")
{
  using fold = traced_by<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::exchange_registers>;
  std::vector<float> out(1);
  const gf::trace on;
  gf::reduce<fold>(on, gf::repeated<float>(2.0f, cuda::std::dextents<std::int64_t, 1>(100)), out, gf::sum{});
  CHECK(out[0] == 200);
  CHECK(on.report().sum([](const gf::access_site& s) { return s.view == "in"; }).requests == 0);
}

TEST_CASE("stores to row-major lists are alone in their sectors, those to column-major lists not all")
{
  using gather = traced_by<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global>;
  const auto by_particle = listed<gather>(), by_number = listed<gather, cuda::std::layout_left>();
  CHECK(by_particle.site("indices").accesses == by_number.site("indices").accesses);
  CHECK(by_particle.site("indices").transactions == by_particle.site("indices").accesses);
  CHECK(by_number.site("indices").transactions < by_number.site("indices").accesses);
  CHECK(by_particle.site("counts").degree() == 1);
}

TEST_CASE("a scatter tests every pair once, and counts atomically")
{
  using scatter = traced_by<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::read_only>;
  const auto seen = listed<scatter>();
  CHECK(seen.site("counts", gf::access_kind::atomic).accesses == 2 * 2 * 12 * 11);
  CHECK(seen.site("counts", gf::access_kind::store).accesses == 144);
  (void)listed<traced_by<gf::gather, gf::contiguous, gf::coarsen<2>, gf::shared_tile<32>>>();
}

TEST_CASE("the lanes of a scatter act together as its loop unrolled by 8 implies")
{
  // On the 24 x 24 lattice of bench/verify_model, as counted on an H200. Lanes find neighbours in two iterations: the
  // first is in the remainder loop for seven of eight lanes, the second at eight different places, which makes ten
  // requests for two.
  using scatter = traced_by<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global>;
  const auto seen = listed<scatter>(24);
  CHECK(seen.site("counts", gf::access_kind::atomic).requests == 2 * 18 * 10);
  CHECK(seen.site("counts", gf::access_kind::atomic).transactions == 1344);
  CHECK(seen.site("positions").transactions == doctest::Approx(42048).epsilon(0.001));  // four sectors off
  using four = traced_by<gf::scatter, gf::interleaved, gf::coarsen<4>, gf::global>;
  CHECK(listed<four>(24).site("counts", gf::access_kind::atomic).requests == 504);
}

TEST_CASE("neighbours of a thread's different particles are written by different instructions")
{
  // On the 24 x 24 lattice of bench/verify_model, an H200 counted 1,892 stores of counts and indices.
  using fold = traced_by<gf::gather, gf::contiguous, gf::coarsen<4>, gf::global>;
  CHECK(listed<fold>(24).sum([](const gf::access_site& s) { return s.does == gf::access_kind::store; }).requests ==
        1892);
}
