// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The smooth part of a particle-mesh sum: charges on a mesh, convolved with a Green's function by Fourier transforms,
/// and interpolated at lattice points.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/axis_reading.hpp>
#include <gridfold/electrostatics/column_passes.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/electrostatics/mesh_kernels.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/mesh_step.hpp>
#include <gridfold/electrostatics/mesh_tables.hpp>
#include <gridfold/electrostatics/tilted_mesh_reader.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/mesh/interpolate_lattice.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/policy/exchange.hpp>
#include <gridfold/policy/variant.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// Charges are scattered to shared memory, then to the mesh.
using scatter_shared = variant<scatter, exchange_shared>;

/// How charges are spread over the mesh, from a decomposition or a variant.
template <class How>
struct spreading {
  using type = How;
};
template <>
struct spreading<variant<gather>> {
  using type = gather;
};
template <>
struct spreading<variant<scatter>> {
  using type = scatter;
};

/// Refuses types that no particle-mesh plan has.
template <class T, class Decomposition, class Boundary>
struct plan_types {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "gridfold: a particle-mesh plan is of float or double: give one of them");
  using spreading = typename electrostatics::spreading<Decomposition>::type;
  static_assert(std::is_same_v<spreading, gather> || std::is_same_v<spreading, scatter> ||
                    std::is_same_v<spreading, scatter_shared>,
                "gridfold: a particle-mesh plan has no such decomposition (charges are gathered or scattered): give "
                "gather, scatter or variant<scatter, exchange_shared>, after the number type");
  static_assert(std::is_same_v<Boundary, boundary::open> || std::is_same_v<Boundary, boundary::periodic> ||
                    core::is_triclinic<Boundary>,
                "gridfold: a particle-mesh plan has no such boundary: give boundary::open, boundary::periodic or "
                "boundary::triclinic, after the decomposition");
};

/// Interpolates the points of a part of a lattice from planes of a mesh.
template <class Executor, class T, class Boundary>
class mesh_reader {
  using kernels_of_mesh = mesh_kernels<Executor, T, Boundary>;
  using reading = axis_reading<Executor, T>;
  using tiles = kernel::lattice_tiles;

 public:
  /// \param along_z where points read along z, numbered by the planes passed to add()
  mesh_reader(const Executor& on, const lattice_part& where, const kernels_of_mesh& kernels,
              const reading_table& along_z)
      : read_x_(in_tiles(on,
                         kernels.reading(where.whole.origin.x, where.whole.spacing.x, where.first.x, where.shape.x,
                                         kernels.parameters().origin.x, kernels.parameters().spacing.x,
                                         kernels.parameters().nodes.x),
                         tiles::points_x, tiles::nodes_x)),
        read_y_(in_tiles(on,
                         kernels.reading(where.whole.origin.y, where.whole.spacing.y, where.first.y, where.shape.y,
                                         kernels.parameters().origin.y, kernels.parameters().spacing.y,
                                         kernels.parameters().nodes.y),
                         tiles::points_y, tiles::nodes_y)),
        read_z_(in_tiles(on, along_z, tiles::points_z, tiles::nodes_z))
  {
  }

  /// Adds the values interpolated from the mesh's planes to the points, and the fields to a field_output. For fields
  /// the plan has them.
  template <class Out>
  void add(const kernels_of_mesh& kernels, const T* mesh, std::int64_t planes, const Out& out) const
  {
    kernels.interpolate(mesh, planes, out, read_x_, read_y_, read_z_);
  }

 private:
  static reading in_tiles(const Executor& on, const reading_table& table, int points, int nodes)
  {
    return reading(on, table, electrostatics::points_of_tiles(table, points, nodes));
  }

  reading read_x_, read_y_, read_z_;
};

/// Where the points of a part of a lattice read planes of a mesh.
template <class Executor, class T, class Boundary>
reading_table reading_of_planes(const lattice_part& where, const mesh_kernels<Executor, T, Boundary>& kernels)
{
  const mesh_parameters& p = kernels.parameters();
  return kernels.reading(where.whole.origin.z, where.whole.spacing.z, where.first.z, where.shape.z, p.origin.z,
                         p.spacing.z, p.nodes.z);
}

/// Convolves a mesh: transforms it, multiplies, and transforms back.
template <class Executor, class T, class Fourier, class Boundary>
class whole_transform {
 public:
  whole_transform(const Executor& on, const mesh_parameters& chosen) : fourier_(on, chosen.nodes, chosen.atom_nodes.z)
  {
  }
  static std::int64_t planes(const mesh_parameters& chosen) { return chosen.nodes.z; }
  void convolve(const mesh_kernels<Executor, T, Boundary>& kernels, T* mesh, const T* green)
  {
    fourier_.forward(mesh);
    kernels.multiply(mesh, kernels.parameters().nodes.y, green, kernels.green_shape().y);
    fourier_.backward(mesh);
  }

 private:
  Fourier fourier_;
};

/// Likewise, but the columns along z are transformed by the kernel that multiplies them.
template <class Executor, class T, class Fourier, class Boundary>
class transform_of_planes {
 public:
  transform_of_planes(const Executor& on, const mesh_parameters& chosen)
      : in_planes_(on, chosen.nodes, chosen.atom_nodes.z), along_z_(on, chosen.nodes.z)
  {
  }
  static std::int64_t planes(const mesh_parameters& chosen) { return chosen.atom_nodes.z; }
  void convolve(const mesh_kernels<Executor, T, Boundary>& kernels, T* mesh, const T* green)
  {
    in_planes_.forward(mesh);
    kernels.convolve_columns(mesh, planes(kernels.parameters()), green, along_z_);
    in_planes_.backward(mesh);
  }

 private:
  typename Fourier::planes in_planes_;
  column_passes<Executor, T> along_z_;
};

/// The convolution of a Fourier transform, see has_transform_of_planes.
template <class Executor, class T, class Fourier, class Boundary>
struct transform_by {
  using type = whole_transform<Executor, T, Fourier, Boundary>;
};
template <class Executor, class T, class Fourier, class Boundary>
requires has_transform_of_planes<Fourier, Executor, T>
struct transform_by<Executor, T, Fourier, Boundary> {
  using type = transform_of_planes<Executor, T, Fourier, Boundary>;
};

/// Owns a mesh, its Green's function and the Fourier transforms. Its parameters are those of particle_mesh.
template <class Executor, class T, class Decomposition, class Fourier, class Boundary = boundary::open>
class convolved_mesh {
  static_assert(fourier_transform<Fourier, Executor, T>,
                "gridfold: the Fourier transform lacks forward(mesh) or backward(mesh), or the constructor (executor, "
                "nodes, planes): see electrostatics/fourier.hpp");

 public:
  using kernels_of_mesh = mesh_kernels<Executor, T, Boundary>;

  /// \param green the Green's function of squared distances in T, which kernels call. In a period, its Fourier
  ///   transform divided by the volume of a node, as a function of squared wave numbers in double
  template <class Green>
  convolved_mesh(const Executor& on, const mesh_parameters& chosen, const Green& green)
      : kernels_(on, chosen),
        green_(on, static_cast<std::size_t>(kernels_.green_shape().count())),
        mesh_(make_green(on, chosen, green)),
        transform_(on, chosen)
  {
  }

  /// Sets the mesh to the smooth part of sorted sources, with the window divided out in its transform. Asynchronous on
  /// `device`. Calls after(mesh_step) after each of the two steps.
  template <class After>
  void convolve(const cells<source<T>, Boundary>& from, After&& after)
  {
    spread(from);
    after(mesh_step::spread);
    transform_.convolve(kernels_, mesh_.data(), green_.data());
    after(mesh_step::convolve);
  }

  [[nodiscard]] const kernels_of_mesh& kernels() const { return kernels_; }
  [[nodiscard]] const T* data() const { return mesh_.data(); }

 private:
  using transform = typename transform_by<Executor, T, Fourier, Boundary>::type;

  static buffer<T, Executor> planes_of_mesh(const Executor& on, shape3 nodes, std::int64_t planes)
  {
    return {on, static_cast<std::size_t>(row_of(nodes) * nodes.y * planes)};
  }

  /// Computes the Green's function on a whole mesh, and returns the mesh of the calls.
  template <class Green>
  buffer<T, Executor> make_green(const Executor& on, const mesh_parameters& chosen, const Green& green)
  {
    const shape3 nodes = chosen.nodes;
    {
      const buffer<T, Executor> whole = planes_of_mesh(on, nodes, nodes.z);
      kernels_.sample(green, kernels_.squares(), nodes.y, whole.data());
      if constexpr (!Boundary::is_periodic) Fourier(on, nodes, nodes.z).forward(whole.data());
      kernels_.take_green(whole.data(), nodes.y, kernels_.factors(), green_.data());
    }
    return planes_of_mesh(on, nodes, transform::planes(chosen));
  }

  void spread(const cells<source<T>, Boundary>& from)
  {
    mesh_.fill_bytes(0);
    if (from.sorted.empty()) return;
    if constexpr (std::is_same_v<Decomposition, gather>)
      kernels_.gather(from, 0, kernels_.parameters().atom_nodes.z, mesh_.data());
    else if constexpr (std::is_same_v<Decomposition, scatter_shared>)
      kernels_.scatter_bricks(from, mesh_.data());
    else
      kernels_.scatter(from, mesh_.data());
  }

  kernels_of_mesh kernels_;
  buffer<T, Executor> green_, mesh_;
  transform transform_;
};

/// Owns a convolved mesh and the tables of a lattice. Its parameters are those of particle_mesh.
template <class Executor, class T, class Decomposition, class Fourier, class Boundary = boundary::open>
class mesh_convolution {
 public:
  /// \param green see convolved_mesh
  template <class Green>
  mesh_convolution(const Executor& on, const lattice_part& where, const mesh_parameters& chosen, const Green& green)
      : mesh_(on, chosen, green),
        reader_(on, where, mesh_.kernels(), electrostatics::reading_of_planes(where, mesh_.kernels()))
  {
  }

  /// Adds the smooth part of sorted sources at the lattice's points, and its field to a field_output. Asynchronous on
  /// `device`. Calls after(step) after each of the last three mesh_steps.
  template <class Out, class After = no_mesh_step_observer>
  void add(const cells<source<T>, Boundary>& from, const Out& out, After&& after = {})
  {
    mesh_.convolve(from, after);
    reader_.add(mesh_.kernels(), mesh_.data(), parameters().atom_nodes.z, out);
    after(mesh_step::interpolate);
  }

  [[nodiscard]] const mesh_parameters& parameters() const { return mesh_.kernels().parameters(); }

 private:
  convolved_mesh<Executor, T, Decomposition, Fourier, Boundary> mesh_;
  std::conditional_t<core::is_triclinic<Boundary>, tilted_mesh_reader<Executor, T>, mesh_reader<Executor, T, Boundary>>
      reader_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
