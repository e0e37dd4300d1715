// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "energy.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <gridfold/core/error.hpp>
#include <vector>

#include "engine/forecast.hpp"
#include "options/limits.hpp"
#include "terminal/summary.hpp"

namespace potential_map
{

namespace
{

/// Half of the sum of charges times values.
double energy_of(const molecule& whole, const point_outcome& done)
{
  return std::visit(
      [&](const auto& values) {
        double sum = 0;
        for (std::size_t n = 0; n < values.size(); ++n)
          sum += 0.5 * whole.atoms[n].charge * static_cast<double>(values[n]);
        return sum;
      },
      done.values);
}

}  // namespace

std::string energy_entry(const options& asked, const molecule& whole)
{
  job what = asked.what;
  what.atoms = whole.atoms;
  what.rounding = 2 * whole.rounding;  // of an atom and of the point at it
  what.at_atoms = singularity::leave_out;
  what.with_field = false;
  std::vector<gridfold::vec3> places;
  for (const auto& atom : whole.atoms) places.push_back({atom.x, atom.y, atom.z});
  const forecast ahead = foresee_at(what, places);
  if (!asked.force) check_time(ahead);
  what.how = ahead.how;
  const point_outcome done = run_at(what, places);
  const double energy = energy_of(whole, done);
  if (!std::isfinite(energy))
    throw gridfold::error(std::string("the energy is not finite (potentials are beyond the precision's range): ") +
                          (what.digits == precision::single ? "add --precision double" : "check the charges"));
  std::array<char, 64> number;
  std::snprintf(number.data(), number.size(), what.digits == precision::single ? "%.7g" : "%.12g", energy);
  return entry("energy", number.data() + (" " + energy_unit(asked.units)) + ", of all pairs of atoms, by a " +
                             (done.mesh ? "mesh" : "direct sum"));
}

}  // namespace potential_map
