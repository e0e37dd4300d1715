// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Times sums with a cutoff on one core of the CPU, and direct sums with and without the cutoff. Rates count useful
/// pairs, which are within the cutoff, or listed pairs: a tile's list holds the sources within the cutoff of the box
/// around its points, and the loop computes each of them at every point of the tile.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/field.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <memory>
#include <string>
#include <vector>

#include "../support/benchmark_main.hpp"
#include "cutoff_workload.hpp"

namespace
{

namespace gf = gridfold;
using source = gf::source<float>;
using cells = gf::cell_list<gf::host, source, gf::boundary::open>;
using variant = gf::default_variant<gf::host, gf::verb::cutoff_sum>;

/// Random sources in a cube of points, and their map.
struct workload {
  std::string name;
  double cutoff;
  std::vector<source> sources;
  gf::field<float> map;
  gf::host on{1};
  cells sorted;
  double useful = 0, listed = 0;

  workload(const std::string& label, std::int64_t side, double reach)
      : name(label),
        cutoff(reach),
        sources(bench::random_sources(side)),
        map({.spacing = 0.5, .shape = {side, side, side}}),
        sorted(gf::make_cells<source>(on, gf::cells_around(map.where, reach, size()), size()))
  {
    gf::sort_into_cells(on, sources, sorted);
    gf::cutoff_sum(on, sorted.cells(), map.where, map.view(), bench::pair_count{cutoff});
    for (float count : map.values) useful += static_cast<double>(count);
    listed = count_listed();
  }

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(sources.size()); }

  /// Sum over tiles of the number of points times the number of sources within the cutoff of the tile's bounding box.
  [[nodiscard]] double count_listed() const
  {
    using coarsening = variant::coarsening;
    constexpr std::int64_t tile[3] = {variant::block::x * coarsening::x,
                                      variant::block::y / variant::planes::count * coarsening::y,
                                      variant::planes::count};
    const std::int64_t side = map.where.shape.x;
    double pairs = 0;
    for (const auto& s : sources)
      for (std::int64_t z = 0; z < side; z += tile[2])
        for (std::int64_t y = 0; y < side; y += tile[1])
          for (std::int64_t x = 0; x < side; x += tile[0]) {
            const std::int64_t first[3] = {x, y, z};
            const double at[3] = {s.x, s.y, s.z};
            double r2 = 0, points = 1;
            for (int axis = 0; axis < 3; ++axis) {
              const std::int64_t end = std::min(first[axis] + tile[axis], side);
              const double low = 0.5 * static_cast<double>(first[axis]), high = 0.5 * static_cast<double>(end - 1);
              const double d = std::max({low - at[axis], 0.0, at[axis] - high});
              r2 += d * d;
              points *= static_cast<double>(end - first[axis]);
            }
            if (r2 < cutoff * cutoff) pairs += points;
          }
    return pairs;
  }
};
using shared_workload = std::shared_ptr<workload>;

template <class Work>
void time_pairs(const shared_workload& on, const std::string& what, double pairs, Work work)
{
  benchmark::RegisterBenchmark((on->name + "/" + what).c_str(),
                               [on, pairs, work](benchmark::State& state) {
                                 for (auto _ : state) {
                                   work(*on);
                                   benchmark::ClobberMemory();
                                 }
                                 state.counters["pairs/s"] =
                                     benchmark::Counter(pairs, benchmark::Counter::kIsIterationInvariantRate);
                               })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond)
      ->MinTime(0.1)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

void register_all()
{
  for (const auto& on :
       {std::make_shared<workload>("12 A 128^3", 128, 12), std::make_shared<workload>("3 A 192^3", 192, 3)}) {
    const auto cut = [](workload& w) {
      gf::cutoff_sum(w.on, w.sorted.cells(), w.map.where, w.map.view(), gf::cut(gf::coulomb<>{}, w.cutoff));
    };
    time_pairs(on, "cut, useful pairs", on->useful, cut);
    time_pairs(on, "cut, listed pairs", on->listed, cut);
    time_pairs(on, "tapered, useful pairs", on->useful, [](workload& w) {
      gf::cutoff_sum(w.on, w.sorted.cells(), w.map.where, w.map.view(), gf::tapered(gf::coulomb<>{}, w.cutoff));
    });
    const std::vector<source> some(on->sources.begin(), on->sources.begin() + 500);
    const double pairs = 500.0 * static_cast<double>(on->map.where.shape.count());
    time_pairs(on, "direct sum of 500 sources", pairs,
               [=](workload& w) { gf::lattice_sum(w.on, some, w.map.where, w.map.view(), gf::coulomb<>{}); });
    time_pairs(on, "direct sum of 500 sources, cut", pairs, [=](workload& w) {
      gf::lattice_sum(w.on, some, w.map.where, w.map.view(), gf::cut(gf::coulomb<>{}, w.cutoff));
    });
  }
}

}  // namespace

int main(int argc, char** argv) { return bench::run_benchmarks(argc, argv, register_all); }
