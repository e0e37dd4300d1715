// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sums of sources that are distributed, for any executor and transport, against those of one rank.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/distributed/halo.hpp>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "verbs_on_ranks.hpp"

namespace ranks_tests
{

/// A lattice of more planes than a halo, and its sum's variant. Slabs begin at multiples of the variant's planes.
constexpr gf::lattice tall{.origin = {-3.7, 10.1, 0.73}, .spacing = {0.37, 0.41, 0.53}, .shape = {19, 13, 39}};
using halo_variant = gf::variant<gf::coarsen<4, 2>, gf::shared_tile<64>, gf::planes<4>, gf::block<2, 8>>;

inline gf::partition slabs_of_tiles(int ranks, std::mt19937& generator)
{
  std::vector<double> weights(static_cast<std::size_t>(ranks));
  for (double& weight : weights) weight = static_cast<double>(below(generator, 4));
  weights[static_cast<std::size_t>(below(generator, ranks))] += 1;
  return {tall.shape, weights, gf::along::z, halo_variant::planes::count};
}

/// Cells of the open lattice; or of a period along z that is a little shorter than the lattice, so that slabs have
/// halos behind the border.
template <class Boundary>
gf::cell_box<Boundary> halo_cells(double cutoff, std::int64_t particles)
{
  if constexpr (gf::core::is_triclinic<Boundary>)
    return gf::cells_in({-4, 10, 1.1}, {{7.7, 6.1, 19.3}, {2.4, -3.1, 1.7}}, cutoff, particles);
  else if constexpr (Boundary::is_periodic)
    return gf::cells_in<Boundary>({-4, 10, 1.1}, {7.7, 6.1, 19.3}, cutoff, particles);
  else
    return gf::cells_around(tall, cutoff, particles);
}

/// Sources in and around the box of a lattice. Some lie far outside.
inline std::vector<gf::atom> sources_around(std::size_t count, unsigned seed)
{
  auto atoms = reference::random_sources<float>(count, tall, seed);
  for (std::size_t n = 0; n < count; n += 17) atoms[n].z += n % 2 == 0 ? 31.0f : -23.0f;
  return atoms;
}

/// Which sources a rank has, and in which order: a range of them, or any.
inline std::vector<std::int64_t> share_of(std::int64_t count, int ranks, int rank, bool any, std::mt19937& generator)
{
  const gf::partition shares = random_slabs({count, 1, 1}, ranks, gf::along::x, generator);
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  if (any) std::shuffle(numbers.begin(), numbers.end(), generator);
  return {numbers.begin() + shares.begin(rank), numbers.begin() + shares.end(rank)};
}

/// The slab of a cut sum whose sources are distributed, against the bits of one rank's map of all sources.
template <class Boundary, class Executor, class Transport>
bool halo_sum_is_right(const gf::ranks<Executor, Transport>& on, std::int64_t count, unsigned seed)
{
  std::mt19937 generator(seed);
  const auto atoms = sources_around(static_cast<std::size_t>(count), seed);
  const float cutoff = 0.3f + 0.1f * static_cast<float>(below(generator, 30));
  const auto pair = gf::cut(gf::coulomb<>{}, cutoff);
  const auto box = halo_cells<Boundary>(static_cast<double>(cutoff), count);
  const auto slabs = slabs_of_tiles(on.size(), generator);

  const auto sum_all = [&](auto out) {
    const gf::buffer all(on.local(), atoms);
    auto list = gf::make_cells<gf::atom>(on.local(), box, count);
    gf::sort_into_cells(on.local(), all, list);
    gf::cutoff_sum<halo_variant>(on.local(), list.cells(), tall, out, pair);
  };
  const auto sum_of = [&](bool any) {
    const auto numbers = share_of(count, on.size(), on.rank(), any, generator);
    std::vector<gf::atom> own;
    for (const std::int64_t number : numbers) own.push_back(atoms[static_cast<std::size_t>(number)]);
    const gf::buffer mine(on.local(), own);
    const gf::buffer their_numbers(on.local(), numbers);
    auto list = gf::make_cells<gf::atom>(on.local(), box, count);
    return slab_is_right(
        on, tall, slabs,
        [&](auto out) {
          if (any) {
            const auto near = gf::gather_halo(on, mine, their_numbers, box, tall, slabs, pair);
            gf::sort_into_cells(on.local(), near.sources, near.numbers, list);
          } else {
            const auto near = gf::gather_halo(on, mine, box, tall, slabs, pair);
            gf::sort_into_cells(on.local(), near, list);
          }
          gf::cutoff_sum<halo_variant>(on, list.cells(), tall, slabs, out, pair);
        },
        sum_all);
  };
  const bool in_ranges = sum_of(false), anywhere = sum_of(true);
  return in_ranges && anywhere;
}

/// Whether all ranks are told of a source with a NaN coordinate, which one of them has.
template <class Executor, class Transport>
bool lost_source_is_refused(const gf::ranks<Executor, Transport>& on)
{
  std::vector<gf::atom> own = {{0, 12, 2, 1}};
  if (on.rank() == on.size() - 1) own.push_back({0, std::numeric_limits<float>::quiet_NaN(), 2, 1});
  const gf::buffer mine(on.local(), own);
  const auto pair = gf::cut(gf::coulomb<>{}, 2);
  const gf::partition slabs(tall.shape, on.size());
  try {
    static_cast<void>(gf::gather_halo(on, mine, gf::cells_around(tall, 2, 2), tall, slabs, pair));
  } catch (const gf::error& e) {
    return std::string(e.what()).find("a source has a coordinate that is NaN") != std::string::npos;
  }
  return false;
}

template <class Executor, class Transport>
bool halo_sums_are_right(const gf::ranks<Executor, Transport>& on, unsigned seed)
{
  bool right = lost_source_is_refused(on);
  for (const std::int64_t count : {0, 1, 7, 613}) {
    right = halo_sum_is_right<gf::boundary::open>(on, count, seed) && right;
    right = halo_sum_is_right<gf::boundary::periodic>(on, count, seed) && right;
    right = halo_sum_is_right<gf::boundary::triclinic>(on, count, seed) && right;
  }
  return right;
}

/// exchange of parts that overlap: rank r has r + 1 + 2 s elements for rank s, none if r + s is a multiple of 3.
template <class Executor, class Transport>
bool exchanges_are_right(const gf::ranks<Executor, Transport>& on)
{
  const auto size_for = [](int from, int to) {
    return (from + to) % 3 == 0 ? std::int64_t{0} : std::int64_t{1 + from + 2 * to};
  };
  const auto element = [](int from, std::int64_t n) { return static_cast<std::int16_t>(100 * from + n); };
  std::vector<std::int16_t> values, expected;
  for (int n = 0; n < 4 * on.size(); ++n) values.push_back(element(on.rank(), n));
  const gf::buffer out(on.local(), values);
  std::vector<cuda::std::span<const std::int16_t>> parts;
  std::vector<std::int64_t> counts;
  for (int r = 0; r < on.size(); ++r) {
    parts.emplace_back(out.data() + r / 2, static_cast<std::size_t>(size_for(on.rank(), r)));
    counts.push_back(size_for(r, on.rank()));
    for (std::int64_t n = 0; n < counts.back(); ++n) expected.push_back(element(r, n + on.rank() / 2));
  }
  const gf::buffer<std::int16_t, Executor> in(on.local(), expected.size());
  on.together([&] { on.template exchange<std::int16_t>(parts, counts, in.data()); });
  return in.values() == expected;
}

}  // namespace ranks_tests
