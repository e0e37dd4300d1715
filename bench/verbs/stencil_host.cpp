// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A user's kernel on one core of the CPU: the seven-point stencil of tutorial 8 by several variants, and a plain loop
/// that the compiler vectorises. Every result is first compared with the loop's.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <gridfold/core/error.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variants.hpp>
#include <memory>
#include <string>
#include <vector>

#include "../../examples/tutorials/seven_point.hpp"
#include "../support/benchmark_main.hpp"

namespace
{

namespace gf = gridfold;
using in_view = cuda::std::mdspan<const float, cuda::std::dextents<std::int64_t, 3>>;
using out_view = cuda::std::mdspan<float, cuda::std::dextents<std::int64_t, 3>>;

void apply_by_loop(const in_view& in, const out_view& out)
{
  for (std::int64_t z = 1; z < in.extent(0) - 1; ++z)
    for (std::int64_t y = 1; y < in.extent(1) - 1; ++y)
      for (std::int64_t x = 1; x < in.extent(2) - 1; ++x)
        out(z, y, x) = in(z, y, x - 1) + in(z, y, x + 1) + in(z, y - 1, x) + in(z, y + 1, x) + in(z - 1, y, x) +
                       in(z + 1, y, x) - 6 * in(z, y, x);
}

/// A field of small integers, and its stencil by a plain loop.
struct workload {
  std::int64_t side;
  std::vector<float> field, result, expected;

  explicit workload(std::int64_t n) : side(n), result(points()), expected(points())
  {
    for (std::size_t p = 0; p < points(); ++p) field.push_back(static_cast<float>(p * 37 % 101));
    apply_by_loop(in(), out_view(expected.data(), side, side, side));
  }
  [[nodiscard]] std::size_t points() const { return static_cast<std::size_t>(side * side * side); }
  [[nodiscard]] in_view in() const { return in_view(field.data(), side, side, side); }
  [[nodiscard]] out_view out() { return out_view(result.data(), side, side, side); }
};
using shared_workload = std::shared_ptr<workload>;

void time_points(const shared_workload& on, const std::string& what, const std::function<void(workload&)>& work)
{
  const std::string name = std::to_string(on->side) + "^3/" + what;
  on->result.assign(on->points(), 0);
  work(*on);
  if (on->result != on->expected) throw gf::error(name + " is wrong (it differs from the loop): mend it");
  benchmark::RegisterBenchmark(name.c_str(),
                               [on, work](benchmark::State& state) {
                                 for (auto _ : state) {
                                   work(*on);
                                   benchmark::ClobberMemory();
                                 }
                                 state.counters["points/s"] = benchmark::Counter(
                                     static_cast<double>(on->points()), benchmark::Counter::kIsIterationInvariantRate);
                               })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(0.1)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

void register_all()
{
  using variants = gf::join<gf::cross<gf::coarsenings<1, 16, 256>, gf::list<gf::block<32, 8>>>,
                            gf::cross<gf::coarsenings<256, 512>, gf::list<gf::block<1, 16>, gf::block<1, 64>>>>;
  for (const std::int64_t side : {96, 384}) {
    const auto on = std::make_shared<workload>(side);
    time_points(on, "a plain loop", [](workload& w) { apply_by_loop(w.in(), w.out()); });
    gf::for_each(variants{}, [&]<class V>() {
      time_points(on, V::name(), [](workload& w) { apply_seven_point<V>(gf::host{1}, w.in(), w.out()); });
    });
  }
}

}  // namespace

int main(int argc, char** argv) { return bench::run_benchmarks(argc, argv, register_all); }
