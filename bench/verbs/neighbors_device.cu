// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbour lists on the device: all variants in both layouts, and Fan's two kernels and sequential loop (CUDA
/// Programming, ch. 9). Of every list, the neighbours of each 97th particle are first compared with the CPU's. Then
/// tables in host memory, by testing all pairs and by cells.
#include <algorithm>
#include <cmath>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/neighbors.hpp>
#include <gridfold/policy/variants.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../../examples/support/figures.hpp"
#include "../../examples/support/graphene_sheet.hpp"
#include "../../examples/textbook/neighbors.cuh"
#include "../support/device_timing.hpp"
#include "neighbor_tables.hpp"

namespace
{

namespace gf = gridfold;
using row_major = cuda::std::layout_right;
using column_major = cuda::std::layout_left;
using sets = std::vector<std::vector<int>>;

/// Particles, and memory for their neighbours, on the device.
template <int Dimensions>
struct workload {
  static constexpr std::size_t stride = 97;

  std::string name;
  double cutoff;
  std::int64_t capacity;
  std::vector<float> host[Dimensions];
  std::vector<gf::device_buffer<float>> axes;
  gf::device_buffer<int> counts, indices;

  workload(std::string label, double distance, std::int64_t room, std::vector<float> (&along)[Dimensions])
      : name(std::move(label)),
        cutoff(distance),
        capacity(room),
        counts(along[0].size()),
        indices(along[0].size() * static_cast<std::size_t>(room))
  {
    for (int d = 0; d < Dimensions; ++d) {
      host[d] = std::move(along[d]);
      axes.emplace_back(host[d].size()).copy_from(host[d].data());
    }
  }

  [[nodiscard]] auto size() const { return static_cast<std::int64_t>(host[0].size()); }
  [[nodiscard]] double pairs() const { return 0.5 * static_cast<double>(size()) * static_cast<double>(size() - 1); }
  [[nodiscard]] gf::positions<float, Dimensions> on_device() const
  {
    if constexpr (Dimensions == 2)
      return gf::positions(axes[0], axes[1]);
    else
      return gf::positions(axes[0], axes[1], axes[2]);
  }
  template <class Layout>
  [[nodiscard]] gf::neighbor_list<Layout> list() const
  {
    return {counts.data(), indices.data(), size(), capacity};
  }

  /// The neighbours of every 97th particle, computed on the CPU.
  [[nodiscard]] sets expected() const
  {
    sets result;
    const float cutoff2 = static_cast<float>(cutoff) * static_cast<float>(cutoff);
    for (std::size_t i = 0; i < host[0].size(); i += stride) {
      result.emplace_back();
      for (std::size_t j = 0; j < host[0].size(); ++j) {
        float r2 = 0;
        for (const auto& axis : host) r2 = std::fma(axis[j] - axis[i], axis[j] - axis[i], r2);
        if (r2 < cutoff2 && j != i) result.back().push_back(static_cast<int>(j));
      }
    }
    return result;
  }

  void poison() const
  {
    gf::cuda_check(cudaMemset(counts.data(), 0, counts.size() * sizeof(int)), "clearing counts");
    gf::cuda_check(cudaMemset(indices.data(), 0xff, indices.size() * sizeof(int)), "poisoning a list");
  }

  /// The neighbours of every 97th particle in the device's list, ascending.
  template <class Layout>
  [[nodiscard]] sets found() const
  {
    std::vector<int> count(counts.size()), index(indices.size());
    counts.copy_to(count.data());
    indices.copy_to(index.data());
    gf::cuda_check(cudaDeviceSynchronize(), "copying a list");
    gf::check_capacity(count, capacity);
    const gf::neighbor_list<Layout> list(count.data(), index.data(), size(), capacity);
    sets result;
    for (std::size_t n = 0; n < count.size(); n += stride) {
      result.emplace_back();
      for (std::int64_t k = 0; k < count[n]; ++k)
        result.back().push_back(list.indices(static_cast<std::int64_t>(n), k));
      std::sort(result.back().begin(), result.back().end());
    }
    return result;
  }
};

template <int Dimensions>
using shared_workload = std::shared_ptr<workload<Dimensions>>;

/// Checks the result of work, then times it.
template <class Layout, int Dimensions, class Work>
void time_checked(const shared_workload<Dimensions>& on, const sets& expected, const std::string& what, Work work)
{
  const std::string name = on->name + "/" + what;
  on->poison();
  work();
  if (on->template found<Layout>() != expected) throw gf::error(name + " is wrong (it differs from the CPU): mend it");
  bench::time_on_device(name, "pairs/s", on->pairs(), work);
}

template <class V, class Layout, int Dimensions>
void time_variant(const shared_workload<Dimensions>& on, const sets& expected)
{
  const std::string layout = std::is_same_v<Layout, row_major> ? "/row-major" : "/column-major";
  time_checked<Layout>(on, expected, V::name() + layout, [on] {
    gf::neighbors<V>(gf::device{}, on->on_device(), on->cutoff, on->template list<Layout>());
  });
}

/// Fan's kernels by hand.
void time_textbook(const shared_workload<2>& on)
{
  const auto particles = static_cast<int>(on->size()), capacity = static_cast<int>(on->capacity);
  const auto cutoff_square = static_cast<float>(on->cutoff * on->cutoff);
  const int blocks = (particles + 127) / 128;
  const sets expected = on->expected();
  time_checked<row_major>(on, expected, "textbook atomic", [=] {
    gf::cuda_check(cudaMemsetAsync(on->counts.data(), 0, sizeof(int) * on->counts.size()), "clearing counts");
    find_neighbor_atomic<<<blocks, 128>>>(on->counts.data(), on->indices.data(), on->axes[0].data(), on->axes[1].data(),
                                          particles, capacity, cutoff_square);
    gf::cuda_check(cudaGetLastError(), "launching a kernel by hand");
  });
  time_checked<column_major>(on, expected, "textbook no atomic", [=] {
    find_neighbor_no_atomic<<<blocks, 128>>>(on->counts.data(), on->indices.data(), on->axes[0].data(),
                                             on->axes[1].data(), particles, cutoff_square);
    gf::cuda_check(cudaGetLastError(), "launching a kernel by hand");
  });
}

template <class Variants, int Dimensions>
void time_variants(const shared_workload<Dimensions>& on)
{
  const sets expected = on->expected();
  gf::for_each(Variants{}, [&]<class V>() {
    time_variant<V, row_major>(on, expected);
    time_variant<V, column_major>(on, expected);
  });
}

/// find_neighbor, on one core.
void textbook_cpu(const workload<2>& on, std::vector<int>& counts, std::vector<int>& indices)
{
  const std::vector<float>&x = on.host[0], &y = on.host[1];
  const float cutoff2 = static_cast<float>(on.cutoff * on.cutoff);
  const auto append = [&](std::size_t n, std::size_t other) {
    indices[n * static_cast<std::size_t>(on.capacity) + static_cast<std::size_t>(counts[n]++)] =
        static_cast<int>(other);
  };
  std::fill(counts.begin(), counts.end(), 0);
  for (std::size_t n1 = 0; n1 < x.size(); ++n1)
    for (std::size_t n2 = n1 + 1; n2 < x.size(); ++n2) {
      const float dx = x[n2] - x[n1], dy = y[n2] - y[n1];
      if (dx * dx + dy * dy < cutoff2) {
        append(n1, n2);
        append(n2, n1);
      }
    }
}

void time_cpu(const shared_workload<2>& on)
{
  const auto work = [on](benchmark::State& state) {
    std::vector<int> counts(on->counts.size()), indices(on->indices.size());
    for (auto _ : state) textbook_cpu(*on, counts, indices);
    state.counters["pairs/s"] = benchmark::Counter(on->pairs(), benchmark::Counter::kIsIterationInvariantRate);
  };
  benchmark::RegisterBenchmark((on->name + "/textbook CPU loop").c_str(), work)
      ->Unit(benchmark::kMillisecond)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

using of_the_notes = gf::list<figures::find_neighbor_atomic, figures::find_neighbor_no_atomic>;
using every_space = gf::list<gf::global, gf::read_only, gf::shared, gf::shared_tile<1024>>;
using every_variant =
    gf::supported<gf::verb::neighbors,
                  gf::cross<gf::list<gf::scatter, gf::gather>, gf::list<gf::contiguous, gf::interleaved>,
                            gf::coarsenings<1, 2, 4>, every_space, gf::list<gf::block<128>>>>;
/// Larger numbers of blocks, for few particles.
using other_blocks =
    gf::supported<gf::verb::neighbors, gf::cross<gf::list<gf::scatter, gf::gather>, gf::list<gf::interleaved>,
                                                 gf::coarsenings<1>, gf::list<gf::read_only, gf::shared>,
                                                 gf::list<gf::block<32>, gf::block<64>, gf::block<256>>>>;

void register_all()
{
  graphene::sheet sheet(72, 78);
  std::vector<float> atoms[2] = {std::move(sheet.x), std::move(sheet.y)};
  const auto carbon = std::make_shared<workload<2>>("graphene 22464", graphene::cutoff, 10, atoms);
  time_textbook(carbon);
  time_cpu(carbon);
  time_variants<gf::unique<gf::join<of_the_notes, every_variant, other_blocks>>>(carbon);

  std::mt19937 generator(1);
  std::uniform_real_distribution<float> place(0, 100);
  std::vector<float> anywhere[3];
  for (auto& axis : anywhere)
    for (int i = 0; i < 100000; ++i) axis.push_back(place(generator));
  time_variants<every_variant>(std::make_shared<workload<3>>("random 100000", 4.0, 64, anywhere));

  bench::time_tables(gf::device{});
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
