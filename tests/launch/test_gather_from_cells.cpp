// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/launch/gather_from_cells.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/electrostatics/coulomb_split.hpp>
#include <gridfold/electrostatics/split_field.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/sum/field_output.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/view/triples.hpp>
#include <random>
#include <vector>

#include "../support/seed.hpp"

namespace gf = gridfold;

namespace gather_from_cells_tests
{

/// Checks potentials and fields of random sources by a variant against a loop over all pairs.
template <class V, class Boundary>
void check_fields(const gf::cell_box<Boundary>& box, std::mt19937& generator)
{
  using far_term = gf::coulomb_far<double, 9>;
  using interaction = gf::electrostatics::split_near_field<double, far_term, gf::rsqrt::ieee, gf::singularity::skip>;
  const interaction pair{far_term(8, 1.9)};
  std::uniform_real_distribution<double> share(0, 1);
  const double period = box.edge.x * static_cast<double>(box.shape.x);
  std::vector<gf::source<double>> sources;
  for (int n = 0; n < 60; ++n)
    sources.push_back(
        {period * share(generator), period * share(generator), period * share(generator), share(generator) - 0.5});
  auto list = gf::make_cells<gf::source<double>>(gf::host{}, box, 60);
  gf::sort_into_cells(gf::host{}, sources, list);

  const gf::lattice where{.origin = {-0.4, 0.3, 0.2}, .spacing = {0.61, 0.83, 0.72}, .shape = {7, 5, 6}};
  std::vector<double> potentials(static_cast<std::size_t>(where.shape.count()), 1);
  std::vector<gf::packed3<double>> fields(potentials.size(), {1, 1, 1});
  const auto numbers = gf::view_of(potentials.data(), where.shape);
  const auto triples = gf::view_of(fields.data(), where.shape);
  const gf::kernel::field_output<double, decltype(numbers), decltype(triples)> to{numbers, triples};
  gf::launch::gather_from_cells<V>(gf::host{}, list.cells(), where, to, pair, pair.cutoff, true);

  int wrong = 0;
  for (std::size_t n = 0; n < potentials.size(); ++n) {
    const gf::index3 at = gf::index_in(where.shape, static_cast<std::int64_t>(n));
    double potential = 1, x = 1, y = 1, z = 1;
    const auto nearest = [&](double d) { return Boundary::is_periodic ? d - period * std::round(d / period) : d; };
    for (const auto& s : sources) {
      const double dx = nearest(where.origin.x + where.spacing.x * static_cast<double>(at.x) - s.x),
                   dy = nearest(where.origin.y + where.spacing.y * static_cast<double>(at.y) - s.y),
                   dz = nearest(where.origin.z + where.spacing.z * static_cast<double>(at.z) - s.z);
      const auto unit = pair.at(dx * dx + dy * dy + dz * dz);
      potential += s.charge * unit.potential;
      x += s.charge * unit.field * dx;
      y += s.charge * unit.field * dy;
      z += s.charge * unit.field * dz;
    }
    const auto differs = [](double a, double b) { return !(std::abs(a - b) <= 1e-10 * (1 + std::abs(b))); };
    wrong += differs(potentials[n], potential) || differs(fields[n].x, x) || differs(fields[n].y, y) ||
             differs(fields[n].z, z);
  }
  CHECK(wrong == 0);
}

TEST_CASE("gathers by each input add potentials and fields of all sources within the cutoff")
{
  std::mt19937 generator(test::seed());
  const gf::cell_box<> open{.origin = {0, 0, 0}, .edge = {1, 1, 1}, .shape = {4, 4, 4}};
  const gf::cell_box<gf::boundary::periodic> closed{.origin = {0, 0, 0}, .edge = {1, 1, 1}, .shape = {4, 4, 4}};
  using tiles = gf::variant<gf::contiguous, gf::coarsen<4, 2>, gf::shared_tile<64>, gf::planes<4>, gf::block<1, 4>>;
  using cells = gf::variant<gf::coarsen<2>, gf::global, gf::planes<2>, gf::block<2, 4>>;
  using by_warp =
      gf::variant<gf::coarsen<2, 2>, gf::shared_tile<64>, gf::planes<8>, gf::cull_by_warp, gf::block<4, 16>>;
  check_fields<tiles>(open, generator);
  check_fields<tiles>(closed, generator);
  check_fields<cells>(open, generator);
  check_fields<by_warp>(closed, generator);
}

}  // namespace gather_from_cells_tests
