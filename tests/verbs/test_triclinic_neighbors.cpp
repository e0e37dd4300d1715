// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbours in triclinic boxes: every pair whose nearest image in float64 is within the cutoff, up to rounding.
#include <gridfold/neighbors_by_cells.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/neighbors.hpp>
#include <gridfold/verlet_list.hpp>
#include <limits>
#include <random>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"
#include "../support/seed.hpp"
#include "../support/triclinic.hpp"

namespace triclinic_tests
{

namespace
{

namespace gf = gridfold;
using test::executor, test::memory, test::explains, test::message_of;

template <class T>
struct points {
  std::vector<T> x, y, z;

  [[nodiscard]] gf::vec3 step(std::size_t i, std::size_t j) const
  {
    return {double(x[i]) - double(x[j]), double(y[i]) - double(y[j]), double(z[i]) - double(z[j])};
  }
};

/// Positions in memory of the executor.
template <class T, int Dimensions>
struct points_there {
  memory<T> x, y, z;
  gf::positions<T, Dimensions> view;

  explicit points_there(const points<T>& all) : x(all.x), y(all.y), z(all.z), view(make()) {}
  gf::positions<T, Dimensions> make()
  {
    if constexpr (Dimensions == 3)
      return gf::positions(x.span(), y.span(), z.span());
    else
      return gf::positions(x.span(), y.span());
  }
};

/// Points in a box around the origin of one period; some are several periods away.
template <class T>
points<T> random_points(std::size_t count, const gf::vec3& origin, const gf::period_vectors& box,
                        std::mt19937& generator, bool in_plane)
{
  std::uniform_real_distribution<double> share(0, 1);
  points<T> all;
  for (std::size_t n = 0; n < count; ++n) {
    const double far = n % 7 == 0 ? 3 : 1;
    const gf::vec3 at = test::shifted(origin, box, far * share(generator), far * share(generator) - (far - 1),
                                      in_plane ? 0 : far * share(generator));
    all.x.push_back(static_cast<T>(at.x));
    all.y.push_back(static_cast<T>(at.y));
    all.z.push_back(static_cast<T>(in_plane ? 0 : at.z));
  }
  return all;
}

/// The number of pairs that are listed although they are too far apart, or missing, or listed twice.
template <class T>
int wrong(const points<T>& all, const gf::period_vectors& box, double cutoff, double size,
          const std::vector<int>& counts, const std::vector<int>& indices, std::size_t room)
{
  const double doubt = 128 * double(std::numeric_limits<T>::epsilon()) * size;
  int bad = 0;
  for (std::size_t i = 0; i < all.x.size(); ++i) {
    const auto begin = indices.begin() + static_cast<std::ptrdiff_t>(i * room), end = begin + counts[i];
    for (std::size_t j = 0; j < all.x.size(); ++j) {
      if (i == j) continue;
      double r2 = std::numeric_limits<double>::max();
      test::for_each_image(all.step(i, j), box, cutoff + doubt,
                           [&](const gf::vec3& image) { r2 = std::min(r2, test::square_of(image)); });
      const double r = std::sqrt(r2);
      const auto listed = std::count(begin, end, static_cast<int>(j));
      bad += listed > 1 || (r < cutoff - doubt && listed == 0) || (r > cutoff + doubt && listed != 0);
    }
    bad += std::count(begin, end, static_cast<int>(i)) != 0;
  }
  return bad;
}

template <class T, int Dimensions>
void check_box(const gf::period_vectors& box, double share_of_height, const gf::shape3& cells, std::mt19937& generator)
{
  constexpr bool in_plane = Dimensions == 2;
  const executor on;
  const gf::vec3 origin{-3, in_plane ? 5 : 2, in_plane ? 0 : 7}, heights = box.heights();
  const double cutoff =
      share_of_height * (in_plane ? std::min(heights.x, heights.y) : std::min({heights.x, heights.y, heights.z}));
  const std::size_t count = 150, room = count;
  const points<T> all = random_points<T>(count, origin, box, generator, in_plane);
  const points_there<T, Dimensions> there(all);
  gf::cell_box<gf::boundary::triclinic> cell = gf::cells_in(origin, box, cutoff, 150);
  if (cells.x != 0) {
    const auto divided = [](double length, std::int64_t n) { return length / static_cast<double>(n); };
    cell = {origin,
            {divided(box.lengths.x, cells.x), divided(box.lengths.y, cells.y), divided(box.lengths.z, cells.z)},
            cells,
            box.tilt};
  }
  if (in_plane) cell.shape.z = 1;
  auto list = gf::make_cells<T, Dimensions>(on, cell, 150);
  gf::sort_into_cells(on, there.view, list);
  const memory<int> counts{std::vector<int>(count)}, indices{std::vector<int>(count * room)};
  gf::neighbors(on, list.cells(), cutoff,
                gf::neighbor_list<>(counts.data(), indices.data(), static_cast<std::int64_t>(count),
                                    static_cast<std::int64_t>(room)));
  const double size = 10 + 8 * std::max({box.lengths.x, box.lengths.y, box.lengths.z});
  gf::period_vectors searched = box;
  if (in_plane) {
    searched.lengths.z = 100 * size;
    searched.tilt.xz = searched.tilt.yz = 0;
  }
  CHECK(wrong(all, searched, cutoff, size, counts.values(), indices.values(), room) == 0);
}

}  // namespace

TEST_CASE_TEMPLATE("neighbours in random triclinic boxes, with any cells", T, float, double)
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> share(0.02, 0.499);
  for (int n = 0; n < 12; ++n) {
    const gf::period_vectors box = n < 3 ? test::usual_period(n, 6) : test::random_period(generator, 4);
    check_box<T, 3>(box, share(generator), {0, 0, 0}, generator);
    check_box<T, 3>(box, share(generator),
                    {1 + static_cast<std::int64_t>(generator() % 9), 1 + static_cast<std::int64_t>(generator() % 9),
                     1 + static_cast<std::int64_t>(generator() % 9)},
                    generator);
    check_box<T, 2>(box, share(generator), {0, 0, 0}, generator);
  }
}

TEST_CASE("cutoffs that reach two images are refused by the distances between faces")
{
  const gf::period_vectors box = test::usual_period(0, 10);
  std::mt19937 generator(1);
  CHECK(message_of([&] { check_box<float, 3>(box, 0.4999, {0, 0, 0}, generator); }) == "");
  CHECK(explains(message_of([&] { check_box<float, 3>(box, 0.5001, {0, 0, 0}, generator); }), "a neighbour twice"));
}

TEST_CASE_TEMPLATE(
    "a Verlet list in a triclinic box is stale when a particle has moved by half of the skin, not before", T, float,
    double)
{
  std::mt19937 generator(test::seed());
  std::normal_distribution<double> normal;
  const executor on;
  for (int n = 0; n < 10; ++n) {
    const gf::period_vectors box = n < 3 ? test::usual_period(n, 6) : test::random_period(generator, 4);
    const gf::vec3 origin{1, 2, 3}, heights = box.heights();
    const double most = std::min({heights.x, heights.y, heights.z}) / 2;
    const gf::verlet_distances within{0.6 * most, 0.3 * most};
    auto list = gf::make_verlet_list<T, 3>(on, gf::cells_in(origin, box, 0.9 * most, 100), within, 100, 100);
    points<T> all = random_points<T>(100, origin, box, generator, false);
    const points_there<T, 3> before(all);
    gf::neighbors(on, before.view, list);
    const auto is_stale = [&] {
      const points_there<T, 3> now(all);
      gf::needs_rebuild(on, now.view, list);
      std::vector<int> found(1);
      on.copy(list.stale().data(), found.data(), 1);
      on.wait();
      return found[0] == 1;
    };
    const auto move = [&](std::size_t i, double length) {
      gf::vec3 step{normal(generator), normal(generator), normal(generator)};
      const double by = length / std::hypot(step.x, step.y, step.z);
      const auto periods = [&] { return std::round(2 * normal(generator)); };
      const gf::vec3 to = test::shifted(
          {by * step.x + double(all.x[i]), by * step.y + double(all.y[i]), by * step.z + double(all.z[i])}, box,
          periods(), periods(), periods());
      all.x[i] = static_cast<T>(to.x);
      all.y[i] = static_cast<T>(to.y);
      all.z[i] = static_cast<T>(to.z);
    };
    CHECK_FALSE(is_stale());
    for (std::size_t i = 0; i < 100; ++i) move(i, 0.99 * within.skin / 2);
    CHECK_FALSE(is_stale());
    move(17, 0);
    CHECK_FALSE(is_stale());
    all = {before.x.values(), before.y.values(), before.z.values()};
    move(n, 1.01 * within.skin / 2);
    CHECK(is_stale());
  }
}

}  // namespace triclinic_tests
