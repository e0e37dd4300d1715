// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Random sums with a cutoff, and neighbours by cells, against loops over all pairs in float64.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/neighbors_by_cells.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "../support/elements.hpp"
#include "../support/executor_memory.hpp"
#include "../support/neighbor_lists.hpp"
#include "../verbs/cutoff_sum/check_cutoff.hpp"
#include "draw.hpp"
#include "neighborhoods.hpp"
#include "placement.hpp"
#include "sums.hpp"

namespace test
{

/// A form of Coulomb's interaction that ends, and what it is in float64.
struct cut_pair {
  static const end_form& form() { return cut_form; }
  static auto counting(unsigned long long* count, double cutoff)
  {
    return gf::cut(gf::coulomb<>{gf::singularity::skip{count}}, cutoff);
  }
};
struct shifted_pair {
  static const end_form& form() { return shifted_form; }
  static auto counting(unsigned long long* count, double cutoff)
  {
    return gf::shifted(gf::coulomb<>{gf::singularity::skip{count}}, cutoff);
  }
};
struct tapered_pair {
  static const end_form& form() { return tapered_form; }
  static auto counting(unsigned long long* count, double cutoff)
  {
    return gf::tapered(gf::coulomb<>{gf::singularity::skip{count}}, cutoff);
  }
};

/// Cells of dyadic lengths, so that particles can lie exactly on their borders. They may lie beside the lattice, and
/// end before the sources do.
///
/// \param period the least length along each axis, for the sake of loops over images
template <class Boundary>
gf::cell_box<Boundary> random_cells(const gf::lattice& where, const gf::vec3& period, std::mt19937& generator)
{
  gf::cell_box<Boundary> box;
  const auto along = [&](double first, double least, double& origin, double& edge, std::int64_t& cells) {
    origin = first + static_cast<double>(random_int(generator, -40, 40)) / 8;
    cells = random_extent(generator, 12);
    edge = static_cast<double>(random_int(generator, 2, 40)) / 8;
    while (edge * static_cast<double>(cells) < least) edge *= 2;
  };
  along(where.origin.x, period.x, box.origin.x, box.edge.x, box.shape.x);
  along(where.origin.y, period.y, box.origin.y, box.edge.y, box.shape.y);
  along(where.origin.z, period.z, box.origin.z, box.edge.z, box.shape.z);
  return box;
}

/// Around the lattice at random; or in a cluster; or on points and on borders of cells alone.
template <class T>
std::vector<gf::source<T>> placed_sources(const gf::lattice& where, std::int64_t most, std::mt19937& generator)
{
  auto all = reference::random_sources<T>(static_cast<std::size_t>(random_int(generator, 0, most)), where,
                                          static_cast<unsigned>(generator()));
  const auto move_all = [&](auto by) {
    for (auto& s : all) s.x = by(s.x), s.y = by(s.y), s.z = by(s.z);
  };
  switch (generator() % 4) {
    case 0:
      move_all([](T x) { return std::round(x * 8) / 8; });
      break;
    case 1:
      move_all([](T x) { return x / 64; });
      break;
    default:
      break;
  }
  return all;
}

/// The error of a random sum with a cutoff; empty if it is correct.
template <class V, class T, class Boundary, class Pair>
std::string wrong_cutoff_sum(std::mt19937& generator)
{
  constexpr bool is_periodic = Boundary::is_periodic;
  cut_problem<T, Boundary> p{random_lattice(generator), {}, {}, 0};
  p.where.shape = {random_extent(generator, is_periodic ? 20 : 40), random_extent(generator, is_periodic ? 5 : 9),
                   random_extent(generator, 4)};
  if (std::is_same_v<Pair, tapered_pair> || generator() % 8 != 0)
    p.cutoff = std::exp2(std::uniform_real_distribution<double>(-3, is_periodic ? 2 : 6)(generator));
  const auto period = [&](double spacing, std::int64_t points) {
    return is_periodic ? std::max(spacing * static_cast<double>(points) / 3, p.cutoff / 2) : 0;
  };
  p.box =
      random_cells<Boundary>(p.where,
                             {period(p.where.spacing.x, p.where.shape.x), period(p.where.spacing.y, p.where.shape.y),
                              period(p.where.spacing.z, p.where.shape.z)},
                             generator);
  p.sources = placed_sources<T>(p.where, is_periodic ? 60 : 400, generator);
  const auto expected = expected_sums(p, Pair::form());

  const auto place = random_placement<3>({p.where.shape.z, p.where.shape.y, p.where.shape.x}, generator);
  const std::vector<T> untouched = poison<T>(place.size());
  memory<T> out(untouched);
  memory<unsigned long long> count({0});
  const memory<gf::source<T>> sources(p.sources);
  auto list = gf::make_cells<gf::source<T>>(executor{}, p.box, static_cast<std::int64_t>(p.sources.size()));
  gf::sort_into_cells(executor{}, sources, list);
  try {
    gf::cutoff_sum<V>(executor{}, list.cells(), p.where, place.view(out.data()),
                      Pair::counting(count.data(), p.cutoff));
  } catch (const gf::error& e) {  // bins, of cells that are far smaller than a tile
    if (std::string(e.what()).find("cells are within reach") != std::string::npos) return "";
    throw;
  }

  std::vector<T> values = out.values();
  const auto map = place.view(values.data());
  int wrong = 0;
  unsigned long long on_points = 0;
  for (std::size_t n = 0; n < expected.size(); ++n) {
    const gf::index3 at = gf::index_in(p.where.shape, static_cast<std::int64_t>(n));
    wrong += !(std::abs(double(map(at.z, at.y, at.x)) - expected[n].value) <= expected[n].error);
    on_points += expected[n].on_point;
    map(at.z, at.y, at.x) = untouched[0];
  }
  const bool spoiled = std::memcmp(values.data(), untouched.data(), values.size() * sizeof(T)) != 0;
  return wrong == 0 && count.values()[0] == on_points && !spoiled
             ? ""
             : std::to_string(wrong) + " wrong of " + place.name() + ", sources: " + std::to_string(p.sources.size()) +
                   ", cutoff: " + std::to_string(p.cutoff) + ", left out: " + std::to_string(count.values()[0]) +
                   " of " + std::to_string(on_points) + (spoiled ? ", others written" : "");
}

template <std::uint64_t N>
struct cutoff_sum_case {
  using tiles =
      gf::list<gf::block<32>, gf::list<gf::planes<8>, gf::block<2, 16>>, gf::list<gf::planes<3>, gf::block<5, 9>>,
               gf::list<gf::planes<4>, gf::block<8, 8>>, gf::list<gf::planes<8>, gf::cull_by_warp, gf::block<4, 16>>,
               gf::list<gf::planes<4>, gf::cull_by_warp, gf::block<8, 16>>>;
  using spaces = gf::list<gf::global, gf::read_only, gf::shared_tile<131>, gf::shared_tile<256>, gf::source_bins<1>,
                          gf::source_bins<8>>;
  using variant =
      draw::variant<N, draw::decompositions, gf::list<gf::contiguous, gf::interleaved, draw::shuffled_items>,
                    gf::list<gf::coarsen<1>, gf::coarsen<3>, gf::coarsen<2, 2>, gf::coarsen<4, 3>, gf::coarsen<1, 4>>,
                    spaces, tiles, draw::accumulations>;
  using boundary = draw::one_of<N + 7, gf::list<gf::boundary::open, gf::boundary::periodic>>;
  static constexpr bool value = gf::supports<gf::verb::cutoff_sum, variant>;
  static std::string run(std::mt19937& generator)
  {
    return wrong_cutoff_sum<variant, draw::one_of<N + 6, gf::list<float, double>>, boundary,
                            draw::one_of<N + 8, gf::list<cut_pair, shifted_pair, tapered_pair>>>(generator);
  }
};

/// The neighbours of every particle in float64, ascending: of each other particle the nearest image counts, if there
/// are periods. `doubtful` counts the pairs so close to the cutoff that rounding in T decides.
template <class T, int Dimensions>
std::vector<std::vector<int>> nearest_images(const particles<T, Dimensions>& all, const double (&period)[3],
                                             double cutoff, double rounding, int& doubtful)
{
  std::vector<std::vector<int>> found(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j) {
      double r2 = 0;
      for (std::size_t d = 0; d < Dimensions; ++d) {
        const double step = double(all.along[d][i]) - double(all.along[d][j]);
        r2 += std::pow(period[d] > 0 ? step - period[d] * std::round(step / period[d]) : step, 2);
      }
      doubtful += i != j && std::abs(std::sqrt(r2) - cutoff) < rounding;
      if (i != j && r2 < cutoff * cutoff) found[i].push_back(static_cast<int>(j));
    }
  return found;
}

/// The error of the neighbours of random particles by random cells; empty if they are correct, or if rounding could
/// decide.
template <class T, int Dimensions, class Boundary, class Layout, class Pairs>
std::string wrong_cell_neighbors(std::mt19937& generator)
{
  gf::cell_box<Boundary> box = random_cells<Boundary>({}, {0, 0, 0}, generator);
  if (Dimensions == 2) box.shape.z = 1;
  const double lengths[3] = {box.edge.x * double(box.shape.x), box.edge.y * double(box.shape.y),
                             box.edge.z * double(box.shape.z)};
  const double origin[3] = {box.origin.x, box.origin.y, box.origin.z};
  auto all = random_particles<T, Dimensions>(static_cast<std::size_t>(random_int(generator, 0, 300)),
                                             static_cast<unsigned>(generator()));
  const double spread = generator() % 2 == 0 ? 1 : 3;  // three boxes' lengths: two thirds of an axis lie outside
  const bool on_borders = generator() % 3 == 0;
  double shortest = lengths[0], size = 0;
  for (std::size_t d = 0; d < Dimensions; ++d) {
    shortest = std::min(shortest, lengths[d]);
    for (T& x : all.along[d]) {
      x = static_cast<T>(origin[d] + (spread * (double(x) - 0.5) + 0.5) * lengths[d]);
      if (on_borders) x = std::round(x * 8) / 8;
      size = std::max({size, std::abs(double(x)), std::abs(origin[d]) + lengths[d]});
    }
  }
  const double cutoff = std::uniform_real_distribution<double>(0.05, 0.499)(generator) * shortest;
  const std::int64_t capacity = random_int(generator, 0, 80);
  int doubtful = 0;
  // Moving a coordinate by periods and the difference of two round by fewer than 4 epsilon of the largest.
  const double rounding = 16 * static_cast<double>(std::numeric_limits<T>::epsilon()) * size;
  const double period[3] = {Boundary::is_periodic ? lengths[0] : 0, Boundary::is_periodic ? lengths[1] : 0,
                            Boundary::is_periodic ? lengths[2] : 0};
  auto expected = nearest_images(all, period, cutoff, rounding, doubtful);
  if (doubtful > 0) return "";
  if (Pairs::each_once) expected = half_of(std::move(expected));

  const executor on;
  const auto count = static_cast<std::int64_t>(all.size());
  auto cells = gf::make_cells<T, Dimensions>(on, box, count);
  std::vector<memory<T>> axes;
  axes.reserve(Dimensions);
  auto there = all.view();
  for (std::size_t d = 0; d < Dimensions; ++d) there.along[d] = axes.emplace_back(all.along[d]).span();
  gf::sort_into_cells(on, there, cells);
  found_list<Layout> list(all.size(), capacity);
  const memory<int> counts(list.counts), indices(list.indices);
  gf::neighbors(on, cells.cells(), cutoff, list.list(counts.data(), indices.data()), Pairs{});
  list.counts = counts.values();
  list.indices = indices.values();

  return wrong_rows(std::move(list), expected, cutoff, capacity);
}

template <std::uint64_t N>
struct cell_neighbors_case {
  struct variant {
    static constexpr gridfold::fixed_text name() { return "by cells"; }
  };
  using dimensions = draw::one_of<N + 7, gf::list<std::integral_constant<int, 2>, std::integral_constant<int, 3>>>;
  static constexpr bool value = true;
  static std::string run(std::mt19937& generator)
  {
    return wrong_cell_neighbors<draw::one_of<N + 6, gf::list<float, double>>, dimensions::value,
                                draw::one_of<N + 5, gf::list<gf::boundary::open, gf::boundary::periodic>>,
                                draw::one_of<N + 8, gf::list<cuda::std::layout_right, cuda::std::layout_left>>,
                                draw::one_of<N + 9, gf::list<gf::pairs::twice, gf::pairs::once>>>(generator);
  }
};

}  // namespace test
