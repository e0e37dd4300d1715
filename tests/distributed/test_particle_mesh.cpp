// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/particle_mesh.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <gridfold/view/triples.hpp>
#include <random>
#include <vector>

#include "../electrostatics/check_particle_mesh.hpp"
#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/small_tests.hpp"
#include "on_each_rank.hpp"

namespace mesh_on_ranks_tests
{

namespace gf = gridfold;
using test::executor;

constexpr gf::lattice where{.origin = {-3.7, 1.1, 0.73}, .spacing = {0.57, 0.61, 0.43}, .shape = {19, 13, 27}};

/// The map that ranks compute, put together from their slabs, and the map of one executor.
template <class T, class Decomposition, class Boundary>
struct two_maps {
  std::vector<T> of_ranks, of_one;
};

template <class T, class Decomposition, class Boundary, class Interaction = gf::coulomb<>>
two_maps<T, Decomposition, Boundary> maps_by(int ranks, const gf::partition& slabs, unsigned seed,
                                             const Interaction& pair = {})
{
  std::mt19937 generator(seed);
  const gf::vec3 low{-4, 0, 0}, high{8, 9, 12};
  const auto atoms = test::random_atoms<T>(211, low, high, generator);
  const gf::atom_box box{low, high, 300};
  const gf::mesh_request asked{.accuracy = 1e-4};
  const auto slabs_of = ranks_tests::on_each_rank(ranks, [&](const auto& on) {
    const gf::buffer mine(on.local(), atoms);
    const gf::shape3 shape = slabs.shape(on.rank());
    const gf::buffer<T, executor> out(on.local(), static_cast<std::size_t>(shape.count()));
    auto plan = gf::make_particle_mesh<T, Decomposition, Boundary>(on, where, slabs, box, asked, pair);
    plan(mine.span(), gf::view_of(out.data(), shape));
    plan(mine.span(), gf::view_of(out.data(), shape));  // a plan serves any number of calls
    return out.values();
  });
  two_maps<T, Decomposition, Boundary> maps;
  for (const auto& slab : slabs_of) maps.of_ranks.insert(maps.of_ranks.end(), slab.begin(), slab.end());
  const executor on{};
  const gf::buffer all(on, atoms);
  const gf::buffer<T, executor> out(on, static_cast<std::size_t>(where.shape.count()));
  auto plan = gf::make_particle_mesh<T, Decomposition, Boundary>(on, where, box, asked, pair);
  plan(all.span(), gf::view_of(out.data(), where.shape));
  maps.of_one = out.values();
  return maps;
}

/// Slabs along z that begin at multiples of the near part's planes.
gf::partition even(int ranks) { return {where.shape, ranks, gf::along::z, 8}; }

template <class T, class Boundary, class Interaction = gf::coulomb<>>
void check_bits(const gf::partition& slabs, unsigned seed, const Interaction& pair = {})
{
  const auto maps = maps_by<T, gf::gather, Boundary>(slabs.ranks(), slabs, seed, pair);
  REQUIRE(maps.of_ranks.size() == maps.of_one.size());
  CHECK(std::memcmp(maps.of_ranks.data(), maps.of_one.data(), maps.of_one.size() * sizeof(T)) == 0);
}

TEST_CASE("a gathered mesh on ranks has the bits of one rank; some slabs are empty")
{
  const unsigned seed = test::seed();
  check_bits<float, gf::boundary::open>(even(3), seed);
  check_bits<float, gf::boundary::periodic>(even(2), seed);
  if (test::small_tests()) return;
  for (const int ranks : {1, 5}) {
    CAPTURE(ranks);
    check_bits<float, gf::boundary::open>(even(ranks), seed);
  }
  check_bits<double, gf::boundary::open>(even(2), seed);
  check_bits<float, gf::boundary::open>(even(3), seed, gf::yukawa<>{0.2});
  const std::vector<double> weights = {0, 2, 1};
  check_bits<float, gf::boundary::open>({where.shape, weights, gf::along::z, 8}, seed);
}

/// Slabs begin anywhere: a tile of the near part adds other sources in another order; n terms of one sign and as many
/// of the other round by at most n epsilon of the sum of their magnitudes. 211 charges of 0.8 at 0.05 or further (by
/// chance) add up to less than 211 * 0.8 / 0.05.
TEST_CASE("slabs that begin anywhere, along any axis, differ by rounding")
{
  const unsigned seed = test::seed();
  for (const gf::partition& slabs : {gf::partition(where.shape, 4), gf::partition(where.shape, 2)}) {
    const auto maps = maps_by<float, gf::scatter, gf::boundary::open>(slabs.ranks(), slabs, seed);
    REQUIRE(maps.of_ranks.size() == maps.of_one.size());
    double worst = 0, largest = 0;
    for (std::size_t n = 0; n < maps.of_one.size(); ++n) {
      worst = std::max(worst, std::abs(static_cast<double>(maps.of_ranks[n]) - static_cast<double>(maps.of_one[n])));
      largest = std::max(largest, std::abs(static_cast<double>(maps.of_one[n])));
    }
    CHECK(worst <= 211 * std::numeric_limits<float>::epsilon() * (largest + 211 * 0.8));
  }
}

TEST_CASE("fields on ranks have the bits of one rank's")
{
  std::mt19937 generator(test::seed());
  const gf::vec3 low{-4, 0, 0}, high{8, 9, 12};
  const auto atoms = test::random_atoms<float>(150, low, high, generator);
  const gf::atom_box box{low, high, 200};
  const gf::mesh_request asked{.accuracy = 1e-3, .with_fields = true};
  const auto filled_by = [&](auto& plan, const auto& on, gf::shape3 shape) {
    const gf::buffer mine(on, atoms);
    const auto points = static_cast<std::size_t>(shape.count());
    const gf::buffer<float, executor> out(on, points);
    const gf::buffer<gf::packed3<float>, executor> fields(on, points);
    plan(mine.span(), gf::view_of(out.data(), shape), gf::view_of(fields.data(), shape));
    return fields.values();
  };
  const auto slabs_of = ranks_tests::on_each_rank(3, [&](const auto& on) {
    auto plan = gf::make_particle_mesh(on, where, even(3), box, asked);
    return filled_by(plan, on.local(), even(3).shape(on.rank()));
  });
  std::vector<gf::packed3<float>> of_ranks;
  for (const auto& slab : slabs_of) of_ranks.insert(of_ranks.end(), slab.begin(), slab.end());
  auto plan = gf::make_particle_mesh(executor{}, where, box, asked);
  CHECK(of_ranks == filled_by(plan, executor{}, where.shape));
}

TEST_CASE("a plan that cannot be made, or differs between ranks, is an error on all")
{
  const auto messages = [](const auto& make) {
    return ranks_tests::on_each_rank(
        3, [&](const auto& on) { return test::message_of([&] { static_cast<void>(make(on)); }); });
  };
  const gf::atom_box box{{0, 0, 0}, {5, 5, 5}, 10};
  for (const std::string& text :
       messages([&](const auto& on) { return gf::make_particle_mesh(on, where, even(2), box); }))
    CHECK(test::explains(text, "rank 0: the partition has 2 parts"));
  for (const std::string& text : messages([&](const auto& on) {
         return gf::make_particle_mesh(on, where, even(3), box, {.accuracy = on.rank() == 1 ? 1.0 : 1e-4});
       }))
    CHECK(test::explains(text, "rank 1: the accuracy of a particle-mesh sum"));
  for (const std::string& text : messages([&](const auto& on) {
         return gf::make_particle_mesh(on, where, even(3), box, {.accuracy = on.rank() == 1 ? 1e-5 : 1e-3});
       }))
    CHECK(test::explains(text, "ranks disagree about a call"));
}

}  // namespace mesh_on_ranks_tests
