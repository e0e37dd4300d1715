// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Verbs on several ranks, for any executor and transport: each function returns whether all results are as expected.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <gridfold/distributed/neighbors.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/distributed/reduce.hpp>
#include <gridfold/distributed/sums.hpp>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "../support/lattice_sum_reference.hpp"
#include "../support/small_tests.hpp"

namespace ranks_tests
{

namespace gf = gridfold;

// No binary fractions, so that a slab with a moved origin would round differently. Some axes have fewer planes than
// there are ranks.
constexpr gf::lattice ragged{.origin = {-3.7, 10.1, 0.73}, .spacing = {0.37, 0.21, 0.53}, .shape = {35, 13, 9}};
constexpr gf::lattice flat{.origin = {-1.3, 0.1, 2.7}, .spacing = {0.3, 0.7, 0.11}, .shape = {67, 19, 2}};
using tiled = gf::variant<gf::coarsen<8, 2>, gf::block<4, 2>>;

inline std::int64_t below(std::mt19937& generator, std::int64_t end)
{
  return static_cast<std::int64_t>(generator() % static_cast<std::uint64_t>(end));
}

/// Even slabs, or random weights, some of which may be 0.
inline gf::partition random_slabs(gf::shape3 shape, int ranks, gf::along axis, std::mt19937& generator)
{
  if (generator() % 2 == 0) return {shape, ranks, axis};
  std::vector<double> weights(static_cast<std::size_t>(ranks));
  for (double& weight : weights) weight = static_cast<double>(below(generator, 4));
  weights[static_cast<std::size_t>(below(generator, ranks))] += 1;
  return {shape, weights, axis};
}

/// Whether a rank's slab has the bits of the whole map.
inline bool is_slab_of(const std::vector<float>& slab, const std::vector<float>& whole, const gf::partition& slabs,
                       int rank)
{
  const gf::shape3 shape = slabs.shape(rank), all = slabs.whole();
  const gf::index3 first = slabs.first(rank);
  if (static_cast<std::int64_t>(slab.size()) != shape.count()) return false;
  for (std::size_t n = 0; n < slab.size(); ++n) {
    const gf::index3 at = gf::index_in(shape, static_cast<std::int64_t>(n));
    const std::int64_t there = ((first.z + at.z) * all.y + first.y + at.y) * all.x + first.x + at.x;
    if (std::memcmp(&slab[n], &whole[static_cast<std::size_t>(there)], sizeof(float)) != 0) return false;
  }
  return true;
}

/// sum(executor, partition, view) on this rank, against the bits of sum_whole(executor, view) of the whole lattice.
template <class Executor, class Transport, class Sum, class SumWhole>
bool slab_is_right(const gf::ranks<Executor, Transport>& on, const gf::lattice& where, const gf::partition& slabs,
                   const Sum& sum, const SumWhole& sum_whole)
{
  const auto room = [](gf::shape3 shape) {
    return std::vector<float>(static_cast<std::size_t>(shape.count()), -1e30f);
  };
  const gf::buffer out(on.local(), room(slabs.shape(on.rank()))), whole(on.local(), room(where.shape));
  sum(gf::view_of(out.data(), slabs.shape(on.rank())));
  sum_whole(gf::view_of(whole.data(), where.shape));
  return is_slab_of(out.values(), whole.values(), slabs, on.rank());
}

/// lattice_sum and potential_map of sources that each rank has some of.
template <class Executor, class Transport>
bool maps_are_right(const gf::ranks<Executor, Transport>& on, unsigned seed)
{
  std::mt19937 generator(seed);
  bool right = true;
  for (const gf::lattice& where : {ragged, flat})
    for (const gf::along axis : {gf::along::x, gf::along::y, gf::along::z}) {
      const auto slabs = random_slabs(where.shape, on.size(), axis, generator);
      const auto atoms = reference::random_sources<float>(1 + generator() % 99, where, seed);
      const gf::buffer all(on.local(), atoms);
      const gf::partition shares =
          random_slabs({static_cast<std::int64_t>(atoms.size()), 1, 1}, on.size(), gf::along::x, generator);
      const gf::buffer mine(on.local(), std::vector<gf::atom>(atoms.begin() + shares.begin(on.rank()),
                                                              atoms.begin() + shares.end(on.rank())));
      const auto gathered = gf::all_gather(on, mine);
      right = right && gathered.size() == atoms.size();
      right = right && slab_is_right(
                           on, where, slabs,
                           [&](auto out) { gf::lattice_sum<tiled>(on, gathered, where, slabs, out, gf::coulomb<>{}); },
                           [&](auto out) { gf::lattice_sum<tiled>(on.local(), all, where, out, gf::coulomb<>{}); });
      if (axis == gf::along::z)
        right = right && slab_is_right(
                             on, where, slabs, [&](auto out) { gf::potential_map(on, all, where, slabs, out); },
                             [&](auto out) { gf::potential_map(on.local(), all, where, out); });
    }
  return right;
}

/// cutoff_sum in slabs that begin at multiples of the variant's planes, and point_sum.
template <class Executor, class Transport>
bool other_sums_are_right(const gf::ranks<Executor, Transport>& on, unsigned seed)
{
  const auto atoms = reference::random_sources<float>(301, ragged, seed);
  const gf::buffer all(on.local(), atoms);
  const auto count = static_cast<std::int64_t>(atoms.size());
  auto list = gf::make_cells<gf::atom>(on.local(), gf::cells_around(ragged, 2.3, count), count);
  gf::sort_into_cells(on.local(), all, list);
  using V = gf::variant<gf::coarsen<4, 2>, gf::shared_tile<64>, gf::planes<4>, gf::block<2, 8>>;
  const auto pair = gf::cut(gf::coulomb<>{}, 2.3f);
  const gf::partition slabs(ragged.shape, on.size(), gf::along::z, 4);
  bool right = slab_is_right(
      on, ragged, slabs, [&](auto out) { gf::cutoff_sum<V>(on, list.cells(), ragged, slabs, out, pair); },
      [&](auto out) { gf::cutoff_sum<V>(on.local(), list.cells(), ragged, out, pair); });

  std::vector<float> x, y, z;
  for (int n = 0; n < 17; ++n) x.push_back(0.1f * static_cast<float>(n)), y.push_back(10), z.push_back(1.5f);
  const gf::partition shares({17, 1, 1}, on.size(), gf::along::x);
  const auto sum_of = [&](std::int64_t from, std::int64_t to, const auto& executor) {
    const auto cut = [&](const std::vector<float>& v) {
      return gf::buffer(on.local(), std::vector<float>(v.begin() + from, v.begin() + to));
    };
    const auto px = cut(x), py = cut(y), pz = cut(z);
    const gf::buffer<float, Executor> out(on.local(), static_cast<std::size_t>(to - from));
    const gf::positions points(px.span(), py.span(), pz.span());
    gf::point_sum(executor, all, points, out.span(), gf::coulomb<>{});
    return out.values();
  };
  const std::int64_t from = shares.begin(on.rank()), to = shares.end(on.rank());
  const auto mine = sum_of(from, to, on), whole = sum_of(0, 17, on.local());
  return right && std::equal(mine.begin(), mine.end(), whole.begin() + from);
}

/// The rows that ranks list of their shares, against those of the list of all particles.
template <class Boundary, int Dimensions, class Pairs, class Executor, class Transport>
bool list_is_right(const gf::ranks<Executor, Transport>& on, std::int64_t particles, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> along(-0.7f, 5.3f);
  std::vector<gf::buffer<float, Executor>> coordinates;
  for (int d = 0; d < Dimensions; ++d) {
    std::vector<float> values(static_cast<std::size_t>(particles));
    for (float& x : values) x = along(generator);
    coordinates.emplace_back(on.local(), values);
  }
  const auto positions = [&] {
    if constexpr (Dimensions == 2)
      return gf::positions(coordinates[0].span(), coordinates[1].span());
    else
      return gf::positions(coordinates[0].span(), coordinates[1].span(), coordinates[2].span());
  }();
  const double cutoff = 0.9;
  auto box = gf::cells_in<Boundary>({-0.7, -0.7, -0.7}, {6, 6, 6}, cutoff, particles);
  if (Dimensions == 2) box.shape.z = 1;
  auto sorted = gf::make_cells<float, Dimensions>(on.local(), box, particles);
  gf::sort_into_cells(on.local(), positions, sorted);
  const auto shares = random_slabs({particles, 1, 1}, on.size(), gf::along::x, generator);

  constexpr std::int64_t room = 40;
  const auto list_of = [&](std::int64_t rows, const auto& find) {
    const gf::buffer counts(on.local(), std::vector<int>(static_cast<std::size_t>(rows), -1)),
        indices(on.local(), std::vector<int>(static_cast<std::size_t>(rows * room), -1));
    find(gf::neighbor_list<>(counts.data(), indices.data(), rows, room));
    return std::pair{counts.values(), indices.values()};
  };
  const auto [counts, indices] = list_of(shares.shape(on.rank()).x, [&](const auto& list) {
    gf::neighbors(on, sorted.cells(), cutoff, shares, list, Pairs{});
  });
  const auto [all_counts, all_indices] =
      list_of(particles, [&](const auto& list) { gf::neighbors(on.local(), sorted.cells(), cutoff, list, Pairs{}); });
  std::vector<int> numbers(static_cast<std::size_t>(particles));
  if (particles > 0) on.local().copy(sorted.cells().index.data(), numbers.data(), numbers.size());
  on.local().wait();
  for (std::size_t n = 0; n < counts.size(); ++n) {
    const auto whole = static_cast<std::size_t>(numbers[static_cast<std::size_t>(shares.begin(on.rank())) + n]);
    const auto row = [](const std::vector<int>& from, std::size_t number) {
      return from.begin() + static_cast<std::ptrdiff_t>(number * room);
    };
    if (counts[n] != all_counts[whole] || !std::equal(row(indices, n), row(indices, n) + room, row(all_indices, whole)))
      return false;
  }
  return true;
}

/// Lists of neighbours in a plane and in space, in open and periodic boxes; also of no particles and of few.
template <class Executor, class Transport>
bool lists_are_right(const gf::ranks<Executor, Transport>& on, unsigned seed)
{
  bool right = true;
  for (const std::int64_t particles : {0, 1, 3, 517}) {
    right = list_is_right<gf::boundary::open, 3, gf::pairs::twice>(on, particles, seed) && right;
    right = list_is_right<gf::boundary::periodic, 3, gf::pairs::once>(on, particles, seed) && right;
    right = list_is_right<gf::boundary::open, 2, gf::pairs::once>(on, particles, seed) && right;
  }
  return right;
}

/// Numbers whose sum depends on the order of additions: magnitudes from 1e-6 to 1e6, most of which cancel.
inline std::vector<float> cancelling(std::size_t count, unsigned seed)
{
  std::mt19937 generator(seed);
  std::vector<float> numbers(count);
  for (std::size_t n = 0; n < count; ++n) {
    const float scale = 1e-6f * static_cast<float>(1u << generator() % 30u);
    numbers[n] = n % 2 == 1 ? -numbers[n - 1] * (1 + 1e-6f * static_cast<float>(generator() % 8u))
                            : scale * (1 + static_cast<float>(generator() % 1000) / 777);
  }
  return numbers;
}

/// The distributed sum of numbers. Each rank's slab lies `shift` elements behind an aligned address.
template <class V, class Executor, class Transport>
float sum_on(const gf::ranks<Executor, Transport>& on, const std::vector<float>& numbers, const gf::partition& slabs,
             std::size_t shift)
{
  const auto size = static_cast<std::size_t>(slabs.shape(on.rank()).count());
  const gf::index3 first = slabs.first(on.rank());
  const gf::shape3 whole = slabs.whole();
  const auto begin = numbers.begin() + (first.z * whole.y + first.y) * whole.x + first.x;
  std::vector<float> slab(shift);
  slab.insert(slab.end(), begin, begin + static_cast<std::ptrdiff_t>(size));
  const gf::buffer memory(on.local(), slab);
  const gf::buffer<float, Executor> out(on.local(), 1);
  auto scratch = gf::make_reduce_scratch<V, float>(on);
  gf::reduce<V>(on, memory.span().subspan(shift), slabs, out.span(), gf::sum{}, scratch);
  return out.values()[0];
}

/// Sums of partitions of several kinds, the same list on any number of ranks.
template <class Executor, class Transport>
std::vector<float> sums_on(const gf::ranks<Executor, Transport>& on, unsigned seed)
{
  using words = gf::variant<gf::coarsen<2>, gf::vectors<4>, gf::block<64>>;
  using accurate = gf::variant<gf::coarsen<4>, gf::block<96>, gf::exchange_shared, gf::compensated>;
  using global = gf::variant<gf::interleaved, gf::coarsen<2>, gf::vectors<2>, gf::block<40>, gf::exchange_global>;
  std::mt19937 generator(seed + static_cast<unsigned>(on.size()));  // weights differ from size to size
  std::vector<float> sums;
  for (const std::int64_t n : {0, 1, 5, 1000, test::small_tests() ? 10007 : 100003}) {
    const auto numbers = cancelling(static_cast<std::size_t>(n), seed);
    for (const std::int64_t step : {std::int64_t{64}, std::int64_t{1003}}) {
      std::vector<double> weights(static_cast<std::size_t>(on.size()), 1);
      weights[0] += static_cast<double>(generator() % 3);
      const gf::partition slabs({n, 1, 1}, weights, gf::along::x, step);
      const auto shift = static_cast<std::size_t>(generator() % 4 + static_cast<unsigned>(on.rank())) % 4;
      sums.push_back(sum_on<words>(on, numbers, slabs, shift));
      sums.push_back(sum_on<accurate>(on, numbers, slabs, shift));
      sums.push_back(sum_on<global>(on, numbers, slabs, 0));
    }
    sums.push_back(sum_on<words>(on, numbers, gf::partition_of_elements(n, on.size()), 0));
  }
  // Several pieces in each step, the last of them short.
  const std::int64_t several = test::small_tests() ? 25007 : 250007;
  const auto many = cancelling(static_cast<std::size_t>(several), seed);
  sums.push_back(sum_on<words>(on, many, gf::partition({several, 1, 1}, on.size(), gf::along::x, several / 5), 3));
  const auto map = cancelling(67 * 53 * 9, seed);
  sums.push_back(sum_on<words>(on, map, gf::partition({67, 53, 9}, on.size()), 1));
  return sums;
}

/// Whether all bits of floats are equal.
inline bool same_bits(const std::vector<float>& a, const std::vector<float>& b)
{
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

}  // namespace ranks_tests
