// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Verlet lists: while needs_rebuild finds 0, the list has every pair within the cutoff.
#include <gridfold/verlet_list.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/neighbors.hpp>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"
#include "../support/neighbor_lists.hpp"
#include "../support/seed.hpp"
#include "../support/small_tests.hpp"

namespace test_verlet_list
{

namespace
{

namespace gf = gridfold;
using namespace test;
using gf::boundary::open, gf::boundary::periodic;
using sets = std::vector<std::vector<int>>;

/// Positions in memory of the executor.
template <class T, int Dimensions>
struct positions_there {
  std::vector<memory<T>> axes;
  gf::positions<T, Dimensions> view;

  explicit positions_there(const particles<T, Dimensions>& all) : view(all.view())
  {
    axes.reserve(Dimensions);
    for (std::size_t d = 0; d < Dimensions; ++d) view.along[d] = axes.emplace_back(all.along[d]).span();
  }
};

template <class T>
std::vector<T> copy_of(const T* there, std::size_t size)
{
  std::vector<T> here(size);
  executor{}.copy(there, here.data(), size);
  executor{}.wait();
  return here;
}

template <class T, int Dimensions, class List>
bool stale(const particles<T, Dimensions>& all, List& list)
{
  gf::needs_rebuild(executor{}, positions_there(all).view, list);
  const int found = copy_of(list.stale().data(), 1)[0];
  CHECK((found == 0 || found == 1));
  return found == 1;
}

/// The rows of a list, ascending.
template <class List>
sets rows_of(List& list)
{
  auto view = list.list();
  auto counts = copy_of(view.counts.data(), view.counts.size());
  auto indices = copy_of(view.indices.data_handle(), view.indices.size());
  gf::check_capacity(counts, view.indices.extent(1));
  sets rows(counts.size());
  for (std::size_t n = 0; n < rows.size(); ++n) {
    for (int k = 0; k < counts[n]; ++k)
      rows[n].push_back(indices[static_cast<std::size_t>(view.indices.mapping()(n, static_cast<std::size_t>(k)))]);
    std::sort(rows[n].begin(), rows[n].end());
  }
  return rows;
}

/// The squared distance in float64, in a periodic cube of side 1 to the nearest image.
template <class Boundary, class T, int Dimensions>
double distance2(const particles<T, Dimensions>& all, std::size_t i, std::size_t j)
{
  double sum = 0;
  for (const auto& axis : all.along) {
    const double step = static_cast<double>(axis[i]) - static_cast<double>(axis[j]);
    sum += std::pow(step - (Boundary::is_periodic ? std::round(step) : 0.0), 2);
  }
  return sum;
}

/// The pairs within the cutoff that the list lacks.
template <class Boundary, class T, int Dimensions>
int missing(const particles<T, Dimensions>& all, double cutoff, const sets& listed)
{
  int wrong = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j)
      wrong += distance2<Boundary>(all, i, j) < cutoff * cutoff &&
               !std::binary_search(listed[i].begin(), listed[i].end(), static_cast<int>(j));
  return wrong;
}

/// Adds a vector of this length in a random direction.
template <class T, int Dimensions>
void move(particles<T, Dimensions>& all, std::size_t n, double length, std::mt19937& generator)
{
  std::normal_distribution<double> normal;
  double step[Dimensions], norm = 0;
  for (double& s : step) {
    s = normal(generator);
    norm = std::hypot(norm, s);
  }
  for (std::size_t d = 0; d < Dimensions; ++d) all.along[d][n] += static_cast<T>(length * step[d] / norm);
}

template <class Boundary, int Dimensions>
gf::cell_box<Boundary> unit_box()
{
  return {{0, 0, 0}, {0.25, 0.1, Dimensions == 2 ? 1 : 0.2}, {4, 10, Dimensions == 2 ? 1 : 5}};
}

/// Moves all particles by up to `share` of half of the skin, the first by as much.
template <class T, int Dimensions>
particles<T, Dimensions> moved(particles<T, Dimensions> all, double skin, double share, std::mt19937& generator)
{
  for (std::size_t n = 0; n < all.size(); ++n)
    move(all, n, skin / 2 * share * (n == 0 ? 1 : std::uniform_real_distribution<double>(0, 0.999)(generator)),
         generator);
  return all;
}

template <class T, int Dimensions, class Boundary, class Layout>
void check_steps(std::mt19937& generator)
{
  constexpr double cutoff = 0.11, skin = 0.04;
  const auto all = random_particles<T, Dimensions>(379, static_cast<unsigned>(generator()));
  auto list = gf::make_verlet_list<T, Dimensions, Layout>(executor{}, unit_box<Boundary, Dimensions>(),
                                                          {.cutoff = cutoff, .skin = skin}, 379, 378);
  gf::neighbors(executor{}, positions_there(all).view, list, gf::pairs::once{});
  const sets listed = rows_of(list);
  CHECK(missing<Boundary>(all, cutoff + 0.99 * skin, listed) == 0);
  CHECK(missing<Boundary>(all, cutoff + 1.1 * skin, listed) > 0);
  CHECK(!stale(all, list));
  for (int turn = 0; turn < 4; ++turn) {
    const auto near = moved(all, skin, 0.999, generator);
    CHECK(!stale(near, list));
    CHECK(missing<Boundary>(near, cutoff, listed) == 0);
    CHECK(stale(moved(all, skin, 1.001, generator), list));
  }
  auto shifted = all;  // by some periods
  for (std::size_t n = 0; n < 379; ++n) shifted.along[n % Dimensions][n] += static_cast<T>(n % 3) - T(1);
  CHECK(stale(shifted, list) == !Boundary::is_periodic);
}

}  // namespace

TEST_CASE_TEMPLATE("a list serves until a particle has moved by half of the skin", T, float, double)
{
  std::mt19937 generator(seed());
  check_steps<T, 2, open, cuda::std::layout_right>(generator);
  check_steps<T, 3, open, cuda::std::layout_left>(generator);
  check_steps<T, 2, periodic, cuda::std::layout_left>(generator);
  check_steps<T, 3, periodic, cuda::std::layout_right>(generator);
}

TEST_CASE_TEMPLATE("a pair that is just not listed stays beyond the cutoff while none of it has moved", T, float,
                   double)
{
  // Both particles move towards each other, as far as needs_rebuild lets them. Roundings must not bring them nearer.
  constexpr double cutoff = 1.3, skin = 0.7, epsilon = std::numeric_limits<T>::epsilon();
  std::mt19937 generator(seed());
  auto list = gf::make_verlet_list<T, 3>(executor{}, gf::cell_box<>{{-3, -3, -3}, {2}, {3, 3, 3}},
                                         {.cutoff = cutoff, .skin = skin}, 2, 1);
  const auto normal = [&] { return std::normal_distribution<double>()(generator); };
  const int turns = test::small_tests() ? 16 : 400;
  int unlisted = 0, nearer = 0;
  for (int turn = 0; turn < turns; ++turn) {
    double direction[3] = {normal(), normal(), normal()};
    const double norm = std::hypot(direction[0], direction[1], direction[2]);
    particles<T, 3> all;
    for (std::size_t d = 0; d < 3; ++d) {
      const double from = 0.1 * normal();
      all.along[d] = {static_cast<T>(from), static_cast<T>(from + (cutoff + skin) * (direction[d] /= norm))};
    }
    gf::neighbors(executor{}, positions_there(all).view, list);
    if (!rows_of(list)[0].empty()) continue;
    ++unlisted;
    for (double step = skin / 2 * (1 + 16 * epsilon);; step -= epsilon) {
      auto closer = all;
      for (std::size_t d = 0; d < 3; ++d) {
        closer.along[d][0] += static_cast<T>(step * direction[d]);
        closer.along[d][1] -= static_cast<T>(step * direction[d]);
      }
      REQUIRE(step > 0.3);
      if (stale(closer, list)) continue;
      T r2 = 0;
      for (const auto& axis : closer.along) r2 = std::fma(axis[0] - axis[1], axis[0] - axis[1], r2);
      nearer += r2 < T(cutoff) * T(cutoff);
      break;
    }
  }
  CHECK(unlisted > turns / 40);
  CHECK(nearer == 0);
}

TEST_CASE("a list is built again, and a particle with a NaN coordinate counts as moved")
{
  std::mt19937 generator(seed());
  auto all = random_particles<float, 3>(211, static_cast<unsigned>(generator()));
  const executor on;
  positions_there at(all);
  const std::int64_t size = 211, capacity = 210;
  // [verlet]
  const auto box = gf::cells_in({0, 0, 0}, {1, 1, 1}, 0.25, size);
  auto list = gf::make_verlet_list<float, 3>(on, box, {.cutoff = 0.2, .skin = 0.05}, size, capacity);
  gf::neighbors(on, at.view, list);  // builds it: all pairs within 0.25

  const auto step = [&] {                  // of a simulation, when its particles have moved
    gf::needs_rebuild(on, at.view, list);  // list.stale()[0] becomes 1 if one has moved by more than 0.025, else 0
    int stale = 0;
    on.copy(list.stale().data(), &stale, 1);
    on.wait();
    if (stale == 1) gf::neighbors(on, at.view, list);
    return stale == 1;
  };
  // [verlet]
  CHECK(!step());
  all.along[1][17] += 0.1f;
  CHECK(stale(all, list));
  gf::neighbors(on, positions_there(all).view, list);
  CHECK(!stale(all, list));
  CHECK(missing<open>(all, 0.2, rows_of(list)) == 0);
  all.along[2][200] = std::numeric_limits<float>::quiet_NaN();
  CHECK(stale(all, list));
  all.along[2][200] = std::numeric_limits<float>::infinity();
  CHECK(stale(all, list));
}

TEST_CASE("lists out of order are errors that say why")
{
  const auto refusal = [](double cutoff, double skin, std::int64_t capacity = 3) {
    return message_of([&] {
      gf::make_verlet_list<float, 3>(executor{}, gf::cell_box<periodic>{{0, 0, 0}, {1}, {4, 4, 4}},
                                     {.cutoff = cutoff, .skin = skin}, 5, capacity);
    });
  };
  CHECK(refusal(1.7, 0.2) == "");
  CHECK(explains(refusal(1.9, 0.2), "the cutoff is 2.1 and a period 4"));
  CHECK(explains(refusal(0, 0.2), "the cutoff is 0"));
  CHECK(explains(refusal(1, 0), "the skin is 0"));
  CHECK(explains(refusal(1, -1), "the skin is -1"));
  CHECK(explains(refusal(1, 1e-6), "the skin is 1e-06"));
  CHECK(explains(refusal(1, NAN), "nan"));
  CHECK(explains(refusal(1, 0.2, -1), "5 x -1 neighbours"));
  auto list = gf::make_verlet_list<float, 3>(executor{}, gf::cell_box<>{}, {.cutoff = 1, .skin = 1}, 5, 4);
  const auto five = random_particles<float, 3>(5, 1), four = random_particles<float, 3>(4, 1);
  CHECK(explains(message_of([&] { gf::needs_rebuild(executor{}, positions_there(five).view, list); }),
                 "5 positions and the Verlet list was built from 0"));
  CHECK(explains(message_of([&] { gf::neighbors(executor{}, positions_there(four).view, list); }),
                 "neighbours of 5 particles, and 4"));
  gf::neighbors(executor{}, positions_there(five).view, list);
  CHECK(!stale(five, list));
}

}  // namespace test_verlet_list
