// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program ranks [RANKS]: the potential of a piece of DNA on several ranks, here threads of one process that take
/// the GPUs in turn, or the CPU.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <gridfold/distributed.hpp>
#include <numbers>
#include <utility>
#include <vector>

#include "support/processor.hpp"

namespace
{
namespace gf = gridfold;

/// The phosphates of twelve base pairs of B-DNA: two helices of radius 10 Å around z, -1 e each.
std::vector<gf::atom> phosphates()
{
  std::vector<gf::atom> all;
  for (int n = 0; n < 24; ++n) {
    const double angle = (36 * (n / 2) + 154 * (n % 2)) * std::numbers::pi / 180;
    all.push_back({static_cast<float>(10 * std::cos(angle)), static_cast<float>(10 * std::sin(angle)),
                   3.4f * static_cast<float>(n / 2), -1});
  }
  return all;
}
constexpr gf::lattice where{.origin = {-20, -20, -10}, .spacing = 0.7, .shape = {59, 61, 83}};

// [slab]
/// This rank's slab of the map in host memory; sets `least` to the smallest value of all ranks.
template <class Executor, class Transport>
std::vector<float> map_slab(const gf::ranks<Executor, Transport>& on, const gf::partition& slabs, float& least)
{
  const gf::shape3 shape = slabs.shape(on.rank());
  const gf::buffer atoms(on.local(), phosphates());  // every rank has all sources
  const gf::buffer<float, Executor> map(on.local(), static_cast<std::size_t>(shape.count())), result(on.local(), 1);
  auto scratch = gf::make_reduce_scratch<float, gf::minimum>(on);
  gf::potential_map(on, atoms, where, slabs, gf::view_of(map.data(), shape));
  gf::reduce(on, map.span(), slabs, result.span(), gf::minimum{}, scratch);
  least = result.values()[0];
  return map.values();
}
// [slab]

/// A rank's share of the phosphates, one in `ranks`, and their numbers.
struct share {
  std::vector<gf::atom> atoms;
  std::vector<int> numbers;
};
share share_of(int rank, int ranks)
{
  share own;
  for (int n = rank; n < 24; n += ranks) {
    own.atoms.push_back(phosphates()[static_cast<std::size_t>(n)]);
    own.numbers.push_back(n);
  }
  return own;
}

// [halo]
/// This rank's slab of a map that ends at a cutoff, from phosphates that are distributed over the ranks.
template <class Executor, class Transport>
std::vector<float> screened_slab(const gf::ranks<Executor, Transport>& on, const gf::partition& slabs)
{
  const auto pair = gf::shifted(gf::coulomb<>{}, 9.0f);
  const share own = share_of(on.rank(), on.size());
  const gf::buffer atoms(on.local(), own.atoms);
  const gf::buffer number_of(on.local(), own.numbers);
  const auto box = gf::cells_around(where, 9, 24);  // for all sources, equal on every rank
  const auto near = gf::gather_halo(on, atoms, number_of, box, where, slabs, pair);

  const auto size = static_cast<std::int64_t>(near.sources.size());
  auto cells = gf::make_cells<gf::atom>(on.local(), box, size);
  gf::sort_into_cells(on.local(), near.sources, near.numbers, cells);
  const gf::shape3 shape = slabs.shape(on.rank());
  const gf::buffer<float, Executor> map(on.local(), static_cast<std::size_t>(shape.count()));
  gf::cutoff_sum(on, cells.cells(), where, slabs, gf::view_of(map.data(), shape), pair);
  return map.values();
}
// [halo]

// [near]
/// The number of phosphates within 8 Å of each phosphate in this rank's layers of cells, by the phosphates' numbers.
template <class Executor, class Transport>
std::vector<std::pair<int, int>> neighbor_counts(const gf::ranks<Executor, Transport>& on)
{
  const share own = share_of(on.rank(), on.size());
  const auto axis = [&](float gf::atom::*coordinate) {
    std::vector<float> values;
    for (const gf::atom& atom : own.atoms) values.push_back(atom.*coordinate);
    return gf::buffer(on.local(), values);
  };
  const auto x = axis(&gf::atom::x), y = axis(&gf::atom::y), z = axis(&gf::atom::z);
  const gf::buffer number_of(on.local(), own.numbers);
  const auto box = gf::cells_in({-10, -10, 0}, {20, 20, 37.4}, 8, 24);  // for all particles, equal on every rank
  const gf::partition layers(box.shape, on.size());
  const auto near = gf::gather_halo(on, gf::positions(x.span(), y.span(), z.span()), number_of, box, layers, 8);

  const std::int64_t rows = near.rows(), room = 10;
  const gf::buffer<int, Executor> counts(on.local(), static_cast<std::size_t>(rows)),
      indices(on.local(), static_cast<std::size_t>(rows * room));
  gf::neighbors(on, near, 8, gf::neighbor_list<>(counts.data(), indices.data(), rows, room));
  std::vector<int> number_of_row(static_cast<std::size_t>(rows));
  on.local().copy(near.numbers().data(), number_of_row.data(), number_of_row.size());
  const std::vector<int> count_of_row = counts.values();  // synchronises
  gf::check_capacity(count_of_row, room);
  std::vector<std::pair<int, int>> found;
  for (std::size_t n = 0; n < count_of_row.size(); ++n) found.emplace_back(number_of_row[n], count_of_row[n]);
  return found;
}
// [near]

// [ranks]
/// The whole map, computed by `count` ranks. A slab along z is consecutive in the map: slabs.first(rank) says where it
/// begins.
template <class Executor, class Compute>
std::vector<float> map_by(int count, const Executor& executor, const Compute& slab_of)
{
  const gf::partition slabs(where.shape, count, gf::along::z, 8);  // slabs begin at multiples of 8 planes
  std::vector<float> map(static_cast<std::size_t>(where.shape.count()));
  gf::local_ranks(count).run([&](const gf::local_ranks::member& by) {
    example::use_device(by.rank());
    const auto slab = slab_of(gf::ranks{executor, by}, slabs);
    std::copy(slab.begin(), slab.end(), map.begin() + slabs.first(by.rank()).z * where.shape.y * where.shape.x);
  });
  return map;
}
// [ranks]

/// The neighbours of each phosphate, found by several ranks.
template <class Executor>
std::vector<int> counts_by(int count, const Executor& executor)
{
  std::vector<int> counts(24, -1);
  gf::local_ranks(count).run([&](const gf::local_ranks::member& by) {
    example::use_device(by.rank());
    for (const auto& [number, neighbors] : neighbor_counts(gf::ranks{executor, by}))
      counts[static_cast<std::size_t>(number)] = neighbors;
  });
  return counts;
}
}  // namespace

int main(int argc, char** argv)
try {
  const int count = argc > 1 ? std::atoi(argv[1]) : 3;
  example::on_processor([&](const auto& at) {
    float least = 0, alone = 0;
    const auto whole = [](float& found) {
      return [&](const auto& on, const gf::partition& slabs) {
        float of_all = 0;
        auto slab = map_slab(on, slabs, of_all);
        if (on.rank() == 0) found = of_all;
        return slab;
      };
    };
    const auto screened = [](const auto& on, const gf::partition& slabs) { return screened_slab(on, slabs); };
    const bool equal = map_by(count, at.on, whole(least)) == map_by(1, at.on, whole(alone)) && least == alone &&
                       map_by(count, at.on, screened) == map_by(1, at.on, screened) &&
                       counts_by(count, at.on) == counts_by(1, at.on);
    std::printf("%d ranks on %s: the least potential is %g e/Å; ", count, at.name, static_cast<double>(least));
    std::puts(equal ? "every bit and every neighbour is that of one rank" : "WRONG");
  });
} catch (const gf::error& e) {
  std::fprintf(stderr, "ranks: %s\n", e.what());
  return 1;
}
