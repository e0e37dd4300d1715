// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Cut sums against the direct sum of the cut interaction in float64.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../support/executor_memory.hpp"
#include "../../support/lattice_sum_reference.hpp"
#include "../../support/triclinic.hpp"

namespace test
{

namespace gf = gridfold;

/// A form of Coulomb's interaction that ends at a cutoff, for a unit charge: its value within the cutoff, |d f / d ln
/// r2|, what its roundings are relative to, and whether it ends in a step.
struct end_form {
  double (*value)(double r2, double rc2, double from2);
  double (*sensitivity)(double r2, double rc2, double from2);
  double (*scale)(double r2, double rc2, double from2);
  bool steps;
};

inline double unit(double x) { return std::min(std::max(x, 0.0), 1.0); }

inline const end_form cut_form{[](double r2, double, double) { return 1 / std::sqrt(r2); },
                               [](double r2, double, double) { return 0.5 / std::sqrt(r2); },
                               [](double r2, double, double) { return 1 / std::sqrt(r2); }, true};
inline const end_form shifted_form{[](double r2, double rc2, double) { return 1 / std::sqrt(r2) - 1 / std::sqrt(rc2); },
                                   [](double r2, double, double) { return 0.5 / std::sqrt(r2); },
                                   [](double r2, double rc2, double) { return 1 / std::sqrt(r2) + 1 / std::sqrt(rc2); },
                                   false};
/// t is wrong by three roundings of what it is the difference of, and the value by 1.5 times as much at most.
inline const end_form switched_form{
    [](double r2, double rc2, double from2) {
      const double t = unit((rc2 - r2) / (rc2 - from2));
      return t * t * (3 - 2 * t) / std::sqrt(r2);
    },
    [](double r2, double rc2, double from2) { return (0.5 + 1.5 * r2 / (rc2 - from2)) / std::sqrt(r2); },
    [](double r2, double rc2, double from2) { return (1 + 1.5 * rc2 / (rc2 - from2)) / std::sqrt(r2); }, false};
inline const end_form tapered_form{[](double r2, double rc2, double) {
                                     const double left = unit(1 - r2 / rc2);
                                     return left * left / std::sqrt(r2);
                                   },
                                   [](double r2, double rc2, double) { return (0.5 + 2 * r2 / rc2) / std::sqrt(r2); },
                                   [](double r2, double, double) { return 3 / std::sqrt(r2); }, false};
/// Roundings of a term, in units of its scale: those of an estimated rsqrt (5 in float, 9 in double), its product with
/// the charge, and at most six of a factor.
template <class T>
constexpr double term_roundings = sizeof(T) == 4 ? 12 : 16;

/// What a sum has to be, and by how much it may differ.
struct expectation {
  double value = 0, error = 0;
  unsigned long long on_point = 0;
};

/// The direct sum at a point. `images` are the displacements of all sources that count.
template <class T>
expectation direct_sum(const std::vector<gf::source<T>>& sources, const std::vector<gf::vec3>& images, double x,
                       double y, double z, const end_form& form, double cutoff, double from, double size)
{
  const double u = std::numeric_limits<T>::epsilon() / 2.0, rc2 = cutoff * cutoff, from2 = from * from;
  reference::accurate_sum sum;
  expectation result;
  double magnitude = 0, terms = 0;
  for (const auto& image : images)
    for (const auto& s : sources) {
      const double dx = x - s.x - image.x, dy = y - s.y - image.y, dz = z - s.z - image.z;
      const double r2 = dx * dx + dy * dy + dz * dz, q = s.charge;
      if (r2 == 0 && cutoff > 0) {
        ++result.on_point;
        continue;
      }
      // What rounding the coordinates and the squared distance may change of ln r2.
      const double change = u * (5 + 2 * size / std::sqrt(r2));
      if (!(r2 < rc2 * (1 + 2 * change))) continue;
      const bool within = r2 < rc2;
      const double value = within ? form.value(r2, rc2, from2) : 0;
      sum.add(q * value);
      magnitude += std::abs(q) * form.scale(r2, rc2, from2);
      result.error += std::abs(q) *
                      (form.sensitivity(r2, rc2, from2) * change + u * term_roundings<T> * form.scale(r2, rc2, from2));
      if (form.steps && std::abs(r2 / rc2 - 1) < 2 * change) result.error += std::abs(q) / cutoff;
      ++terms;
    }
  result.value = sum.value();
  // Terms of order u^2 by 1%, and float64's own error.
  result.error = 1.01 * (result.error + u * terms * magnitude) + 1e-14 * magnitude;
  return result;
}

/// Whether the reference needs a sum on any of a lattice's points.
template <class T, class Boundary = gf::boundary::open>
struct cut_problem {
  gf::lattice where;
  gf::cell_box<Boundary> box;
  std::vector<gf::source<T>> sources;
  double cutoff, from = 0;

  [[nodiscard]] std::vector<gf::vec3> images() const
  {
    if constexpr (!Boundary::is_periodic) return {{0, 0, 0}};
    std::vector<gf::vec3> all;
    if constexpr (gf::core::is_triclinic<Boundary>) return tilted_images();
    const double length[3] = {box.edge.x * double(box.shape.x), box.edge.y * double(box.shape.y),
                              box.edge.z * double(box.shape.z)};
    const auto& [origin, spacing, shape] = where;
    const double far[3] = {farthest<&gf::source<T>::x>(origin.x, spacing.x, shape.x),
                           farthest<&gf::source<T>::y>(origin.y, spacing.y, shape.y),
                           farthest<&gf::source<T>::z>(origin.z, spacing.z, shape.z)};
    int most[3];
    for (int d = 0; d < 3; ++d) most[d] = static_cast<int>(std::ceil((far[d] + cutoff) / length[d]));
    for (int k = -most[2]; k <= most[2]; ++k)
      for (int j = -most[1]; j <= most[1]; ++j)
        for (int i = -most[0]; i <= most[0]; ++i) all.push_back({i * length[0], j * length[1], k * length[2]});
    return all;
  }
  /// The largest coordinate that is computed with.
  [[nodiscard]] double size() const
  {
    double most = 0;
    if constexpr (Boundary::is_periodic) most = 2 * gf::launch::largest_coordinate(where, box) + cutoff;
    const auto& [origin, spacing, shape] = where;
    for (double k : {0.0, double(shape.z)})
      for (double j : {0.0, double(shape.y)})
        for (double i : {0.0, double(shape.x)})
          most =
              std::max(most, std::hypot(origin.x + i * spacing.x, origin.y + j * spacing.y, origin.z + k * spacing.z));
    return most;
  }

 private:
  /// Those of a triclinic box by which a source may come within the cutoff of a point.
  [[nodiscard]] std::vector<gf::vec3> tilted_images() const
  {
    std::vector<gf::vec3> all;
    const auto& [origin, spacing, shape] = where;
    const gf::period_vectors period = box.vectors();
    const gf::vec3 reach{farthest<&gf::source<T>::x>(origin.x, spacing.x, shape.x) + cutoff,
                         farthest<&gf::source<T>::y>(origin.y, spacing.y, shape.y) + cutoff,
                         farthest<&gf::source<T>::z>(origin.z, spacing.z, shape.z) + cutoff};
    const auto each = [](double at, double most, double length, const auto& use) {
      for (double n = std::floor((-most - at) / length); n <= std::ceil((most - at) / length); ++n) use(n);
    };
    each(0, reach.z, period.lengths.z, [&](double k) {
      each(k * period.tilt.yz, reach.y, period.lengths.y, [&](double j) {
        each(j * period.tilt.xy + k * period.tilt.xz, reach.x, period.lengths.x, [&](double i) {
          all.push_back(shifted({0, 0, 0}, period, i, j, k));
        });
      });
    });
    return all;
  }

  /// The largest distance between a source and a point along an axis.
  template <T gf::source<T>::*Axis>
  [[nodiscard]] double farthest(double first, double spacing, std::int64_t points) const
  {
    const double last = first + spacing * double(points - 1);
    double far = 0;
    for (const auto& s : sources) far = std::max({far, std::abs(s.*Axis - first), std::abs(s.*Axis - last)});
    return far;
  }
};

/// The direct sums at every point, (z, y, x).
template <class T, class Boundary>
std::vector<expectation> expected_sums(const cut_problem<T, Boundary>& p, const end_form& form)
{
  const auto& [origin, spacing, shape] = p.where;
  std::vector<expectation> all(static_cast<std::size_t>(shape.count()));
  const auto images = p.images();
  const double size = p.size();
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t n = 0; n < shape.count(); ++n) {
    const gf::index3 at = gf::index_in(p.where.shape, n);
    all[static_cast<std::size_t>(n)] =
        direct_sum(p.sources, images, p.where.origin.x + double(at.x) * p.where.spacing.x,
                   p.where.origin.y + double(at.y) * p.where.spacing.y,
                   p.where.origin.z + double(at.z) * p.where.spacing.z, form, p.cutoff, p.from, size);
  }
  return all;
}

template <class T>
struct cut_result {
  std::vector<T> values;
  unsigned long long left_out;
};

/// cutoff_sum<V> into memory full of NaN; make_pair(counter) makes the interaction.
template <class V, class T, class Boundary, class MakePair>
cut_result<T> cut_sum(const cut_problem<T, Boundary>& p, MakePair make_pair)
{
  const executor on;
  const memory<gf::source<T>> sources(p.sources);
  memory<T> out(std::vector<T>(static_cast<std::size_t>(p.where.shape.count()), std::numeric_limits<T>::quiet_NaN()));
  memory<unsigned long long> count(std::vector<unsigned long long>{0});
  auto list = gf::make_cells<gf::source<T>>(on, p.box, static_cast<std::int64_t>(p.sources.size()));
  gf::sort_into_cells(on, sources, list);
  gf::cutoff_sum<V>(on, list.cells(), p.where, gf::view_of(out.data(), p.where.shape), make_pair(count.data()));
  return {out.values(), count.values().front()};
}

/// No template of the variant: doctest's macros take long to compile.
template <class T>
void check_values(const cut_result<T>& got, const std::vector<expectation>& expected, const std::string& variant,
                  double cutoff, std::size_t sources)
{
  int wrong = 0;
  unsigned long long on_points = 0;
  for (std::size_t n = 0; n < expected.size(); ++n) {
    wrong += !(std::abs(double(got.values[n]) - expected[n].value) <= expected[n].error);
    on_points += expected[n].on_point;
  }
  CAPTURE(variant);
  CAPTURE(cutoff);
  CAPTURE(sources);
  CHECK(wrong == 0);
  CHECK(got.left_out == on_points);
}

template <class V, class T, class Boundary>
void check_cut(const cut_problem<T, Boundary>& p, const std::vector<expectation>& expected)
{
  const auto make_pair = [&](unsigned long long* count) {
    return gf::cut(gf::coulomb<>{gf::singularity::skip{count}}, p.cutoff);
  };
  check_values(cut_sum<V>(p, make_pair), expected, V::name(), p.cutoff, p.sources.size());
}

using gf::block, gf::coarsen, gf::planes, gf::shared_tile, gf::variant;

/// Tiles of all kinds: cubes, plates and rows, of one warp, several and odd numbers of threads; small tiles in shared
/// memory, which fill up, and large ones; culled by block and by warp; bins, some
/// of odd sizes. Scatters by warps and by less.
using every_cutter =
    gf::list<variant<coarsen<4, 4>, shared_tile<256>, planes<8>, block<2, 16>>,
             variant<gf::contiguous, coarsen<16, 4>, shared_tile<512>, planes<8>, block<1, 16>>,
             variant<coarsen<4, 2>, shared_tile<128>, planes<8>, block<4, 32>>,
             variant<coarsen<2, 2>, shared_tile<128>, planes<16>, gf::cull_by_warp, block<4, 32>>,
             variant<gf::contiguous, coarsen<3>, shared_tile<64>, planes<2>, gf::cull_by_warp, block<8, 8>>,
             variant<coarsen<2, 4>, shared_tile<64>, planes<8>, gf::cull_by_warp, block<4, 16>>,
             variant<coarsen<1, 3>, shared_tile<64>, planes<3>, block<7, 9>>, variant<shared_tile<40>, block<37>>,
             variant<coarsen<1, 4>, gf::source_bins<8>, planes<8>, block<8, 16>>,
             variant<gf::contiguous, coarsen<3, 2>, gf::source_bins<3>, planes<3>, block<5, 9>, gf::compensated>,
             variant<coarsen<2>, gf::global, planes<4>, block<8, 8>>,
             variant<gf::contiguous, coarsen<2, 2>, gf::read_only, planes<5>, block<3, 5>, gf::compensated>,
             variant<gf::scatter, gf::read_only, block<32, 4>>,
             variant<gf::scatter, gf::contiguous, coarsen<3>, gf::global, block<5, 7>>>;

/// Calls check.template operator()<V>() for half of them, or all if ALL_VARIANTS is defined (support/pairwise.hpp): the
/// one half for float in open and double in periodic boxes, the other for the rest. So each is called for both types
/// and for both boundaries.
template <class T, class Boundary, class Check>
void for_each_cutter(const Check& check)
{
  const auto in_half = [&]<class... V>(gf::list<V...>) {
    const auto call = [&]<std::size_t N>(std::integral_constant<std::size_t, N>) {
#ifndef ALL_VARIANTS
      constexpr bool first_half = std::is_same_v<T, float> != Boundary::is_periodic;
      if constexpr ((N % 2 == 0) == first_half)
#endif
        check.template operator()<std::tuple_element_t<N, std::tuple<V...>>>();
    };
    [&]<std::size_t... N>(std::index_sequence<N...>) { (call(std::integral_constant<std::size_t, N>{}), ...); }
    (std::index_sequence_for<V...>{});
  };
  in_half(every_cutter{});
}

template <class T, class Boundary>
void check_every_cutter(const cut_problem<T, Boundary>& p, const std::vector<expectation>& expected)
{
  for_each_cutter<T, Boundary>([&]<class V>() { check_cut<V>(p, expected); });
}
template <class T, class Boundary>
void check_every_cutter(const cut_problem<T, Boundary>& p)
{
  check_every_cutter(p, expected_sums(p, cut_form));
}

}  // namespace test
