// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The neighbours of size particles at random positions, about thirty each.
#include <algorithm>
#include <cmath>
#include <gridfold/neighbors.hpp>
#include <random>

#include "measure/processor.hpp"

namespace study
{

namespace
{

constexpr std::int64_t capacity = 96;
constexpr float edge = 100;
/// Every 97th particle is checked.
constexpr std::size_t stride = 97;

using neighbor_sets = std::vector<std::vector<int>>;

neighbor_sets expected_sets(const std::vector<float> (&at)[3], float cutoff)
{
  neighbor_sets sets;
  for (std::size_t i = 0; i < at[0].size(); i += stride) {
    sets.emplace_back();
    for (std::size_t j = 0; j < at[0].size(); ++j) {
      float r2 = 0;
      for (const auto& axis : at) r2 = std::fma(axis[j] - axis[i], axis[j] - axis[i], r2);
      if (r2 < cutoff * cutoff && j != i) sets.back().push_back(static_cast<int>(j));
    }
  }
  return sets;
}

neighbor_sets sets_of(const std::vector<int>& counts, const std::vector<int>& indices)
{
  neighbor_sets sets;
  for (std::size_t n = 0; n < counts.size(); n += stride) {
    const auto first = indices.begin() + static_cast<std::ptrdiff_t>(n) * capacity;
    sets.emplace_back(first, first + std::clamp<std::ptrdiff_t>(counts[n], 0, capacity));
    std::sort(sets.back().begin(), sets.back().end());
  }
  return sets;
}

}  // namespace

void part(const request& what, results& of)
{
  const std::int64_t count = size_of(what, 32768, 4096);
  const auto particles = static_cast<std::size_t>(count);
  const double volume = std::pow(edge, 3) / static_cast<double>(count);
  const auto cutoff = static_cast<float>(std::cbrt(30 * volume * 3 / (4 * 3.14159)));
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> place(0, edge);
  std::vector<float> at[3];
  for (auto& axis : at)
    for (std::size_t n = 0; n < particles; ++n) axis.push_back(place(generator));
  const neighbor_sets expected = expected_sets(at, cutoff);
  memory<float> x(at[0]), y(at[1]), z(at[2]);
  memory<int> counts(particles), indices(particles * static_cast<std::size_t>(capacity));
  const auto axis_of = [](auto& from) { return cuda::std::span<const float>(from.data(), from.size()); };
  const gf::positions<float, 3> from(axis_of(x), axis_of(y), axis_of(z));
  const gf::neighbor_list<> list(counts.data(), indices.data(), count, capacity);

  gf::sweep_options options = options_of(what);
  options.work = 0.5 * static_cast<double>(count) * static_cast<double>(count - 1);
  options.unit = "pairs/s";
  options.poison = [&] { counts.poison(), indices.poison(); };
  options.error = [&] { return sets_of(counts.values(), indices.values()) == expected ? 0.0 : 1.0; };
  of.table = run<neighbors_variants>(
      what, std::to_string(count) + " particles",
      [&]<class V>(const auto& on) { gf::neighbors<V>(on, from, static_cast<double>(cutoff), list); }, options);
}

}  // namespace study
