// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The kernels of a particle mesh as calls on an executor, for a whole mesh or a slab of one.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/axis_reading.hpp>
#include <gridfold/electrostatics/column_passes.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/electrostatics/mesh_green_kernels.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/mesh_tables.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/mesh/convolve_columns.hpp>
#include <gridfold/kernel/mesh/gather_charges.hpp>
#include <gridfold/kernel/mesh/interpolate_lattice.hpp>
#include <gridfold/kernel/mesh/interpolate_points.hpp>
#include <gridfold/kernel/mesh/multiply_spectrum.hpp>
#include <gridfold/kernel/mesh/scatter_bricks.hpp>
#include <gridfold/kernel/mesh/scatter_charges.hpp>
#include <gridfold/kernel/sum/field_output.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/coarsening.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/triples.hpp>
#include <limits>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// Kernels of a particle mesh.
template <class Executor, class T, class Boundary>
class mesh_kernels : public mesh_green_kernels<Executor, T, Boundary> {
  using update_variant = variant<block<32, 8>, coarsen<1, 4>>;  // four rows per thread for more bytes in flight
  using base = mesh_green_kernels<Executor, T, Boundary>;
  using base::input;
  using base::mesh_axes;
  using base::on;
  template <class N>
  using table = typename base::template table<N>;

 public:
  using wave = kernel::wave<T>;
  using base::base;
  using base::green_shape;
  using base::parameters;
  using base::waves;
  using base::window;

  /// The nodes from which the points of a part of a lattice are interpolated along an axis.
  [[nodiscard]] reading_table reading(double origin, double spacing, std::int64_t begin, std::int64_t points,
                                      double mesh, double h, std::int64_t nodes) const
  {
    const double from = (origin - mesh) / h, step = spacing / h;
    const std::int64_t period = Boundary::is_periodic ? nodes : 0;
    if (parameters().has_fields) return electrostatics::field_weights(from, step, begin, points, window(), h, period);
    return electrostatics::reading_weights(from, step, begin, points, window(), period);
  }

  /// Sets `planes` planes of the mesh, from plane `first` on, to the charges of sorted sources, by gathering.
  void gather(const cells<source<T>, Boundary>& from, std::int64_t first, std::int64_t planes, T* to) const
  {
    const auto axes = mesh_axes();
    auto mesh = on().argument(slab(to, planes), "mesh", role::update);
    auto begin = begins_of(from);
    auto sources = sources_of(from);
    using text = kernel::gather_charges<T, Boundary, decltype(sources), decltype(begin), decltype(mesh)>;
    on().run(text{sources, begin, kernel::cell_axes<T, Boundary>(from.box), reach_of_window(from.box), axes, window(),
                  mesh, first},
             text::grid({axes.shape.x, axes.shape.y, planes}));
  }
  /// Adds the charges of sorted sources to the whole mesh by atomic additions.
  void scatter(const cells<source<T>, Boundary>& from, T* to) const
  {
    auto mesh = atomic_mesh(to);
    auto sources = sources_of(from);
    using text = kernel::scatter_charges<variant<block<32, 4>>, T, Boundary, decltype(sources), decltype(mesh)>;
    on().run(text{sources, mesh_axes(), window(), mesh}, text::grid(static_cast<std::int64_t>(sources.extent(0))));
  }

  /// Adds the charges of sorted sources to the whole mesh, brick by brick through shared memory.
  void scatter_bricks(const cells<source<T>, Boundary>& from, T* to) const
  {
    auto mesh = atomic_mesh(to);
    auto begin = begins_of(from);
    auto sources = sources_of(from);
    using text = kernel::scatter_bricks<T, Boundary, decltype(sources), decltype(begin), decltype(mesh)>;
    const T margin = rounding(from.box);
    on().run(text{sources,
                  begin,
                  kernel::cell_axes<T, Boundary>(from.box),
                  {margin, margin, margin},
                  mesh_axes(),
                  window(),
                  mesh},
             text::grid(parameters().atom_nodes, window()));
  }

  /// Multiplies rows of waves by a Green's function with the same number of rows or, by symmetry, half of them.
  void multiply(T* spectrum, std::int64_t rows, const T* green, std::int64_t rows_of_green) const
  {
    const shape3 half = waves(), all{half.x, rows, parameters().nodes.z};
    auto all_waves = on().argument(gridfold::view_of(reinterpret_cast<wave*>(spectrum), all), "spectrum", role::update);
    auto by = on().argument(gridfold::view_of<const T>(green, {half.x, rows_of_green, green_shape().z}), "green",
                            role::input);
    using text = kernel::multiply_spectrum<update_variant, decltype(all_waves), decltype(by)>;
    on().run(text{all_waves, by}, text::grid(all));
  }

  /// Convolves the columns of a spectrum of planes along z: transforms, multiplies, and transforms back.
  void convolve_columns(T* spectrum, std::int64_t planes, const T* green, const column_passes<Executor, T>& by) const
  {
    const shape3 all{waves().x, parameters().nodes.y, planes};
    auto all_waves = on().argument(gridfold::view_of(reinterpret_cast<wave*>(spectrum), all), "spectrum", role::update);
    auto factors = on().argument(gridfold::view_of<const T>(green, green_shape()), "green", role::input);
    auto turns = input(by.turns, "turns");
    auto order = input(by.order, "order of waves");
    using text = kernel::convolve_columns<T, decltype(all_waves), decltype(factors), decltype(turns), decltype(order)>;
    const text what{all_waves, factors, turns, order, by.passes, text::log2_columns_for(by.passes.nodes)};
    on().run(what, what.grid());
  }

  /// Adds the values interpolated from planes of a mesh to the points of a lattice, and the fields to a field_output,
  /// whose views are arguments already.
  template <class Out>
  void interpolate(const T* from, std::int64_t planes, const Out& to, const axis_reading<Executor, T>& x,
                   const axis_reading<Executor, T>& y, const axis_reading<Executor, T>& z) const
  {
    const shape3 nodes = parameters().nodes;
    auto in = on().argument(gridfold::view_of(from, {row_of(nodes), nodes.y, planes}), "nodes", role::input);
    const auto run = [&](auto out) {
      using weights = kernel::axis_weights<decltype(input(x.first, "")), decltype(input(x.weight, ""))>;
      const auto along = [&](const axis_reading<Executor, T>& axis, std::int64_t period) {
        return weights{input(axis.first, "first nodes"), input(axis.weight, "weights"), input(axis.slope, "slopes"),
                       axis.points_of_tile, static_cast<int>(period)};
      };
      using text = kernel::interpolate_lattice<T, Boundary, decltype(in), weights, decltype(out)>;
      const text what{{}, in, along(x, nodes.x), along(y, nodes.y), along(z, planes), out, parameters().width};
      on().run(what, what.grid());
    };
    if constexpr (kernel::is_field_output<Out>)
      run(to);
    else
      run(on().argument(to, "out", role::update));
  }

  /// Adds the whole mesh's values and fields at points, see kernel::interpolate_points.
  template <class Points, class Potentials, class Fields>
  void interpolate_at(const Points& points, const cell_box<Boundary>& box, const T* from, const Potentials& potentials,
                      const Fields& fields) const
  {
    const shape3 nodes = parameters().nodes;
    auto mesh = on().argument(gridfold::view_of(from, {row_of(nodes), nodes.y, parameters().atom_nodes.z}), "nodes",
                              role::input);
    using text = kernel::interpolate_points<T, Boundary, Points, decltype(mesh), Potentials, Fields>;
    on().run(text{{},
                  points,
                  kernel::cell_axes<T, Boundary>(box),
                  mesh_axes(),
                  window(),
                  static_cast<T>(electrostatics::window_transform(window(), 0)),
                  mesh,
                  potentials,
                  fields},
             text::grid(points.count()));
  }

  /// A bound of the rounding of coordinates; it is added to distances.
  [[nodiscard]] T rounding(const cell_box<Boundary>& box) const
  {
    const mesh_parameters& p = parameters();
    const double size = std::max(core::largest_coordinate(cell_box<>{p.origin, p.spacing, p.atom_nodes}),
                                 core::largest_coordinate(box));
    return static_cast<T>(16 * static_cast<double>(std::numeric_limits<T>::epsilon()) * size);
  }

 private:
  [[nodiscard]] auto slab(T* at, std::int64_t planes) const
  {
    return gridfold::view_of(at, {row_of(parameters().nodes), parameters().nodes.y, planes});
  }
  [[nodiscard]] auto sources_of(const cells<source<T>, Boundary>& from) const
  {
    return on().argument(table<source<T>>(from.sorted.data(), static_cast<int>(from.sorted.size())), "sources",
                         role::input);
  }
  [[nodiscard]] auto begins_of(const cells<source<T>, Boundary>& from) const
  {
    return on().argument(table<int>(from.begin.data(), static_cast<int>(from.begin.size())), "begins", role::input);
  }
  [[nodiscard]] auto atomic_mesh(T* at) const
  {
    using atomic =
        cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 3>, cuda::std::layout_right, atomic_accessor<T>>;
    const shape3 n = parameters().nodes;
    return on().argument(atomic(at, parameters().atom_nodes.z, n.y, row_of(n)), "mesh", role::update);
  }

  /// The reach of an atom's window, plus the rounding of coordinates.
  [[nodiscard]] packed3<T> reach_of_window(const cell_box<Boundary>& box) const
  {
    const mesh_parameters& p = parameters();
    const double margin = rounding(box);
    const auto reach = [&](double spacing) { return static_cast<T>(0.5 * p.width * spacing + margin); };
    return {reach(p.spacing.x), reach(p.spacing.y), reach(p.spacing.z)};
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
