// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/interpolate_fields.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/sum/field_output.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/view/triples.hpp>
#include <random>
#include <vector>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace interpolate_fields_tests
{

constexpr int width = 4;
constexpr gf::shape3 nodes{9, 7, 5};

std::vector<double> numbers(std::size_t count, std::mt19937& generator)
{
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<double> all(count);
  for (double& x : all) x = number(generator);
  return all;
}

/// Interpolates rows of nodes at `points` points on an executor, and compares with a loop.
template <class Boundary, class Executor>
void check_rows(const Executor& on, int points, std::mt19937& generator)
{
  std::array<std::vector<double>, 3> in;
  for (auto& all : in) all = numbers(static_cast<std::size_t>(nodes.count()), generator);
  const auto weight = numbers(static_cast<std::size_t>(points * width), generator),
             slope = numbers(weight.size(), generator);
  std::uniform_int_distribution<int> node(0, static_cast<int>(nodes.x) - (Boundary::is_periodic ? 1 : width));
  std::vector<int> first(static_cast<std::size_t>(points));
  for (int& n : first) n = node(generator);
  const gf::shape3 shape{points, nodes.y, nodes.z};
  std::vector<double> potentials(static_cast<std::size_t>(shape.count()), 1);
  std::vector<gf::packed3<double>> fields(potentials.size(), {1, 1, 1});

  const auto list = [&](const auto& all, const char* name) {
    using number = typename std::remove_cvref_t<decltype(all)>::value_type;
    return on.argument(cuda::std::mdspan<const number, cuda::std::dextents<int, 1>>(all.data(), all.size()), name,
                       gf::role::input);
  };
  const auto from = [&](std::size_t n) {
    return on.argument(gf::view_of<const double>(in[n].data(), nodes), "nodes", gf::role::input);
  };
  auto to_potentials = on.argument(gf::view_of(potentials.data(), shape), "potentials", gf::role::update);
  auto to_fields = on.argument(gf::view_of(fields.data(), shape), "fields", gf::role::update);
  using output = gf::kernel::field_output<double, decltype(to_potentials), decltype(to_fields)>;
  auto begins = list(first, "first nodes");
  auto weights = list(weight, "weights"), slopes = list(slope, "slopes");
  using text = gf::kernel::interpolate_fields<gf::variant<gf::block<32, 2>, gf::coarsen<1, 3>>, Boundary,
                                              decltype(from(0)), decltype(begins), decltype(weights), output>;
  on.run(text{from(0), from(1), from(2), begins, weights, slopes, output{to_potentials, to_fields}, width},
         text::grid(shape));

  int wrong = 0;
  for (std::int64_t n = 0; n < shape.count(); ++n) {
    const gf::index3 at = gf::index_in(shape, n);
    double potential = 1, x = 1, y = 1, z = 1;
    for (int w = 0; w < width; ++w) {
      const auto p = static_cast<std::size_t>(at.x * width + w);
      const std::int64_t along = (first[static_cast<std::size_t>(at.x)] + w) % nodes.x;
      const auto here = static_cast<std::size_t>((at.z * nodes.y + at.y) * nodes.x + along);
      potential += weight[p] * in[0][here];
      x += slope[p] * in[0][here];
      y += weight[p] * in[1][here];
      z += weight[p] * in[2][here];
    }
    const auto i = static_cast<std::size_t>(n);
    const auto differs = [](double a, double b) { return !(std::abs(a - b) < 1e-14); };
    wrong += differs(potentials[i], potential) || differs(fields[i].x, x) || differs(fields[i].y, y) ||
             differs(fields[i].z, z);
  }
  CHECK(wrong == 0);
}

TEST_CASE("potentials and fields are weighted sums of three rows of nodes")
{
  std::mt19937 generator(test::seed());
  for (const int points : {1, 3, 37}) {
    check_rows<gf::boundary::open>(gf::host{}, points, generator);
    check_rows<gf::boundary::periodic>(gf::host{}, points, generator);
  }
}

TEST_CASE("the traced kernel of potentials and fields has no faults")
{
  std::mt19937 generator(test::seed());
  const gf::trace on;
  check_rows<gf::boundary::open>(on, 19, generator);
  check_rows<gf::boundary::periodic>(on, 19, generator);
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}

}  // namespace interpolate_fields_tests
