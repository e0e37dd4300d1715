// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The number of accesses per second that a trace counts, on one core: time is that of all threads together.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <gridfold/copy.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/multiply.hpp>
#include <gridfold/neighbors.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/transpose.hpp>
#include <string>
#include <vector>

#include "../support/benchmark_main.hpp"

namespace
{

namespace gf = gridfold;

template <class T, std::size_t Rank>
using view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, Rank>>;
template <class A, class C, class S, class B>
using gather = gf::variant<gf::gather, A, C, S, B>;
using one = gf::coarsen<1>;
constexpr gf::shape3 in_front{64, 16, 1};

gf::aligned_vector<float> from(1 << 20, 1), to(1 << 20);

/// Times trace(executor), which traces a verb.
template <class Traced>
void time(const std::string& name, Traced traced)
{
  benchmark::RegisterBenchmark(("trace/" + name).c_str(),
                               [traced](benchmark::State& state) {
                                 std::int64_t accesses = 0;
                                 for (auto _ : state) {
                                   const gf::trace on;
                                   traced(on);
                                   accesses = on.report().sum([](const gf::access_site&) { return true; }).accesses;
                                 }
                                 state.counters["accesses/s"] = benchmark::Counter(
                                     static_cast<double>(accesses), benchmark::Counter::kIsIterationInvariantRate);
                               })
      ->MeasureProcessCPUTime()
      ->Unit(benchmark::kMillisecond)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

template <class Pattern>
void time_copy()
{
  time("copy, " + Pattern::name(), [](const gf::trace& on) {
    constexpr std::int64_t size = 1 << 20;
    gf::copy<gather<gf::interleaved, one, gf::global, gf::block<256>>, Pattern>(
        on, view<const float, 1>(from.data(), size), view<float, 1>(to.data(), size));
  });
}

template <class Space, class C, class B>
void time_transpose(const char* name)
{
  time(name, [](const gf::trace& on) {
    gf::transpose<gather<gf::interleaved, C, Space, B>>(on, view<const float, 2>(from.data(), 1024, 1024),
                                                        view<float, 2>(to.data(), 1024, 1024));
  });
}

template <class V>
void time_sum(std::size_t sources, gf::shape3 shape)
{
  const std::vector<gf::source<float>> atoms(sources, {1, 2, -3, 1});
  time("lattice_sum of " + std::to_string(sources) + ", " + V::name(), [=](const gf::trace& on) {
    gf::lattice_sum<V>(on, atoms, gf::lattice{{}, {1}, shape}, gf::view_of(to.data(), shape), gf::coulomb<>{});
  });
}

void time_product()
{
  time("multiply, tiled", [](const gf::trace& on) {
    const view<const float, 2> a(from.data(), 128, 128);
    gf::multiply<gather<gf::interleaved, one, gf::shared_tile<16>, gf::block<16, 16>>>(
        on, a, a, view<float, 2>(to.data(), 128, 128));
  });
}

/// Neighbour lists, whose lanes diverge at every neighbour.
void time_neighbours()
{
  constexpr int side = 45;
  std::vector<float> x, y;
  for (int i = 0; i < side * side; ++i) {
    x.push_back(static_cast<float>(i % side));
    y.push_back(static_cast<float>(i / side));
  }
  time("neighbors", [=](const gf::trace& on) {
    std::vector<int> counts(x.size()), indices(4 * x.size());
    gf::neighbors<gather<gf::interleaved, one, gf::global, gf::block<128>>>(
        on, gf::positions(x, y), 1.1, gf::neighbor_list<>(counts.data(), indices.data(), side * side, 4));
  });
}

}  // namespace

int main(int argc, char** argv)
{
  return bench::run_benchmarks(argc, argv, [] {
    time_copy<gf::sequential>();
    time_copy<gf::strided>();
    time_transpose<gf::global, one, gf::block<32, 8>>("transpose, one side apart");
    time_transpose<gf::tile<gf::padded<1>>, gf::coarsen<1, 4>, gf::block<32, 8>>("transpose, tiled");
    time_sum<gather<gf::interleaved, one, gf::global, gf::block<32, 4>>>(2000, in_front);
    time_sum<gather<gf::interleaved, one, gf::global, gf::block<32, 4>>>(200000, {32, 1, 1});
    time_sum<gf::variant<gf::scatter, gf::interleaved, one, gf::global, gf::block<128>>>(2000, in_front);
    time_product();
    time_neighbours();
  });
}
