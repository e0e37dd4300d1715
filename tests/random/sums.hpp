// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Random lattice sums and point sums against float64.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/distance_dielectric.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/point_sum.hpp>
#include <limits>
#include <string>
#include <vector>

#include "../support/elements.hpp"
#include "../support/executor_memory.hpp"
#include "../support/interaction_reference.hpp"
#include "draw.hpp"
#include "placement.hpp"

namespace test
{

namespace gf = gridfold;

/// An interaction and what it is in float64. `most` sources lie on no point where the interaction leaves none out.
template <class Rsqrt>
struct coulomb_pair {
  static constexpr std::int64_t most = 400;
  static auto counting(unsigned long long* count) { return gf::coulomb<Rsqrt>{gf::singularity::skip{count}}; }
  template <class T>
  static reference::rounded_radial exact(double /*farthest*/)
  {
    return reference::rounded_coulomb<Rsqrt, T>();
  }
};
struct yukawa_pair {
  static constexpr std::int64_t most = 400;
  static auto counting(unsigned long long* count)
  {
    return gf::yukawa<gf::rsqrt::approx>{0.3, gf::singularity::skip{count}};
  }
  template <class T>
  static reference::rounded_radial exact(double farthest)
  {
    return reference::yukawa<3, gf::rsqrt::approx, T>(farthest);
  }
};
struct dielectric_pair {
  static constexpr std::int64_t most = 400;
  static auto counting(unsigned long long* count)
  {
    return gf::distance_dielectric<gf::rsqrt::ieee>{4, gf::singularity::skip{count}};
  }
  template <class T>
  static reference::rounded_radial exact(double /*farthest*/)
  {
    return reference::distance_dielectric<gf::rsqrt::ieee, T>();
  }
};
struct gaussian_pair {
  static constexpr std::int64_t most = 96;
  static auto counting(unsigned long long*) { return gf::gaussian_density(1); }
  template <class T>
  static reference::rounded_radial exact(double farthest)
  {
    return reference::gaussian_density(farthest);
  }
};
using pairs = gf::list<coulomb_pair<gf::rsqrt::ieee>, coulomb_pair<gf::rsqrt::approx>, yukawa_pair, dielectric_pair,
                       gaussian_pair>;

/// Origin and spacing are dyadic, so that sources can lie exactly on points.
inline gf::lattice random_lattice(std::mt19937& generator)
{
  const auto coordinate = [&] { return static_cast<double>(random_int(generator, -40, 40)) / 4; };
  const auto spacing = [&] { return std::ldexp(1.0, static_cast<int>(random_int(generator, -2, 1))); };
  return {{coordinate(), coordinate(), coordinate()},
          {spacing(), spacing(), spacing()},
          {random_extent(generator, 60), random_extent(generator, 12), random_extent(generator, 5)}};
}

/// More than the distance of any source of random_sources from any point of the lattice.
inline double farthest(const gf::lattice& where)
{
  const auto along = [](double spacing, std::int64_t points) { return 1.2 * spacing * static_cast<double>(points); };
  return std::hypot(along(where.spacing.x, where.shape.x), along(where.spacing.y, where.shape.y),
                    along(where.spacing.z, where.shape.z));
}

/// Whether the error of a sum of this many sources is within its bound. A term below the smallest normal number may
/// become zero.
template <class T>
bool is_near(T sum, const reference::point& exact, const reference::rounded_radial& f, std::size_t sources)
{
  const auto terms = static_cast<double>(sources);
  return std::abs(static_cast<double>(sum) - exact.value) <=
         reference::tolerance<T>(exact, f.roundoffs, terms, f.steepness) +
             terms * static_cast<double>(std::numeric_limits<T>::min());
}

inline unsigned long long pairs_on_points(const std::vector<reference::point>& exact, bool counted)
{
  unsigned long long all = 0;
  for (const auto& point : exact) all += static_cast<unsigned long long>(point.on_point);
  return counted ? all : 0;
}

/// Calls sum(sources, in the memory that the input policy reads).
template <class V, class T, class Sum>
void with_sources(const std::vector<gf::source<T>>& sources, Sum sum)
{
  if constexpr (V::input::read_by_host) {
    sum(sources);
  } else {
    const memory<gf::source<T>> there(sources);
    sum(cuda::std::span<const gf::source<T>>(there.data(), there.size()));
  }
}

/// The error of a lattice sum of random sources; empty if it is correct.
template <class V, class T, class Pair>
std::string wrong_lattice_sum(std::mt19937& generator)
{
  const gf::lattice where = random_lattice(generator);
  const auto& [x, y, z] = where.shape;
  const auto place = random_placement<3>({z, y, x}, generator);
  const auto count = static_cast<std::size_t>(random_int(generator, 0, Pair::most));
  const auto sources = reference::random_sources<T>(count, where, static_cast<unsigned>(generator()));
  const auto f = Pair::template exact<T>(farthest(where));
  const auto exact = reference::sums(sources, where, f.f);

  const std::vector<T> untouched = poison<T>(place.size());
  memory<T> out(untouched);
  memory<unsigned long long> left_out({0});
  with_sources<V>(sources, [&](const auto& readable) {
    gf::lattice_sum<V>(executor{}, readable, where, place.view(out.data()), Pair::counting(left_out.data()));
  });
  std::vector<T> values = out.values();

  const auto map = place.view(values.data());
  std::size_t wrong = 0, n = 0;
  for (std::int64_t k = 0; k < z; ++k)
    for (std::int64_t j = 0; j < y; ++j)
      for (std::int64_t i = 0; i < x; ++i) {
        wrong += !is_near(map(k, j, i), exact[n++], f, count);
        map(k, j, i) = untouched[0];
      }
  wrong += std::memcmp(values.data(), untouched.data(), values.size() * sizeof(T)) != 0;
  wrong += left_out.values()[0] != pairs_on_points(exact, Pair::most > 96);
  return wrong == 0 ? "" : std::to_string(wrong) + " wrong of " + place.name() + ", sources: " + std::to_string(count);
}

/// The error of a point sum of random sources; empty if it is correct.
template <class V, class T, class Pair>
std::string wrong_point_sum(std::mt19937& generator)
{
  const gf::lattice where = random_lattice(generator);
  const auto count = static_cast<std::size_t>(random_int(generator, 0, Pair::most));
  const auto sources = reference::random_sources<T>(count, where, static_cast<unsigned>(generator()));
  const auto points = reference::random_sources<T>(static_cast<std::size_t>(random_int(generator, 0, 300)), where,
                                                   static_cast<unsigned>(generator()));
  const auto f = Pair::template exact<T>(1.2 * farthest(where));
  std::vector<T> along[3];
  std::vector<reference::point> exact;
  for (const auto& p : points) {
    along[0].push_back(p.x), along[1].push_back(p.y), along[2].push_back(p.z);
    exact.push_back(reference::sum_at(sources, p.x, p.y, p.z, f.f));
  }

  const memory<T> px(along[0]), py(along[1]), pz(along[2]);
  memory<T> out(poison<T>(points.size()));
  memory<unsigned long long> left_out({0});
  with_sources<V>(sources, [&](const auto& readable) {
    gf::point_sum<V>(executor{}, readable, gf::positions(px, py, pz), out.span(), Pair::counting(left_out.data()));
  });
  const std::vector<T> values = out.values();

  std::size_t wrong = 0;
  for (std::size_t n = 0; n < points.size(); ++n) wrong += !is_near(values[n], exact[n], f, count);
  wrong += left_out.values()[0] != pairs_on_points(exact, Pair::most > 96);
  return wrong == 0 ? ""
                    : std::to_string(wrong) + " wrong of " + std::to_string(points.size()) +
                          " points, sources: " + std::to_string(count);
}

using source_spaces =
    gf::list<gf::constant_chunk<37>, gf::global, gf::read_only, gf::shared_tile<19>, gf::shared,
             gf::list<gf::shared_tile<31>, gf::stages<2>>, gf::list<gf::shared_tile<8>, gf::stages<3>>,
             gf::list<gf::shared_tile<16>, gf::stages<4>>>;
using plain_assignments = gf::list<gf::contiguous, gf::interleaved, draw::shuffled_items>;

template <std::uint64_t N>
struct lattice_sum_case {
  using variant =
      draw::variant<N, draw::decompositions, plain_assignments,
                    gf::list<gf::coarsen<1>, gf::coarsen<3>, gf::coarsen<16>, gf::coarsen<5, 2>, gf::coarsen<2, 7>>,
                    source_spaces, gf::list<gf::block<1>, gf::block<32>, gf::block<9, 5>, gf::block<16, 8>>,
                    draw::accumulations>;
  static constexpr bool value = gf::supports<gf::verb::lattice_sum, variant>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_lattice_sum<variant, draw::one_of<N + 6, gf::list<float, double>>, draw::one_of<N + 7, pairs>>(
        generator);
  }
};

template <std::uint64_t N>
struct point_sum_case {
  using variant =
      draw::variant<N, draw::gathering, plain_assignments, gf::coarsenings<1, 2, 5, 16>, source_spaces,
                    gf::list<gf::block<1>, gf::block<32>, gf::block<45>, gf::block<128>>, draw::accumulations>;
  static constexpr bool value = gf::supports<gf::verb::point_sum, variant>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_point_sum<variant, draw::one_of<N + 6, gf::list<float, double>>, draw::one_of<N + 7, pairs>>(
        generator);
  }
};

}  // namespace test
