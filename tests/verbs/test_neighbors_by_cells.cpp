// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbours by cells: the sets of all pairs, whatever the cells and where the particles are.
#include <gridfold/neighbors_by_cells.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <gridfold/neighbors.hpp>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"
#include "../support/neighbor_lists.hpp"
#include "../support/seed.hpp"

namespace cell_tests
{

namespace
{

using namespace test;
namespace gf = gridfold;
using gf::boundary::open, gf::boundary::periodic;
using sets = std::vector<std::vector<int>>;

template <class Pairs = gf::pairs::twice, class T, int Dimensions, class Boundary>
sets by_cells(const particles<T, Dimensions>& all, const gf::cell_box<Boundary>& box, double cutoff)
{
  const executor on;
  const auto count = static_cast<std::int64_t>(all.size());
  const std::int64_t room = count;
  auto list = gf::make_cells<T, Dimensions>(on, box, count);
  std::vector<memory<T>> axes;
  axes.reserve(Dimensions);
  for (const auto& axis : all.along) axes.emplace_back(axis);
  auto there = all.view();
  for (std::size_t d = 0; d < Dimensions; ++d) there.along[d] = axes[d].span();
  gf::sort_into_cells(on, there, list);
  found_list<cuda::std::layout_right> found(all.size(), room);
  memory<int> counts(found.counts), indices(found.indices);
  gf::neighbors(on, list.cells(), cutoff, found.list(counts.data(), indices.data()), Pairs{});
  found.counts = counts.values();
  found.indices = indices.values();
  CHECK(found.spoiled() == 0);
  return found.sets();
}

template <class T, int Dimensions>
sets by_all_pairs(const particles<T, Dimensions>& all, double cutoff)
{
  const auto table =
      gf::neighbors<gf::variant<gf::coarsen<2>, gf::global, gf::block<32>>>(gf::host{}, all.view(), cutoff);
  sets found(all.size());
  for (std::size_t n = 0; n < all.size(); ++n) found[n].assign(table.of(n).begin(), table.of(n).end());
  return found;
}

/// The neighbours in a periodic cube of side 1, by the nearest image in float64. `doubtful` counts the pairs that
/// rounding decides.
template <class T, int Dimensions>
sets in_periodic_cube(const particles<T, Dimensions>& all, double cutoff, int& doubtful)
{
  sets found(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j) {
      double r2 = 0;
      for (const auto& axis : all.along) {
        const double step = double(axis[i]) - double(axis[j]);
        r2 += std::pow(step - std::round(step), 2);
      }
      doubtful += i < j && std::abs(std::sqrt(r2) - cutoff) < 4 * double(std::numeric_limits<T>::epsilon());
      if (i != j && r2 < cutoff * cutoff) found[i].push_back(static_cast<int>(j));
    }
  return found;
}

template <int Dimensions>
constexpr gf::cell_box<> some_box{{-0.1, 0.2, Dimensions == 3 ? 0.05 : 0},
                                  {0.13, 0.07, Dimensions == 3 ? 0.21 : 1},
                                  {9, 12, Dimensions == 3 ? 4 : 1}};

}  // namespace

TEST_CASE_TEMPLATE("neighbours by cells are those of all pairs, to the last bit of the cutoff", T, float, double)
{
  const unsigned random = seed();
  for (const std::size_t count : {0, 1, 2, 257, 1531})
    for (const double cutoff : {0.01, 0.09, 0.3, 5.0}) {
      CAPTURE(count);
      CAPTURE(cutoff);
      const auto plane = random_particles<T, 2>(count, random);
      const auto space = random_particles<T, 3>(count, random + 1);
      CHECK(by_cells(plane, some_box<2>, cutoff) == by_all_pairs(plane, cutoff));
      CHECK(by_cells(space, some_box<3>, cutoff) == by_all_pairs(space, cutoff));
      CHECK(by_cells(space, gf::cells_in({0, 0, 0}, {1, 1, 1}, cutoff, static_cast<std::int64_t>(count)), cutoff) ==
            by_all_pairs(space, cutoff));
      CHECK(by_cells<gf::pairs::once>(plane, some_box<2>, cutoff) == half_of(by_all_pairs(plane, cutoff)));
      CHECK(by_cells<gf::pairs::once>(space, some_box<3>, cutoff) == half_of(by_all_pairs(space, cutoff)));
    }
}

TEST_CASE_TEMPLATE("a lattice of particles, whose neighbours are exactly at the cutoff or on borders of cells", T,
                   float, double)
{
  particles<T, 3> all;
  for (int k = 0; k < 7; ++k)
    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < 9; ++i) {
        all.along[0].push_back(T(0.5) * static_cast<T>(i));
        all.along[1].push_back(T(0.5) * static_cast<T>(j));
        all.along[2].push_back(T(0.5) * static_cast<T>(k));
      }
  for (const double cutoff : {0.5, std::nextafter(0.5, 1.0), 0.51, 1.5})
    CHECK(by_cells(all, gf::cell_box<>{{0, 0, 0}, {0.5}, {9, 8, 7}}, cutoff) == by_all_pairs(all, cutoff));
}

TEST_CASE("particles outside of the box, and with infinite and NaN coordinates")
{
  auto all = random_particles<float, 3>(700, seed());
  for (std::size_t n = 0; n < 700; n += 3)
    for (auto& axis : all.along) axis[n] = 40 * axis[n] - 20;
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  for (std::size_t n = 1; n < 700; n += 30) all.along[n % 2][n] = n % 4 < 2 ? nan : -inf;
  CHECK(by_cells(all, some_box<3>, 0.4) == by_all_pairs(all, 0.4));
}

TEST_CASE_TEMPLATE("neighbours across the faces of a periodic box", T, float, double)
{
  const unsigned random = seed();
  for (double cutoff : {0.06, 0.21, 0.49}) {
    const auto plane = random_particles<T, 2>(301, random);
    const auto space = random_particles<T, 3>(503, random + 1);
    sets of_plane, of_space;
    // Until rounding decides of no pair.
    for (int doubtful = 1; doubtful > 0; cutoff += doubtful > 0 ? 1e-5 : 0) {
      doubtful = 0;
      of_plane = in_periodic_cube(plane, cutoff, doubtful);
      of_space = in_periodic_cube(space, cutoff, doubtful);
    }
    CHECK(by_cells(plane, gf::cell_box<periodic>{{0, 0, 0}, {0.25, 0.1, 1}, {4, 10, 1}}, cutoff) == of_plane);
    CHECK(by_cells(space, gf::cell_box<periodic>{{0, 0, 0}, {0.25, 0.1, 1}, {4, 10, 1}}, cutoff) == of_space);
    CHECK(by_cells(space, gf::cell_box<periodic>{{0, 0, 0}, {1}, {1, 1, 1}}, cutoff) == of_space);
    const gf::cell_box<periodic> box{{0, 0, 0}, {0.25, 0.1, 1}, {4, 10, 1}};
    CHECK(by_cells<gf::pairs::once>(plane, box, cutoff) == half_of(of_plane));
    CHECK(by_cells<gf::pairs::once>(space, box, cutoff) == half_of(of_space));
  }
}

TEST_CASE_TEMPLATE("a neighbour is listed once, however small the cutoff is beside the coordinates", T, float, double)
{
  std::mt19937 generator(seed());
  std::uniform_real_distribution<double> share(0, 1);
  for (int n = 0; n < 60; ++n) {
    // From many roundings of a coordinate in the cutoff to none at all. Particles lie close to one place.
    const double period = std::pow(10, 6 * share(generator) - 2), epsilon = double(std::numeric_limits<T>::epsilon());
    const double cutoff = period * epsilon * std::pow(10, 5 * share(generator) - 1);
    const gf::vec3 place{period * share(generator), period * share(generator), period * share(generator)};
    CAPTURE(period);
    CAPTURE(cutoff);
    const auto check = [&]<int Dimensions>(particles<T, Dimensions> all) {
      for (std::size_t d = 0; d < Dimensions; ++d)
        for (T& x : all.along[d])
          x = static_cast<T>((d == 0 ? place.x : d == 1 ? place.y : place.z) + 3 * cutoff * (double(x) - 0.5));
      auto box = gf::cells_in<periodic>({0, 0, 0}, {period, period, period}, cutoff, 1 + n);
      if (Dimensions == 2) box.shape.z = 1;
      if (Dimensions == 2) box.edge.z = share(generator);
      // Nearer to a face than this a particle is moved to the other one, and its distances are rounded otherwise.
      const auto inside = [&](T x) { return double(x) > 2 * cutoff && double(x) < period - 2 * cutoff; };
      for (const auto& axis : all.along)
        for (const T x : axis)
          if (!inside(x)) return;
      CHECK(by_cells(all, box, cutoff) == by_all_pairs(all, cutoff));
    };
    check(random_particles<T, 2>(40, static_cast<unsigned>(generator())));
    check(random_particles<T, 3>(40, static_cast<unsigned>(generator())));
  }
}

TEST_CASE("a cutoff that reaches two images is an error that says why")
{
  const auto all = random_particles<float, 3>(5, 1);
  const auto refusal = [&](double cutoff) {
    return message_of([&] { (void)by_cells(all, gf::cell_box<periodic>{{0, 0, 0}, {1}, {1, 1, 1}}, cutoff); });
  };
  CHECK(refusal(0.499) == "");
  CHECK(explains(refusal(0.5), "the cutoff is 0.5 and a period 1"));
  const auto plane = random_particles<float, 2>(5, 1);
  CHECK(explains(message_of([&] {
                   (void)by_cells(plane, gf::cell_box<>{{0, 0, 0}, {1}, {1, 1, 2}}, 0.1);
                 }),
                 "2 layers"));
}

}  // namespace cell_tests
