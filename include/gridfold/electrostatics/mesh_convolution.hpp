// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The smooth part of a particle-mesh sum: charges on a mesh, convolved with a Green's function by Fourier transforms,
/// and interpolated at lattice points.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/array>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/electrostatics/mesh_kernels.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/mesh_step.hpp>
#include <gridfold/electrostatics/tilted_mesh_reader.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/executor.hpp>
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
 public:
  /// \param along_z where points read along z, numbered by the planes passed to add()
  mesh_reader(const Executor& on, const lattice_part& where, const mesh_kernels<Executor, T, Boundary>& kernels,
              const reading_table& along_z)
      : points_(where.shape),
        nodes_(kernels.parameters().nodes),
        reached_(kernels.parameters().atom_nodes),
        along_z_(on, static_cast<std::size_t>(reached_.x * reached_.y * points_.z)),
        along_yz_(on, static_cast<std::size_t>(reached_.x * points_.y * points_.z *
                                               (kernels.parameters().has_fields ? 3 : 1))),
        read_x_(on, kernels.reading(where.whole.origin.x, where.whole.spacing.x, where.first.x, points_.x,
                                    kernels.parameters().origin.x, kernels.parameters().spacing.x, nodes_.x)),
        read_y_(on, kernels.reading(where.whole.origin.y, where.whole.spacing.y, where.first.y, points_.y,
                                    kernels.parameters().origin.y, kernels.parameters().spacing.y, nodes_.y)),
        read_z_(on, along_z)
  {
  }

  /// Adds the values interpolated from the mesh's planes to the points.
  template <class Out>
  void add(const mesh_kernels<Executor, T, Boundary>& kernels, const T* mesh, std::int64_t planes, Out out)
  {
    const shape3 points = points_;
    kernels.template interpolate<0>(gridfold::view_of<const T>(mesh, {row_of(nodes_), nodes_.y, planes}),
                                    gridfold::view_of(along_z_.data(), {reached_.x, reached_.y, points.z}), read_z_,
                                    false);
    kernels.template interpolate<1>(gridfold::view_of<const T>(along_z_.data(), {reached_.x, reached_.y, points.z}),
                                    gridfold::view_of(along_yz_.data(), {reached_.x, points.y, points.z}), read_y_,
                                    false);
    kernels.template interpolate<2>(gridfold::view_of<const T>(along_yz_.data(), {reached_.x, points.y, points.z}), out,
                                    read_x_, true);
  }

  /// Adds the interpolated values and fields to a field_output. The plan has fields.
  template <class Out>
  void add_fields(const mesh_kernels<Executor, T, Boundary>& kernels, const T* mesh, std::int64_t planes,
                  const Out& out)
  {
    const shape3 points = points_, rows{reached_.x, points.y, points.z};
    const auto nodes = gridfold::view_of<const T>(mesh, {row_of(nodes_), nodes_.y, planes});
    const auto columns = gridfold::view_of(along_z_.data(), {reached_.x, reached_.y, points.z});
    const auto columns_read = gridfold::view_of<const T>(along_z_.data(), {reached_.x, reached_.y, points.z});
    const auto part = [&](int n) { return along_yz_.data() + n * rows.count(); };
    const auto along_y = [&](int to, auto weights) {
      kernels.template interpolate<1>(columns_read, gridfold::view_of(part(to), rows), read_y_, false, weights);
    };
    using reading = axis_reading<Executor, T>;
    kernels.template interpolate<0>(nodes, columns, read_z_, false);
    along_y(0, &reading::weight);
    along_y(1, &reading::slope);
    kernels.template interpolate<0>(nodes, columns, read_z_, false, &reading::slope);
    along_y(2, &reading::weight);
    const auto read = [&](int n) { return gridfold::view_of<const T>(part(n), rows); };
    kernels.interpolate_fields(cuda::std::array{read(0), read(1), read(2)}, points, out, read_x_);
  }

 private:
  shape3 points_, nodes_, reached_;
  buffer<T, Executor> along_z_, along_yz_;
  axis_reading<Executor, T> read_x_, read_y_, read_z_;
};

/// Where the points of a part of a lattice read planes of a mesh.
template <class Executor, class T, class Boundary>
reading_table reading_of_planes(const lattice_part& where, const mesh_kernels<Executor, T, Boundary>& kernels)
{
  const mesh_parameters& p = kernels.parameters();
  return kernels.reading(where.whole.origin.z, where.whole.spacing.z, where.first.z, where.shape.z, p.origin.z,
                         p.spacing.z, p.nodes.z);
}

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
  convolved_mesh(const Executor& on, const mesh_parameters& chosen, const Green& green) : convolved_mesh(on, chosen)
  {
    kernels_.sample(green, kernels_.squares(), chosen.nodes.y, mesh_.data());
    make_green(on);
  }

  /// Sets the mesh to the smooth part of sorted sources, with the window divided out in its transform. Asynchronous on
  /// `device`. Calls after(mesh_step) after each of the two steps.
  template <class After>
  void convolve(const cells<source<T>, Boundary>& from, After&& after)
  {
    const shape3 nodes = kernels_.parameters().nodes;
    spread(from);
    after(mesh_step::spread);
    fourier_.forward(mesh_.data());
    kernels_.multiply(mesh_.data(), nodes.y, green_.data(), kernels_.green_shape().y);
    fourier_.backward(mesh_.data());
    after(mesh_step::convolve);
  }

  [[nodiscard]] const kernels_of_mesh& kernels() const { return kernels_; }
  [[nodiscard]] const T* data() const { return mesh_.data(); }

 private:
  /// Makes all but the Green's function.
  convolved_mesh(const Executor& on, const mesh_parameters& chosen)
      : kernels_(on, chosen),
        mesh_(on, static_cast<std::size_t>(row_of(chosen.nodes) * chosen.nodes.y * chosen.nodes.z)),
        green_(on, static_cast<std::size_t>(kernels_.green_shape().count())),
        fourier_(on, chosen.nodes, chosen.atom_nodes.z)
  {
  }

  /// Computes the Green's function from the mesh that holds its samples.
  void make_green(const Executor& on)
  {
    const shape3 nodes = kernels_.parameters().nodes;
    if constexpr (!Boundary::is_periodic) Fourier(on, nodes, nodes.z).forward(mesh_.data());
    kernels_.take_green(mesh_.data(), nodes.y, kernels_.factors(), green_.data());
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
  buffer<T, Executor> mesh_, green_;
  Fourier fourier_;
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

  /// Adds the smooth part of sorted sources at the lattice's points. Asynchronous on `device`. Calls after(step) after
  /// each of the last three mesh_steps.
  template <class Out, class After = no_mesh_step_observer>
  void add(const cells<source<T>, Boundary>& from, Out out, After&& after = {})
  {
    mesh_.convolve(from, after);
    reader_.add(mesh_.kernels(), mesh_.data(), parameters().nodes.z, out);
    after(mesh_step::interpolate);
  }

  /// Adds the smooth part and its field to a field_output, as add() does to numbers.
  template <class Out, class After>
  void add_fields(const cells<source<T>, Boundary>& from, const Out& out, After&& after)
  {
    mesh_.convolve(from, after);
    reader_.add_fields(mesh_.kernels(), mesh_.data(), parameters().nodes.z, out);
    after(mesh_step::interpolate);
  }

  [[nodiscard]] const mesh_parameters& parameters() const { return mesh_.kernels().parameters(); }

 private:
  convolved_mesh<Executor, T, Decomposition, Fourier, Boundary> mesh_;
  std::conditional_t<core::is_triclinic<Boundary>, tilted_mesh_reader<Executor, T>, mesh_reader<Executor, T, Boundary>>
      reader_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
