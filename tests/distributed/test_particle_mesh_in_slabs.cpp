// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/particle_mesh_in_slabs.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gridfold/view/triples.hpp>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/distributed/cufft.cuh>
#else
#include <gridfold/distributed/fftw.hpp>
#endif

#include "../electrostatics/check_particle_mesh.hpp"
#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/small_tests.hpp"
#include "on_each_rank.hpp"

namespace mesh_in_slabs_tests
{

namespace gf = gridfold;
using test::executor;

constexpr gf::lattice where{.origin = {-3.7, 1.1, 0.73}, .spacing = {0.57, 0.61, 0.43}, .shape = {19, 13, 27}};
constexpr gf::vec3 low{-4, 0, 0}, high{8, 9, 12};

/// The map that ranks compute, put together from their slabs.
template <class T, class Boundary, class Interaction>
std::vector<T> map_by_ranks(const gf::partition& slabs, const std::vector<gf::source<T>>& atoms, double accuracy,
                            const Interaction& pair)
{
  const auto slabs_of = ranks_tests::on_each_rank(slabs.ranks(), [&](const auto& on) {
    const gf::buffer all(on.local(), atoms);
    const gf::shape3 shape = slabs.shape(on.rank());
    const auto size = static_cast<std::size_t>(shape.count());
    const gf::buffer<T, executor> once(on.local(), size), again(on.local(), size);
    auto plan =
        gf::make_particle_mesh_in_slabs<T, Boundary>(on, where, slabs, {low, high, 300}, {.accuracy = accuracy}, pair);
    plan(all.span(), gf::view_of(once.data(), shape));
    plan(all.span(), gf::view_of(again.data(), shape));
    CHECK(once.values() == again.values());
    return again.values();
  });
  std::vector<T> map;
  for (const auto& slab : slabs_of) map.insert(map.end(), slab.begin(), slab.end());
  return map;
}

template <class T, class Boundary, class Interaction>
std::vector<T> map_by_one(const std::vector<gf::source<T>>& atoms, double accuracy, const Interaction& pair)
{
  const executor on{};
  const gf::buffer all(on, atoms);
  const gf::buffer<T, executor> out(on, static_cast<std::size_t>(where.shape.count()));
  auto plan =
      gf::make_particle_mesh<T, gf::gather, Boundary>(on, where, {low, high, 300}, {.accuracy = accuracy}, pair);
  plan(all.span(), gf::view_of(out.data(), where.shape));
  return out.values();
}

/// Both maps have the accuracy that was asked for, which is relative to the potential's size: they differ by at most
/// twice 20 times that. Near parts differ by rounding, where slabs begin within a tile: 211 epsilon of the magnitudes.
template <class T, class Boundary, class Interaction = gf::coulomb<>>
void check_map(const gf::partition& slabs, double accuracy, std::mt19937& generator, const Interaction& pair = {})
{
  CAPTURE(slabs.ranks());
  const auto atoms = test::random_atoms<T>(211, low, high, generator);
  const auto of_ranks = map_by_ranks<T, Boundary>(slabs, atoms, accuracy, pair);
  const auto of_one = map_by_one<T, Boundary>(atoms, accuracy, pair);
  REQUIRE(of_ranks.size() == of_one.size());
  const test::exact_map exact(atoms, where);
  double worst = 0, largest = 0;
  for (std::size_t n = 0; n < of_one.size(); ++n) {
    const double away = std::abs(static_cast<double>(of_ranks[n]) - static_cast<double>(of_one[n]));
    worst = away >= 0 ? std::max(worst, away) : 1e30;
    largest = std::max(largest, exact.scattered[n]);
  }
  CHECK(worst <= 40 * accuracy * exact.size() + 211 * static_cast<double>(std::numeric_limits<T>::epsilon()) * largest);
}

gf::partition random_slabs(int ranks, std::mt19937& generator)
{
  std::vector<double> weights(static_cast<std::size_t>(ranks));
  for (double& weight : weights) weight = static_cast<double>(generator() % 4);
  weights[generator() % weights.size()] += 1;
  return {where.shape, weights};
}

TEST_CASE("a mesh in slabs has the map of one rank's mesh, wherever slabs begin; some are empty")
{
  std::mt19937 generator(test::seed());
  for (const int ranks : {1, 2, 5}) {
    check_map<double, gf::boundary::open>(random_slabs(ranks, generator), 1e-8, generator);
    check_map<double, gf::boundary::periodic>(random_slabs(ranks, generator), 1e-8, generator);
  }
  check_map<float, gf::boundary::open>(random_slabs(4, generator), 1e-5, generator);
  check_map<double, gf::boundary::open>(random_slabs(3, generator), 1e-7, generator, gf::yukawa<>{0.2});
}

/// Near parts differ by rounding, see check_map; fields of charges of 0.8 at 0.05 or further add up to less than 211 *
/// 0.8 / 0.05^2.
TEST_CASE("fields by a mesh in slabs are those of one rank's mesh")
{
  std::mt19937 generator(test::seed());
  const auto atoms = test::random_atoms<double>(211, low, high, generator);
  const gf::mesh_request asked{.accuracy = 1e-8, .with_fields = true};
  const auto filled_by = [&](auto& plan, const auto& on, gf::shape3 shape) {
    const gf::buffer all(on, atoms);
    const auto points = static_cast<std::size_t>(shape.count());
    const gf::buffer<double, executor> out(on, points);
    const gf::buffer<gf::packed3<double>, executor> fields(on, points);
    plan(all.span(), gf::view_of(out.data(), shape), gf::view_of(fields.data(), shape));
    return fields.values();
  };
  const auto check = [&]<class Boundary>(Boundary) {
    const auto slabs = random_slabs(3, generator);
    const auto slabs_of = ranks_tests::on_each_rank(3, [&](const auto& on) {
      auto plan = gf::make_particle_mesh_in_slabs<double, Boundary>(on, where, slabs, {low, high, 300}, asked);
      return filled_by(plan, on.local(), slabs.shape(on.rank()));
    });
    std::vector<gf::packed3<double>> of_ranks;
    for (const auto& slab : slabs_of) of_ranks.insert(of_ranks.end(), slab.begin(), slab.end());
    auto plan = gf::make_particle_mesh<double, gf::gather, Boundary>(executor{}, where, {low, high, 300}, asked);
    const auto of_one = filled_by(plan, executor{}, where.shape);
    REQUIRE(of_ranks.size() == of_one.size());
    double worst = 0;
    for (std::size_t n = 0; n < of_one.size(); ++n)
      for (const double away : {of_ranks[n].x - of_one[n].x, of_ranks[n].y - of_one[n].y, of_ranks[n].z - of_one[n].z})
        worst = std::abs(away) >= 0 ? std::max(worst, std::abs(away)) : 1e30;
    CHECK(worst <= 211 * std::numeric_limits<double>::epsilon() * 211 * 0.8 / (0.05 * 0.05));
  };
  check(gf::boundary::open{});
  check(gf::boundary::periodic{});
}

TEST_CASE("more ranks than a mesh has planes")
{
  std::mt19937 generator(test::seed());
  check_map<float, gf::boundary::open>(random_slabs(test::small_tests() ? 7 : 60, generator), 1e-3, generator);
}

TEST_CASE("slabs along x, requests that differ and atoms beyond the capacity are errors on all ranks")
{
  const auto messages = [](gf::along axis, double more, int capacity) {
    return ranks_tests::on_each_rank(3, [=](const auto& on) {
      return test::message_of([&] {
        const gf::partition slabs(where.shape, 3, axis);
        const double accuracy = on.rank() == 1 ? 1e-4 + more : 1e-4;
        auto plan = gf::make_particle_mesh_in_slabs(on, where, slabs, {low, high, capacity}, {.accuracy = accuracy});
        static_assert(std::is_move_assignable_v<decltype(plan)>);
        const gf::buffer atoms(on.local(), std::vector<gf::atom>(on.rank() == 2 ? 7 : 5, gf::atom{1, 2, 3, 1}));
        const gf::buffer<float, executor> out(on.local(), static_cast<std::size_t>(slabs.shape(on.rank()).count()));
        plan(atoms.span(), gf::view_of(out.data(), slabs.shape(on.rank())));
      });
    });
  };
  CHECK(messages(gf::along::z, 0, 7) == std::vector<std::string>(3, ""));
  for (const auto& text : messages(gf::along::x, 0, 7)) CHECK(test::explains(text, "rank 0: the slabs of a map by"));
  for (const auto& text : messages(gf::along::z, 1, 7)) CHECK(test::explains(text, "rank 1: the accuracy of a"));
  for (const auto& text : messages(gf::along::z, 9e-3, 7)) CHECK(test::explains(text, "ranks disagree about a call"));
  for (const auto& text : messages(gf::along::z, 0, 6)) CHECK(test::explains(text, "rank 2: there are 7 particles"));
}

}  // namespace mesh_in_slabs_tests
