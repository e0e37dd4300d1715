// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/mesh_sums.hpp>

#include <doctest/doctest.h>

#include <cuda/std/span>
#include <gridfold/electrostatics/fourier.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "../support/seed.hpp"
#include "check_mesh_at_points.hpp"

TEST_CASE("sums at shares of the sorted atoms, put in their places, are those at the atoms")
{
  namespace gf = gridfold;
  std::mt19937 generator(test::seed());
  const int count = 150;
  const auto atoms = test::random_atoms<float>(count, {0, 0, 0}, {9, 8, 7}, generator);
  const gf::atom_box box = test::box_of(atoms);
  const auto chosen = gf::choose_mesh_at_points<float>({box.low, box.high, count}, box, {.accuracy = 1e-3});
  using fourier = gf::default_fourier<test::executor, float>::type;
  gf::electrostatics::mesh_sums<test::executor, float, gf::gather, fourier, gf::boundary::open, gf::coulomb<>> sums(
      test::executor{}, count, box, chosen, {});
  const test::memory<gf::source<float>> in(atoms);
  const auto outputs = [&](const auto& potentials, const auto& fields) {
    return gf::electrostatics::outputs_at(test::executor{}, potentials, fields, count);
  };
  const auto whole = test::filled<float>(atoms.size(), [&](const auto& potentials, const auto& fields) {
    gf::no_mesh_step_observer after;
    sums.at_atoms(in, outputs(potentials, fields), gf::singularity::skip{}, after);
  });
  const int first = std::uniform_int_distribution<int>(0, count)(generator);
  CAPTURE(first);
  const auto shares = test::filled<float>(atoms.size(), [&](const auto& potentials, const auto& fields) {
    const test::memory<float> sorted(std::vector<float>(atoms.size()));
    const test::memory<gf::packed3<float>> sorted_fields(std::vector<gf::packed3<float>>(atoms.size()));
    const auto to = outputs(sorted, sorted_fields);
    std::vector<int> numbers(atoms.size());
    std::iota(numbers.begin(), numbers.end(), 0);
    const test::memory<int> order(numbers);
    const cuda::std::span<const int> all(order.data(), atoms.size());
    const auto from = static_cast<std::size_t>(first);
    sums.at_share(in, first, all.subspan(from), to, gf::singularity::skip{});
    sums.at_share(in, 0, all.first(from), to, gf::singularity::skip{});
    sums.place(to, outputs(potentials, fields));
  });
  CHECK(shares == whole);
}
