// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/particle_mesh_at_points.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "../electrostatics/check_mesh_at_points.hpp"
#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/small_tests.hpp"
#include "on_each_rank.hpp"

namespace mesh_at_points_on_ranks_tests
{

namespace gf = gridfold;
using test::executor, test::sums_at, test::point_list;

constexpr gf::vec3 low{-4, 0, 0}, high{8, 9, 12};

/// Some points of a list.
template <class T>
point_list<T> part_of(const point_list<T>& all, std::size_t begin, std::size_t end)
{
  const auto part = [&](const std::vector<T>& axis) {
    return std::vector<T>(axis.begin() + static_cast<std::ptrdiff_t>(begin),
                          axis.begin() + static_cast<std::ptrdiff_t>(end));
  };
  return {part(all.x), part(all.y), part(all.z)};
}

template <class T>
void append(sums_at<T>& all, const sums_at<T>& part)
{
  all.potential.insert(all.potential.end(), part.potential.begin(), part.potential.end());
  all.field.insert(all.field.end(), part.field.begin(), part.field.end());
}

/// A random number of points for each rank, also none, which add up to all.
std::vector<std::size_t> random_ends(int ranks, std::size_t points, std::mt19937& generator)
{
  std::uniform_int_distribution<std::size_t> end(0, points);
  std::vector<std::size_t> ends(static_cast<std::size_t>(ranks - 1));
  for (std::size_t& e : ends) e = end(generator);
  std::sort(ends.begin(), ends.end());
  ends.push_back(points);
  return ends;
}

/// The potentials at the atoms by a call without fields.
template <class Plan, class T>
std::vector<T> potentials_alone(Plan& plan, const std::vector<gf::source<T>>& atoms)
{
  const test::memory<gf::source<T>> in(atoms);
  const test::memory<T> out(std::vector<T>(atoms.size(), T(-99)));
  plan.at_atoms(in, out);
  return out.values();
}

/// What one rank computes.
template <class T>
struct sums_of_rank {
  sums_at<T> at_points, at_atoms;
  std::vector<T> potentials_alone;
};

/// Checks that ranks compute the bits of one executor at points and atoms.
template <class T, class Boundary, class Interaction = gf::coulomb<>>
void check_bits(int ranks, int atom_count, std::mt19937& generator, const Interaction& pair = {})
{
  CAPTURE(ranks);
  CAPTURE(atom_count);
  const auto atoms = test::random_atoms<T>(atom_count, low, high, generator);
  const auto points = test::random_points<T>(97, low, high, generator);
  const auto ends = random_ends(ranks, points.size(), generator);
  const gf::atom_box box{low, high, atom_count + 10};
  const gf::point_box where{low, high, 100};
  const gf::mesh_request asked{.accuracy = 1e-3};
  const auto of_ranks = ranks_tests::on_each_rank(ranks, [&](const auto& on) {
    auto plan = gf::make_particle_mesh_at_points<T, gf::gather, Boundary>(on, where, box, asked, pair);
    const auto rank = static_cast<std::size_t>(on.rank());
    const auto own = part_of(points, rank == 0 ? 0 : ends[rank - 1], ends[rank]);
    return sums_of_rank<T>{test::at_points(plan, atoms, own), test::at_atoms(plan, atoms),
                           potentials_alone(plan, atoms)};
  });
  auto plan = gf::make_particle_mesh_at_points<T, gf::gather, Boundary>(executor{}, where, box, asked, pair);
  const auto at_atoms = test::at_atoms(plan, atoms);
  const auto alone = potentials_alone(plan, atoms);
  sums_at<T> at_points;
  for (const auto& sums : of_ranks) {
    append(at_points, sums.at_points);
    CHECK(sums.at_atoms == at_atoms);
    CHECK(sums.potentials_alone == alone);
  }
  CHECK(at_points == test::at_points(plan, atoms, points));
}

TEST_CASE("sums on ranks have the bits of one rank, at points of each and at all atoms")
{
  std::mt19937 generator(test::seed());
  check_bits<float, gf::boundary::open>(3, 211, generator);
  check_bits<float, gf::boundary::periodic>(2, 150, generator);
  if (test::small_tests()) return;
  for (const int ranks : {1, 4}) check_bits<float, gf::boundary::open>(ranks, 90, generator);
  check_bits<double, gf::boundary::open>(2, 120, generator);
  check_bits<float, gf::boundary::open>(3, 130, generator, gf::yukawa<>{0.2});
}

TEST_CASE("fewer atoms than ranks, and none")
{
  std::mt19937 generator(test::seed());
  check_bits<float, gf::boundary::open>(3, 2, generator);
  check_bits<float, gf::boundary::open>(2, 0, generator);
}

TEST_CASE("what one rank cannot do, and what ranks disagree about, is an error on all")
{
  const auto messages = [](const auto& call) {
    return ranks_tests::on_each_rank(
        3, [&](const auto& on) { return test::message_of([&] { static_cast<void>(call(on)); }); });
  };
  const gf::atom_box box{low, high, 10};
  for (const std::string& text : messages([&](const auto& on) {
         return gf::make_particle_mesh_at_points(on, box, {.accuracy = on.rank() == 1 ? 1.0 : 1e-3});
       }))
    CHECK(test::explains(text, "rank 1: the accuracy of a particle-mesh sum"));
  for (const std::string& text : messages([&](const auto& on) {
         return gf::make_particle_mesh_at_points(on, box, {.accuracy = on.rank() == 1 ? 1e-4 : 1e-2});
       }))
    CHECK(test::explains(text, "ranks disagree about a call"));
  const auto at_atoms = [&](std::size_t atoms_of_rank_2, std::size_t outputs_of_rank_1) {
    return messages([&, atoms_of_rank_2, outputs_of_rank_1](const auto& on) {
      auto plan = gf::make_particle_mesh_at_points(on, box, {.accuracy = 1e-2});
      const std::size_t atoms = on.rank() == 2 ? atoms_of_rank_2 : 8;
      const test::memory<gf::source<float>> in(std::vector<gf::source<float>>(atoms, {1, 2, 3, 1}));
      const test::memory<float> out(std::vector<float>(on.rank() == 1 ? outputs_of_rank_1 : atoms));
      plan.at_atoms(in, out);
      return 0;
    });
  };
  for (const std::string& text : messages([&](const auto& on) {
         auto plan = gf::make_particle_mesh_at_points(on, box, {.accuracy = 1e-2});
         const test::memory<gf::source<float>> in(std::vector<gf::source<float>>(11, {1, 2, 3, 1}));
         const test::memory<float> out(std::vector<float>(11));
         plan.at_atoms(in, out);
         return 0;
       }))
    CHECK(test::explains(text, "rank 0: there are 11 atoms, and the plan is for 10"));
  for (const std::string& text : at_atoms(7, 8)) CHECK(test::explains(text, "ranks disagree about a call"));
  for (const std::string& text : at_atoms(8, 9))
    CHECK(test::explains(text, "rank 1: there are 9 elements for the potentials at 8 points"));
}

}  // namespace mesh_at_points_on_ranks_tests
