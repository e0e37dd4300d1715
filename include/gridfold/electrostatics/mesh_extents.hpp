// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The nodes of a mesh: how many are needed, and where.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/period_vectors.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// The smallest even number of nodes, at least n, with factors 2, 3, 5 and 7 only: FFTs of such sizes are fast.
inline std::int64_t fast_transform_size(std::int64_t n)
{
  for (n += n % 2;; n += 2) {
    std::int64_t rest = n;
    for (const int factor : {2, 3, 5, 7})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return n;
  }
}

/// Sets the mesh of a period: nodes divide the period evenly, at most `spacing` apart, and at least as many as a window
/// has. In a triclinic period they divide its vectors: a wave has at most as many periods along a vector as its wave
/// number allows, whatever the angles.
inline void set_periodic_mesh(mesh_parameters& p, double spacing, const atom_box& period)
{
  const auto along = [&](double edge, double length, double& step, std::int64_t& nodes) {
    nodes = fast_transform_size(
        std::max(static_cast<std::int64_t>(std::ceil(edge / spacing * (1 - 1e-12))), std::int64_t{p.width}));
    step = length / static_cast<double>(nodes);
  };
  const vec3 lengths = period.period().lengths, edges = period_vectors(lengths, p.tilt).edges();
  along(edges.x, lengths.x, p.spacing.x, p.nodes.x);
  along(edges.y, lengths.y, p.spacing.y, p.nodes.y);
  along(edges.z, lengths.z, p.spacing.z, p.nodes.z);
  p.origin = period.low;
  p.atom_nodes = p.distance_nodes = p.nodes;
}

/// Sets the mesh around a lattice and atoms, for a given spacing and width. In the gap the Green's function turns
/// around smoothly (mesh_tables.hpp).
inline void set_open_mesh(mesh_parameters& p, double spacing, const lattice& where, const atom_box& atoms)
{
  p.spacing = spacing;
  const auto along = [&](double first, double step, std::int64_t points, double low, double high, double& origin,
                         std::int64_t& reached, std::int64_t& distance, std::int64_t& nodes) {
    const double last = first + step * static_cast<double>(points - 1);
    const auto count = [&](double length) { return static_cast<std::int64_t>(std::ceil(length / spacing)); };
    // The quarter keeps the end of a corner atom's window between nodes. At a node, rounding would decide whether the
    // window includes it.
    origin = std::min(first, low) - (0.5 * p.width + 1.25) * spacing;
    reached = count(std::max(last, high) - std::min(first, low)) + p.width + 3;
    distance = count(std::max({last - low, high - first, 0.0})) + p.width + 1;
    nodes = fast_transform_size(std::max(2 * distance + 1 + 2 * p.width, reached));
  };
  along(where.origin.x, where.spacing.x, where.shape.x, atoms.low.x, atoms.high.x, p.origin.x, p.atom_nodes.x,
        p.distance_nodes.x, p.nodes.x);
  along(where.origin.y, where.spacing.y, where.shape.y, atoms.low.y, atoms.high.y, p.origin.y, p.atom_nodes.y,
        p.distance_nodes.y, p.nodes.y);
  along(where.origin.z, where.spacing.z, where.shape.z, atoms.low.z, atoms.high.z, p.origin.z, p.atom_nodes.z,
        p.distance_nodes.z, p.nodes.z);
}

}  // namespace detail

namespace electrostatics
{

/// Sets the mesh of a period, or that around a lattice and atoms, for nodes at most `spacing` apart.
inline void set_mesh(mesh_parameters& p, double spacing, const lattice& where, const atom_box& atoms)
{
  if (p.is_periodic)
    detail::set_periodic_mesh(p, spacing, atoms);
  else
    detail::set_open_mesh(p, spacing, where, atoms);
}

/// Throws `error` if the mesh has too many nodes to count.
inline void check_mesh(const mesh_parameters& p)
{
  if (std::max({p.nodes.x, p.nodes.y, p.nodes.z}) > 8192)
    throw error({"the mesh has ", p.nodes.x, " x ", p.nodes.y, " x ", p.nodes.z,
                 " nodes (more than 8192 along an axis): give a larger cutoff or spacing, or a smaller lattice"});
}

}  // namespace electrostatics

}  // namespace gridfold::inline GRIDFOLD_ABI
