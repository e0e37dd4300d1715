// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gridfold/core/error.hpp>
#include <string>

#include "engine/memory.hpp"
#include "formats/map_file.hpp"
#include "picture/plane.hpp"

namespace potential_map
{

namespace
{

/// The number of points along an axis, and the first one.
struct axis {
  double origin;
  std::int64_t points;
};

axis cover(double low, double high, double padding, double spacing)
{
  const double steps = std::ceil((high - low + 2 * padding) / spacing);
  if (!(steps < 0x1p62))
    throw gridfold::error("the lattice would have more than 2^62 points along an axis (the molecule and its padding " +
                          std::string("are too large for the spacing): give a larger --spacing"));
  return {(low + high) / 2 - steps / 2 * spacing, static_cast<std::int64_t>(steps) + 1};
}

/// The origin that centres a lattice on the atoms' box.
gridfold::vec3 centred(const box& atoms, const gridfold::spacing3& spacing, const gridfold::shape3& shape)
{
  const auto first = [](double low, double high, double step, std::int64_t points) {
    return (low + high) / 2 - step * static_cast<double>(points - 1) / 2;
  };
  return {first(atoms.low.x, atoms.high.x, spacing.x, shape.x), first(atoms.low.y, atoms.high.y, spacing.y, shape.y),
          first(atoms.low.z, atoms.high.z, spacing.z, shape.z)};
}

gridfold::lattice around(const box& atoms, double padding, const gridfold::spacing3& spacing)
{
  const axis x = cover(atoms.low.x, atoms.high.x, padding, spacing.x);
  const axis y = cover(atoms.low.y, atoms.high.y, padding, spacing.y);
  const axis z = cover(atoms.low.z, atoms.high.z, padding, spacing.z);
  return {{x.origin, y.origin, z.origin}, spacing, {x.points, y.points, z.points}};
}

/// Whether a map is written as CCP4, whose lattices begin at multiples of their spacing.
bool begins_at_multiples(const options& asked)
{
  const auto is_ccp4 = [](const std::string& map) { return !map.empty() && format_of(map) == map_format::ccp4; };
  return is_ccp4(asked.map) || is_ccp4(asked.deviation) || is_ccp4(asked.field);
}

/// Moves the origin to multiples of the spacing: to the nearest ones for a fixed shape; else to the ones below, with a
/// point more, so that the lattice still covers the box.
gridfold::lattice at_multiples(gridfold::lattice where, bool fixed_shape)
{
  const auto move = [=](double& origin, double spacing, std::int64_t& points) {
    const double whole = fixed_shape ? std::round(origin / spacing) : std::floor(origin / spacing);
    if (!fixed_shape && whole * spacing != origin) ++points;
    origin = whole * spacing;
  };
  move(where.origin.x, where.spacing.x, where.shape.x);
  move(where.origin.y, where.spacing.y, where.shape.y);
  move(where.origin.z, where.spacing.z, where.shape.z);
  return where;
}

std::string gigabytes(double bytes)
{
  char text[32];
  std::snprintf(text, sizeof text, "%.3g GB", bytes / 1e9);
  return text;
}

}  // namespace

stored_lattice choose_lattice(const options& asked, const molecule& whole)
{
  stored_lattice chosen;
  gridfold::lattice& where = chosen;
  if (!asked.like.empty())
    chosen = read_dx_lattice(asked.like);
  else if (asked.shape)
    where = {asked.origin.value_or(centred(bounds(whole), asked.spacing, *asked.shape)), asked.spacing, *asked.shape};
  else
    where = around(bounds(whole), asked.padding, asked.spacing);
  where.check();
  const bool free_origin = asked.like.empty() && !asked.origin;
  if (free_origin && begins_at_multiples(asked)) where = at_multiples(where, asked.shape.has_value());
  if (asked.picture.empty()) return chosen;
  const gridfold::lattice layer = layer_at(where, asked.view.where);
  if (asked.map.empty() && asked.field.empty()) where = layer;
  return chosen;
}

double map_bytes(const gridfold::lattice& where, precision digits)
{
  const double bytes = digits == precision::single ? sizeof(float) : sizeof(double);
  return bytes * static_cast<double>(where.shape.count());
}

void check_memory(const gridfold::lattice& where, precision digits, double held)
{
  const double wanted = held * map_bytes(where, digits);
  const double available = available_memory();
  if (wanted <= available) return;
  const auto& [x, y, z] = where.shape;
  throw gridfold::error(
      (held > 1 ? "the maps of " : "the map of ") + std::to_string(x) + " x " + std::to_string(y) + " x " +
      std::to_string(z) + (held > 1 ? " values that are held at once take " : " values takes ") + gigabytes(wanted) +
      " (" + gigabytes(available) + " of memory is available): give a larger --spacing or a smaller --shape");
}

}  // namespace potential_map
