// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Times sums with a cutoff on the device, by tile, cells and form, and a kernel by Parboil's scheme; sorting into
/// cells and CUB's radix sort; neighbours by cells. Rates count useful pairs: those within the cutoff.
#include <omp.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cub/device/device_radix_sort.cuh>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/neighbors.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/sort_into_cells_cub.cuh>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "../../examples/support/graphene_sheet.hpp"
#include "../peers/cutcp.hpp"
#include "../support/device_timing.hpp"
#include "cutoff_workload.hpp"

namespace
{

namespace gf = gridfold;
using source = gf::source<float>;
using cells = gf::cell_list<gf::device, source, gf::boundary::open>;

/// Random sources in a cube of points, 0.1 per unit volume, and their map.
struct workload {
  std::string name;
  gf::lattice where;
  double cutoff;
  std::vector<source> sources;
  gf::device_buffer<source> on_device;
  gf::device_buffer<float> out;
  double pairs = 0;

  workload(const std::string& label, std::int64_t side, double reach)
      : name(label),
        where{.spacing = 0.5, .shape = {side, side, side}},
        cutoff(reach),
        sources(bench::random_sources(side)),
        on_device(sources.size()),
        out(static_cast<std::size_t>(where.shape.count()))
  {
    on_device.copy_from(sources.data());
    auto sorted = sort(1);
    gf::cutoff_sum(gf::device{}, sorted.cells(), where, view(), bench::pair_count{cutoff});
    for (float count : values()) pairs += static_cast<double>(count);
  }

  [[nodiscard]] gf::lattice_view<float> view() const { return gf::view_of(out.data(), where.shape); }
  [[nodiscard]] std::vector<float> values() const
  {
    std::vector<float> map(out.size());
    out.copy_to(map.data());
    gf::cuda_check(cudaDeviceSynchronize(), "copying a map");
    return map;
  }

  /// Sorts into cells whose edges are `share` times the edges by cells_around.
  [[nodiscard]] cells sort(double share) const
  {
    gf::cell_box<> box = gf::cells_around(where, cutoff, static_cast<std::int64_t>(sources.size()));
    const auto divide = [&](double& edge, std::int64_t& count) {
      const double length = edge * static_cast<double>(count);
      count = std::max<std::int64_t>(1, static_cast<std::int64_t>(length / (edge * share)));
      edge = length / static_cast<double>(count);
    };
    divide(box.edge.x, box.shape.x);
    divide(box.edge.y, box.shape.y);
    divide(box.edge.z, box.shape.z);
    cells list = gf::make_cells<source>(gf::device{}, box, static_cast<std::int64_t>(sources.size()));
    gf::sort_into_cells(gf::device{}, on_device, list);
    return list;
  }

  /// The largest difference from a float64 sum at about every millionth point, over their root mean square.
  template <class Form>
  [[nodiscard]] double error(Form form) const
  {
    const std::vector<float> map = values();
    double most = 0, square = 0;
    int points = 0;
    for (std::size_t n = 12345; n < map.size(); n += map.size() / 61, ++points) {
      const gf::index3 at = gf::index_in(where.shape, static_cast<std::int64_t>(n));
      double sum = 0;
      for (const auto& s : sources) {
        const double dx = 0.5 * static_cast<double>(at.x) - s.x, dy = 0.5 * static_cast<double>(at.y) - s.y,
                     dz = 0.5 * static_cast<double>(at.z) - s.z, r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cutoff * cutoff) sum += s.charge * form(r2, cutoff * cutoff);
      }
      most = std::max(most, std::abs(sum - map[n]));
      square += sum * sum;
    }
    return most / std::sqrt(square / points);
  }
};
using shared_workload = std::shared_ptr<workload>;

const auto as_cut = [](double r2, double) { return 1 / std::sqrt(r2); };
const auto as_tapered = [](double r2, double rc2) { return (1 - r2 / rc2) * (1 - r2 / rc2) / std::sqrt(r2); };

template <class V, class Pair, class Form>
void time_sum(const shared_workload& on, const std::string& form, const Pair& pair, Form exactly, double share)
{
  const auto sorted = std::make_shared<cells>(on->sort(share));
  bench::time_on_device(
      on->name + "/" + form + "/" + V::name() + "/cells " + std::to_string(share).substr(0, 4), "pairs/s", on->pairs,
      [=] { gf::cutoff_sum<V>(gf::device{}, sorted->cells(), on->where, on->view(), pair); }, bench::usual_seconds,
      [=] { return on->error(exactly); });
}

using gf::block, gf::coarsen, gf::planes, gf::shared_tile, gf::variant;
using usual = gf::default_variant<gf::device, gf::verb::cutoff_sum>;

/// Tiles from 4 x 4 x 4 to 16 x 16 x 8 points, by one to four warps.
using every_tile = gf::list<variant<coarsen<2, 1>, shared_tile<256>, planes<4>, block<2, 16>>,
                            variant<coarsen<4, 2>, shared_tile<256>, planes<4>, block<2, 16>>,
                            variant<coarsen<4, 4>, shared_tile<128>, planes<8>, block<2, 16>>,
                            variant<coarsen<4, 4>, shared_tile<256>, planes<8>, block<2, 16>>,
                            variant<coarsen<4, 4>, shared_tile<512>, planes<8>, block<2, 16>>,
                            variant<coarsen<8, 2>, shared_tile<256>, planes<8>, block<1, 32>>,
                            variant<coarsen<2, 8>, shared_tile<256>, planes<8>, block<4, 8>>,
                            variant<coarsen<4, 2>, shared_tile<256>, planes<8>, block<2, 32>>,
                            variant<coarsen<4, 2>, shared_tile<512>, planes<8>, block<2, 32>>,
                            variant<coarsen<2, 4>, shared_tile<256>, planes<8>, block<4, 16>>,
                            variant<coarsen<1, 8>, shared_tile<256>, planes<8>, block<8, 8>>,
                            variant<coarsen<2, 2>, shared_tile<512>, planes<8>, block<4, 32>>,
                            variant<coarsen<4, 4>, shared_tile<256>, planes<8>, block<4, 16>>,
                            variant<coarsen<4, 2>, shared_tile<512>, planes<8>, block<4, 32>>,
                            variant<coarsen<4, 4>, shared_tile<512>, planes<8>, block<4, 32>>>;
/// Each warp has a box of 4 x 4 x 4 to 8 x 8 x 4 points, stacked along z.
using every_tile_by_warp =
    gf::list<variant<coarsen<2, 1>, shared_tile<256>, planes<8>, gf::cull_by_warp, block<2, 32>>,
             variant<coarsen<2, 1>, shared_tile<256>, planes<16>, gf::cull_by_warp, block<2, 64>>,
             variant<coarsen<2, 2>, shared_tile<256>, planes<8>, gf::cull_by_warp, block<4, 16>>,
             variant<coarsen<2, 2>, shared_tile<256>, planes<16>, gf::cull_by_warp, block<4, 32>>,
             variant<coarsen<4, 1>, shared_tile<256>, planes<16>, gf::cull_by_warp, block<2, 64>>,
             variant<coarsen<2, 2>, shared_tile<512>, planes<16>, gf::cull_by_warp, block<4, 32>>,
             variant<coarsen<2, 2>, shared_tile<256>, planes<32>, gf::cull_by_warp, block<4, 64>>,
             variant<coarsen<2, 4>, shared_tile<256>, planes<8>, gf::cull_by_warp, block<4, 16>>,
             variant<coarsen<2, 4>, shared_tile<256>, planes<16>, gf::cull_by_warp, block<4, 32>>,
             variant<coarsen<4, 2>, shared_tile<512>, planes<16>, gf::cull_by_warp, block<2, 64>>>;
using straight = gf::list<variant<coarsen<4, 4>, gf::read_only, planes<8>, block<2, 16>>,
                          variant<coarsen<4, 2>, gf::global, planes<8>, block<2, 32>>>;
/// Rows of threads from a quarter of a warp to a whole warp.
using scattered = gf::list<variant<gf::scatter, block<8, 16>>, variant<gf::scatter, block<16, 8>>,
                           variant<gf::scatter, block<32, 4>>, variant<gf::scatter, coarsen<4>, block<32, 4>>>;

/// Parboil's scheme: a tile of 8 x 8 x 8 points, 4 for each of 128 threads as in its kernel, and bins of 8 sources.
using by_bins = gf::list<variant<coarsen<1, 4>, gf::source_bins<8>, planes<8>, block<8, 16>>,
                         variant<coarsen<4, 2>, gf::source_bins<8>, planes<8>, block<2, 32>>,
                         variant<coarsen<1, 4>, gf::source_bins<16>, planes<8>, block<8, 16>>>;

void time_forms(const shared_workload& on)
{
  const gf::coulomb<> whole;
  const double cutoff = on->cutoff;
  gf::for_each(gf::join<every_tile, every_tile_by_warp, straight>{},
               [&]<class V>() { time_sum<V>(on, "cut", gf::cut(whole, cutoff), as_cut, 1); });
  for (const double share : {0.5, 0.7, 1.4, 2.0}) time_sum<usual>(on, "cut", gf::cut(whole, cutoff), as_cut, share);
  gf::for_each(scattered{}, [&]<class V>() { time_sum<V>(on, "cut", gf::cut(whole, cutoff), as_cut, 1); });
  gf::for_each(gf::join<gf::list<usual>, by_bins>{},
               [&]<class V>() { time_sum<V>(on, "tapered", gf::tapered(whole, cutoff), as_tapered, 1); });
  // A density of Gaussians, whose value at the cutoff is 1e-4 of its peak.
  const double sigma = cutoff / 4.3;
  const gf::cut density(gf::gaussian_density(sigma), cutoff);
  const auto as_density = [sigma](double r2, double) {
    return std::exp(-r2 / (2 * sigma * sigma)) / std::pow(2 * std::numbers::pi * sigma * sigma, 1.5);
  };
  gf::for_each(gf::join<gf::list<usual>, scattered>{},
               [&]<class V>() { time_sum<V>(on, "density", density, as_density, 1); });
  const auto peer = std::make_shared<cutcp::problem>(on->sources, static_cast<int>(on->where.shape.x), 0.5f,
                                                     static_cast<float>(cutoff));
  const std::string scheme = on->name + "/tapered/peer: Parboil's scheme, " +
                             std::to_string(100 * peer->left_out() / on->sources.size()) + "% of atoms ";
  bench::time_on_device(scheme + "left to the CPU", "pairs/s", on->pairs, [=] { peer->sum(on->out.data()); });
  bench::time_on_device(
      scheme + "on " + std::to_string(omp_get_max_threads()) + " threads of the CPU", "pairs/s", on->pairs,
      [=] { peer->sum_with_cpu(on->out.data()); }, bench::usual_seconds, [=] { return on->error(as_tapered); });
}

/// Times a whole map: sorting and the sum.
void time_whole(const shared_workload& on)
{
  const auto sorted = std::make_shared<cells>(on->sort(1));
  bench::time_on_device(on->name + "/sort and sum", "pairs/s", on->pairs, [=] {
    gf::sort_into_cells(gf::device{}, on->on_device, *sorted);
    gf::cutoff_sum(gf::device{}, sorted->cells(), on->where, on->view(), gf::cut(gf::coulomb<>{}, on->cutoff));
  });
}

/// Times sorting alone, at 0.1 particles per unit volume and 2 per cell, or all in one cell.
void time_sorting(std::size_t count, bool in_one)
{
  const double length = std::cbrt(static_cast<double>(count) / 0.1);
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> place(0, static_cast<float>(in_one ? 1 : length));
  std::vector<source> all(count);
  for (auto& s : all) s = {place(generator), place(generator), place(generator), 1};
  const auto there = std::make_shared<gf::device_buffer<source>>(count);
  there->copy_from(all.data());
  gf::cuda_check(cudaDeviceSynchronize(), "copying particles");
  const auto box =
      gf::cells_in<gf::boundary::open>({0, 0, 0}, {length, length, length}, 0, static_cast<std::int64_t>(count));
  const auto list =
      std::make_shared<cells>(gf::make_cells<source>(gf::device{}, box, static_cast<std::int64_t>(count)));
  bench::time_on_device((in_one ? "in one cell " : "random ") + std::to_string(count) + "/sort", "particles/s",
                        static_cast<double>(count), [=] { gf::sort_into_cells(gf::device{}, *there, *list); });
  const auto scratch = std::make_shared<gf::radix_scratch>(gf::make_radix_scratch(gf::device{}, *list));
  bench::time_on_device((in_one ? "in one cell " : "random ") + std::to_string(count) + "/sort by CUB", "particles/s",
                        static_cast<double>(count),
                        [=] { gf::sort_into_cells(gf::device{}, *there, *list, *scratch); });
}

/// The minimum of a sort into cells by CUB: sorts the particles' numbers by given cell numbers, 2 particles per cell.
/// It neither finds the cells' beginnings nor moves particles.
void time_radix_sort(std::size_t count)
{
  const unsigned cell_count = static_cast<unsigned>(count / 2);
  std::mt19937 generator(1);
  std::vector<unsigned> cell_of(count), numbers(count);
  for (std::size_t n = 0; n < count; ++n) {
    cell_of[n] = static_cast<unsigned>(generator() % cell_count);
    numbers[n] = static_cast<unsigned>(n);
  }
  struct memory {
    gf::device_buffer<unsigned> keys, sorted_keys, values, sorted_values;
    explicit memory(std::size_t size) : keys(size), sorted_keys(size), values(size), sorted_values(size) {}
  };
  const auto on = std::make_shared<memory>(count);
  on->keys.copy_from(cell_of.data());
  on->values.copy_from(numbers.data());
  gf::cuda_check(cudaDeviceSynchronize(), "copying numbers of cells");
  const auto by_cub = [on, count, bits = std::bit_width(cell_count - 1)](void* scratch, std::size_t& bytes) {
    gf::cuda_check(
        cub::DeviceRadixSort::SortPairs(scratch, bytes, on->keys.data(), on->sorted_keys.data(), on->values.data(),
                                        on->sorted_values.data(), static_cast<int>(count), 0, static_cast<int>(bits)),
        "cub::DeviceRadixSort");
  };
  std::size_t bytes = 0;
  by_cub(nullptr, bytes);
  const auto scratch = std::make_shared<gf::device_buffer<unsigned char>>(std::max<std::size_t>(bytes, 1));
  bench::time_on_device("random " + std::to_string(count) + "/CUB's radix sort of cell numbers", "particles/s",
                        static_cast<double>(count), [=] {
                          std::size_t size = bytes;
                          by_cub(scratch->data(), size);
                        });
}

/// Neighbour lists: times sorting, the list of sorted particles, and both.
template <int Dimensions>
void time_neighbors(const std::string& name, const std::vector<float> (&along)[Dimensions], const gf::cell_box<>& box,
                    double cutoff, std::int64_t room)
{
  using list_of_cells = gf::cell_list<gf::device, gf::view::point<float, Dimensions>, gf::boundary::open>;
  struct state {
    std::vector<gf::device_buffer<float>> axes;
    list_of_cells sorted;
    gf::device_buffer<int> counts, indices;
    std::int64_t room;
    gf::positions<float, Dimensions> from;
    [[nodiscard]] auto list() const
    {
      return gf::neighbor_list<cuda::std::layout_left>(counts.data(), indices.data(),
                                                       static_cast<std::int64_t>(counts.size()), room);
    }
  };
  const std::size_t count = along[0].size();
  std::vector<gf::device_buffer<float>> axes;
  for (const auto& axis : along) axes.emplace_back(count).copy_from(axis.data());
  auto from = [&]<std::size_t... D>(std::index_sequence<D...>) { return gf::positions(axes[D]...); }
  (std::make_index_sequence<Dimensions>());
  const auto on = std::make_shared<state>(
      state{std::move(axes), gf::make_cells<float, Dimensions>(gf::device{}, box, static_cast<std::int64_t>(count)),
            gf::device_buffer<int>(count), gf::device_buffer<int>(count * static_cast<std::size_t>(room)), room, from});
  const auto sort = [=] { gf::sort_into_cells(gf::device{}, on->from, on->sorted); };
  const auto find = [=] { gf::neighbors(gf::device{}, on->sorted.cells(), cutoff, on->list()); };
  const auto most = [=] {
    std::vector<int> found(on->counts.size());
    on->counts.copy_to(found.data());
    gf::cuda_check(cudaDeviceSynchronize(), "copying counts");
    gf::check_capacity(found, on->room);
    return 0.0;
  };
  const auto particles = static_cast<double>(count);
  sort();
  bench::time_on_device(name + "/sort", "particles/s", particles, sort);
  bench::time_on_device(name + "/neighbours of sorted particles", "particles/s", particles, find, bench::usual_seconds,
                        most);
  bench::time_on_device(name + "/sort and neighbours", "particles/s", particles, [=] {
    sort();
    find();
  });
}

/// Random particles at 0.1 per unit volume, each with 60 others within 5.23.
void time_random_neighbors(const std::string& name, std::size_t count, double edge)
{
  const double length = std::cbrt(static_cast<double>(count) / 0.1);
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> place(0, static_cast<float>(length));
  std::vector<float> anywhere[3];
  for (auto& axis : anywhere)
    for (std::size_t i = 0; i < count; ++i) axis.push_back(place(generator));
  const auto along = static_cast<std::int64_t>(length / edge) + 1;
  time_neighbors(name, anywhere, gf::cell_box<>{{0, 0, 0}, {edge}, {along, along, along}}, 5.23, 128);
}

void time_all_neighbors()
{
  graphene::sheet sheet(72, 78);
  const auto ends = [](const std::vector<float>& axis) { return std::minmax_element(axis.begin(), axis.end()); };
  const auto [left, right] = ends(sheet.x);
  const auto [low, high] = ends(sheet.y);
  const std::vector<float> atoms[2] = {sheet.x, sheet.y};
  const double width = *right - *left + 1, height = *high - *low + 1;
  const gf::cell_box<> flat{{*left, *low, 0},
                            {graphene::cutoff, graphene::cutoff, 1},
                            {static_cast<std::int64_t>(width / graphene::cutoff) + 1,
                             static_cast<std::int64_t>(height / graphene::cutoff) + 1, 1}};
  time_neighbors("graphene 22464", atoms, flat, graphene::cutoff, 10);

  for (const double edge : {2.7, 4.0, 5.3})
    time_random_neighbors("random 1000000, cells of " + std::to_string(edge).substr(0, 3), 1000000, edge);
}

/// Rows for bench/report/linear.py, which draws time against the number of atoms at one density: maps of 0.5 Å with a
/// cutoff of 12 Å, and neighbour lists.
void time_against_atoms()
{
  for (const std::size_t count : {10000, 100000, 1000000, 10000000}) {
    const std::string name = "linear " + std::to_string(count);
    time_random_neighbors(name, count, 2.7);
    const auto side = static_cast<std::int64_t>(2 * std::cbrt(static_cast<double>(count) / 0.1));
    time_whole(std::make_shared<workload>(name, side, 12));
  }
}

void register_all()
{
  time_all_neighbors();
  for (const std::size_t count : {10000, 22464, 100000, 300000, 1000000, 3000000, 10000000}) {
    time_sorting(count, false);
    time_radix_sort(count);
  }
  time_sorting(100000, true);
  for (const auto& on :
       {std::make_shared<workload>("12 A 256^3", 256, 12), std::make_shared<workload>("3 A 512^3", 512, 3)}) {
    time_forms(on);
    time_whole(on);
  }
  time_against_atoms();
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
