// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Interpolates the points of a lattice from a triclinic mesh. The mesh's axes are not the lattice's, so each point is
/// interpolated by itself, as those of a list.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/electrostatics/mesh_kernels.hpp>
#include <gridfold/electrostatics/mesh_tables.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/mesh/points_in_cells.hpp>
#include <gridfold/kernel/sum/field_output.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// Has the members of mesh_reader.
template <class Executor, class T>
class tilted_mesh_reader {
  using boundary = gridfold::boundary::triclinic;
  using kernels_of_mesh = mesh_kernels<Executor, T, boundary>;
  using axes = kernel::lattice_axes<T>;

 public:
  tilted_mesh_reader(const Executor& on, const lattice_part& where, const kernels_of_mesh& kernels,
                     const reading_table& /*along_z*/)
      : on_(on), axes_(kernel::axes_of<T>(where, 0)), box_(box_of(kernels.parameters()))
  {
    if (where.shape.x > most || where.shape.y > most / where.shape.x)
      throw error({"a plane of the lattice has ", where.shape.x, " x ", where.shape.y,
                   " points (a kernel counts up to 2^30): give parts of the lattice"});
  }

  /// Adds the interpolated values to the points, and the fields to a field_output.
  template <class Out>
  void add(const kernels_of_mesh& kernels, const T* mesh, std::int64_t /*planes*/, const Out& out) const
  {
    if constexpr (!kernel::is_field_output<Out>)
      interpolate(kernels, mesh, by_index(on_.argument(out, "out", role::update)), kernel::no_fields{});
    else if constexpr (Out::has_potentials)
      interpolate(kernels, mesh, by_index(out.potentials), by_index(out.fields));
    else
      interpolate(kernels, mesh, kernel::unused_potentials<T>{}, by_index(out.fields));
  }

 private:
  template <class View>
  static kernel::view_by_index<View> by_index(const View& of)
  {
    return {of};
  }
  static constexpr std::int64_t most = std::int64_t{1} << 30;

  static cell_box<boundary> box_of(const mesh_parameters& p)
  {
    const vec3 l = p.period().lengths;
    return {p.origin, {l.x, l.y, l.z}, {1, 1, 1}, p.tilt};
  }

  template <class Potentials, class Fields>
  void interpolate(const kernels_of_mesh& kernels, const T* mesh, const Potentials& potentials,
                   const Fields& fields) const
  {
    const shape3& points = axes_.where.shape;
    const std::int64_t at_once = std::max<std::int64_t>(1, most / (points.x * points.y));
    for (std::int64_t first = 0; first < points.z; first += at_once) {
      const auto planes = static_cast<int>(std::min(at_once, points.z - first));
      kernels.interpolate_at(kernel::points_of_planes<T, axes>{axes_, first, planes}, box_, mesh, potentials, fields);
    }
  }

  Executor on_;
  axes axes_;
  cell_box<boundary> box_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
