// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The Green's function of a particle mesh: the kernels that make it as calls on an executor, for a whole mesh or a
/// slab of one.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <gridfold/core/cells.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/mesh_tables.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/mesh/mesh_axes.hpp>
#include <gridfold/kernel/mesh/mesh_green.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/variant.hpp>
#include <type_traits>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// A table along each axis, with a number for each node or wave number.
struct axis_tables {
  std::vector<double> x, y, z;
};

/// The shape of a mesh and of its Green's function, and the kernels of the latter. Meshes are views of (z, y, x),
/// Green's functions and spectra of (z, y, wave number along x); a slab is a view of its planes.
template <class Executor, class T, class Boundary>
class mesh_green_kernels {
  using row_variant = variant<block<256>>;

 public:
  mesh_green_kernels(const Executor& on, const mesh_parameters& chosen) : on_(on), parameters_(chosen) {}

  [[nodiscard]] const mesh_parameters& parameters() const { return parameters_; }
  [[nodiscard]] kernel::mesh_window window() const { return {parameters_.width}; }
  /// The wave numbers from 0 to half of the nodes, along each axis.
  [[nodiscard]] shape3 waves() const
  {
    const shape3 n = parameters_.nodes;
    return {n.x / 2 + 1, n.y / 2 + 1, n.z / 2 + 1};
  }

  /// The shape of a Green's function.
  [[nodiscard]] shape3 green_shape() const
  {
    const shape3 n = parameters_.nodes, half = waves();
    return core::is_triclinic<Boundary> ? shape3{half.x, n.y, n.z} : half;
  }

  /// Arguments at which the smooth part is sampled: squared distances of nodes; in a periodic box squared wave numbers;
  /// in a triclinic one wave numbers along its vectors.
  [[nodiscard]] axis_tables squares() const
  {
    const mesh_parameters& p = parameters_;
    if constexpr (core::is_triclinic<Boundary>) {
      const vec3 length = p.period().lengths;
      return {electrostatics::signed_waves(p.nodes.x, length.x, false),
              electrostatics::signed_waves(p.nodes.y, length.y, true),
              electrostatics::signed_waves(p.nodes.z, length.z, true)};
    }
    const auto of = [](std::int64_t nodes, std::int64_t distance, double spacing) {
      return Boundary::is_periodic ? electrostatics::wave_squares(nodes, spacing * static_cast<double>(nodes))
                                   : electrostatics::green_squares(nodes, distance, spacing);
    };
    return {of(p.nodes.x, p.distance_nodes.x, p.spacing.x), of(p.nodes.y, p.distance_nodes.y, p.spacing.y),
            of(p.nodes.z, p.distance_nodes.z, p.spacing.z)};
  }
  /// One over the square of the window's transform: it undoes the window of spreading and the window of interpolation.
  [[nodiscard]] axis_tables factors() const
  {
    const shape3 nodes = parameters_.nodes;
    const axis_tables half{electrostatics::deconvolution(nodes.x, window()),
                           electrostatics::deconvolution(nodes.y, window()),
                           electrostatics::deconvolution(nodes.z, window())};
    if constexpr (core::is_triclinic<Boundary>)
      return {half.x, electrostatics::with_negative_waves(half.y, nodes.y),
              electrostatics::with_negative_waves(half.z, nodes.z)};
    return half;
  }

  /// Sets planes of the mesh to the smooth part at squared distances, in rows of row_of(nodes) numbers. In a period,
  /// sets the real parts of rows of waves to its transform at squared wave numbers. Synchronises.
  /// \param rows in a plane of `to`
  template <class Far>
  void sample(const Far& far_term, const axis_tables& squares, std::int64_t rows, T* to) const
  {
    using number = std::conditional_t<Boundary::is_periodic, double, T>;  // the argument type of `far_term`
    const auto x2 = upload<number>(squares.x), y2 = upload<number>(squares.y), z2 = upload<number>(squares.z);
    using extents = cuda::std::dextents<std::int64_t, 3>;
    const auto size = [](const std::vector<double>& of) { return static_cast<std::int64_t>(of.size()); };
    const shape3 shape{size(squares.x), size(squares.y), size(squares.z)};
    const std::int64_t row = row_of(parameters_.nodes);
    const cuda::std::layout_stride::mapping<extents> mapping(
        extents(shape.z, shape.y, shape.x),
        cuda::std::array<std::int64_t, 3>{row * rows, row, Boundary::is_periodic ? 2 : 1});
    // An update, because the rest of the mesh stays as it is.
    auto sampled =
        on_.argument(cuda::std::mdspan<T, extents, cuda::std::layout_stride>(to, mapping), "mesh", role::update);
    if constexpr (core::is_triclinic<Boundary>) {
      using text = kernel::sample_tilted_green<row_variant, decltype(input(x2, "")), decltype(sampled), Far>;
      const auto axes = mesh_axes();
      on_.run(text{input(x2, "waves"), input(y2, "waves"), input(z2, "waves"), sampled, far_term, axes.x_per_y,
                   axes.x_per_z, axes.y_per_z},
              text::grid(shape));
    } else {
      using text = kernel::sample_green<row_variant, decltype(input(x2, "")), decltype(sampled), Far>;
      on_.run(text{input(x2, "squares"), input(y2, "squares"), input(z2, "squares"), sampled, far_term},
              text::grid(shape));
    }
    on_.wait();  // before the tables are freed
  }

  /// Sets a Green's function, with one row for each of factors.y, to the real parts of a spectrum times the factors.
  /// Synchronises.
  /// \param rows in a plane of the spectrum
  void take_green(const T* spectrum, std::int64_t rows, const axis_tables& factors, T* to) const
  {
    const auto x = upload<T>(factors.x), y = upload<T>(factors.y), z = upload<T>(factors.z);
    const auto size = [](const auto& of) { return static_cast<std::int64_t>(of.size()); };
    const shape3 shape{size(x), size(y), size(z)};
    auto from = on_.argument(gridfold::view_of<const T>(spectrum, {row_of(parameters_.nodes), rows, shape.z}),
                             "spectrum", role::input);
    auto green = on_.argument(gridfold::view_of(to, shape), "green", role::output);
    using take = kernel::take_green<row_variant, decltype(from), decltype(input(x, "")), decltype(green)>;
    on_.run(take{from, input(x, "factors"), input(y, "factors"), input(z, "factors"), green}, take::grid(shape));
    on_.wait();  // before the tables are freed
  }

 protected:
  template <class N>
  using table = cuda::std::mdspan<const N, cuda::std::dextents<int, 1>>;

  [[nodiscard]] const Executor& on() const { return on_; }
  template <class N>
  [[nodiscard]] auto input(const buffer<N, Executor>& of, const char* name) const
  {
    return on_.argument(table<N>(of.data(), static_cast<int>(of.size())), name, role::input);
  }
  template <class N>
  [[nodiscard]] buffer<N, Executor> upload(const std::vector<double>& values) const
  {
    return {on_, std::vector<N>(values.begin(), values.end())};
  }
  [[nodiscard]] kernel::mesh_axes<Boundary> mesh_axes() const
  {
    const mesh_parameters& p = parameters_;
    if constexpr (core::is_triclinic<Boundary>)
      return {p.origin, p.spacing, p.atom_nodes, p.tilt};
    else
      return {p.origin, p.spacing, p.atom_nodes};
  }

 private:
  Executor on_;
  mesh_parameters parameters_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
