// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The kernels of a particle mesh as calls on an executor, for a whole mesh or a slab of one.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/axis_reading.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/mesh_tables.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/mesh/gather_charges.hpp>
#include <gridfold/kernel/mesh/interpolate_axis.hpp>
#include <gridfold/kernel/mesh/interpolate_fields.hpp>
#include <gridfold/kernel/mesh/interpolate_points.hpp>
#include <gridfold/kernel/mesh/mesh_green.hpp>
#include <gridfold/kernel/mesh/multiply_spectrum.hpp>
#include <gridfold/kernel/mesh/scatter_bricks.hpp>
#include <gridfold/kernel/mesh/scatter_charges.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/coarsening.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/triples.hpp>
#include <limits>
#include <type_traits>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::electrostatics
{

/// A table along each axis, with a number for each node or wave number.
struct axis_tables {
  std::vector<double> x, y, z;
};

/// Kernels of a particle mesh. Meshes are views of (z, y, x), Green's functions and spectra of (z, y, wave number along
/// x); a slab is a view of its planes.
template <class Executor, class T, class Boundary>
class mesh_kernels {
  using row_variant = variant<block<256>>;
  using update_variant = variant<block<32, 8>, coarsen<1, 4>>;  // four rows per thread for more bytes in flight
  using point_variant = variant<block<32, 4>, coarsen<1, 4>>;
  template <class N>
  using table = cuda::std::mdspan<const N, cuda::std::dextents<int, 1>>;

 public:
  using wave = kernel::wave<T>;

  mesh_kernels(const Executor& on, const mesh_parameters& chosen) : on_(on), parameters_(chosen) {}

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

  /// The nodes from which the points of a part of a lattice are interpolated along an axis.
  [[nodiscard]] reading_table reading(double origin, double spacing, std::int64_t begin, std::int64_t points,
                                      double mesh, double h, std::int64_t nodes) const
  {
    const double from = (origin - mesh) / h, step = spacing / h;
    const std::int64_t period = Boundary::is_periodic ? nodes : 0;
    if (parameters_.has_fields) return electrostatics::field_weights(from, step, begin, points, window(), h, period);
    return electrostatics::reading_weights(from, step, begin, points, window(), period);
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

  /// Sets `planes` planes of the mesh, from plane `first` on, to the charges of sorted sources, by gathering.
  void gather(const cells<source<T>, Boundary>& from, std::int64_t first, std::int64_t planes, T* to) const
  {
    const auto axes = mesh_axes();
    auto mesh = on_.argument(slab(to, planes), "mesh", role::update);
    auto begin = begins_of(from);
    auto sources = sources_of(from);
    using text = kernel::gather_charges<T, Boundary, decltype(sources), decltype(begin), decltype(mesh)>;
    on_.run(text{sources, begin, kernel::cell_axes<T, Boundary>(from.box), reach_of_window(from.box), axes, window(),
                 mesh, first},
            text::grid({axes.shape.x, axes.shape.y, planes}));
  }
  /// Adds the charges of sorted sources to the whole mesh by atomic additions.
  void scatter(const cells<source<T>, Boundary>& from, T* to) const
  {
    auto mesh = atomic_mesh(to);
    auto sources = sources_of(from);
    using text = kernel::scatter_charges<variant<block<32, 4>>, T, Boundary, decltype(sources), decltype(mesh)>;
    on_.run(text{sources, mesh_axes(), window(), mesh}, text::grid(static_cast<std::int64_t>(sources.extent(0))));
  }

  /// Adds the charges of sorted sources to the whole mesh, brick by brick through shared memory.
  void scatter_bricks(const cells<source<T>, Boundary>& from, T* to) const
  {
    auto mesh = atomic_mesh(to);
    auto begin = begins_of(from);
    auto sources = sources_of(from);
    using text = kernel::scatter_bricks<T, Boundary, decltype(sources), decltype(begin), decltype(mesh)>;
    const T margin = rounding(from.box);
    on_.run(text{sources,
                 begin,
                 kernel::cell_axes<T, Boundary>(from.box),
                 {margin, margin, margin},
                 mesh_axes(),
                 window(),
                 mesh},
            text::grid(parameters_.atom_nodes, window()));
  }

  /// Multiplies rows of waves by a Green's function with the same number of rows or, by symmetry, half of them.
  void multiply(T* spectrum, std::int64_t rows, const T* green, std::int64_t rows_of_green) const
  {
    const shape3 half = waves(), all{half.x, rows, parameters_.nodes.z};
    auto waves = on_.argument(gridfold::view_of(reinterpret_cast<wave*>(spectrum), all), "spectrum", role::update);
    auto by =
        on_.argument(gridfold::view_of<const T>(green, {half.x, rows_of_green, green_shape().z}), "green", role::input);
    using text = kernel::multiply_spectrum<update_variant, decltype(waves), decltype(by)>;
    on_.run(text{waves, by}, text::grid(all));
  }

  /// Interpolates along one axis by the weights or by their slopes; sets `to` or adds to it.
  template <int Axis, class In, class Out>
  void interpolate(const In& from, const Out& to, const axis_reading<Executor, T>& by, bool add,
                   buffer<T, Executor> axis_reading<Executor, T>::*weights = &axis_reading<Executor, T>::weight) const
  {
    auto in = on_.argument(from, "nodes", role::input);
    auto out = on_.argument(to, "out", add ? role::update : role::output);
    auto first = input(by.first, "first nodes");
    auto weight = input(by.*weights, "weights");
    using text = kernel::interpolate_axis<point_variant, Axis, Boundary, decltype(in), decltype(first),
                                          decltype(weight), decltype(out)>;
    on_.run(text{in, first, weight, out, parameters_.width, add},
            text::grid({static_cast<std::int64_t>(to.extent(2)), static_cast<std::int64_t>(to.extent(1)),
                        static_cast<std::int64_t>(to.extent(0))}));
  }

  /// Adds potentials and fields of lattice points, along x after both other axes.
  /// \param from values, derivatives along y and derivatives along z, views of `shape.x` nodes in rows of points
  /// \param to a field_output
  template <class In, class Out>
  void interpolate_fields(const cuda::std::array<In, 3>& from, shape3 points, const Out& to,
                          const axis_reading<Executor, T>& by) const
  {
    const auto in = [&](std::size_t n) { return on_.argument(from[n], "nodes", role::input); };
    auto first = input(by.first, "first nodes");
    auto weight = input(by.weight, "weights"), slope = input(by.slope, "slopes");
    using text =
        kernel::interpolate_fields<point_variant, Boundary, decltype(in(0)), decltype(first), decltype(weight), Out>;
    on_.run(text{in(0), in(1), in(2), first, weight, slope, to, parameters_.width}, text::grid(points));
  }

  /// Adds the whole mesh's values and fields at points, see kernel::interpolate_points.
  template <class Points, class Potentials, class Fields>
  void interpolate_at(const Points& points, const cell_box<Boundary>& box, const T* from, const Potentials& potentials,
                      const Fields& fields) const
  {
    const shape3 nodes = parameters_.nodes;
    auto mesh = on_.argument(gridfold::view_of(from, {row_of(nodes), nodes.y, nodes.z}), "nodes", role::input);
    using text = kernel::interpolate_points<T, Boundary, Points, decltype(mesh), Potentials, Fields>;
    on_.run(text{{},
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
    const mesh_parameters& p = parameters_;
    const double size = std::max(core::largest_coordinate(cell_box<>{p.origin, p.spacing, p.atom_nodes}),
                                 core::largest_coordinate(box));
    return static_cast<T>(16 * static_cast<double>(std::numeric_limits<T>::epsilon()) * size);
  }

 private:
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
  [[nodiscard]] auto slab(T* at, std::int64_t planes) const
  {
    return gridfold::view_of(at, {row_of(parameters_.nodes), parameters_.nodes.y, planes});
  }
  [[nodiscard]] auto sources_of(const cells<source<T>, Boundary>& from) const
  {
    return on_.argument(table<source<T>>(from.sorted.data(), static_cast<int>(from.sorted.size())), "sources",
                        role::input);
  }
  [[nodiscard]] kernel::mesh_axes<Boundary> mesh_axes() const
  {
    const mesh_parameters& p = parameters_;
    if constexpr (core::is_triclinic<Boundary>)
      return {p.origin, p.spacing, p.atom_nodes, p.tilt};
    else
      return {p.origin, p.spacing, p.atom_nodes};
  }

  [[nodiscard]] auto begins_of(const cells<source<T>, Boundary>& from) const
  {
    return on_.argument(table<int>(from.begin.data(), static_cast<int>(from.begin.size())), "begins", role::input);
  }
  [[nodiscard]] auto atomic_mesh(T* at) const
  {
    using atomic =
        cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 3>, cuda::std::layout_right, atomic_accessor<T>>;
    const shape3 n = parameters_.nodes;
    return on_.argument(atomic(at, n.z, n.y, row_of(n)), "mesh", role::update);
  }

  /// The reach of an atom's window, plus the rounding of coordinates.
  [[nodiscard]] packed3<T> reach_of_window(const cell_box<Boundary>& box) const
  {
    const mesh_parameters& p = parameters_;
    const double margin = rounding(box);
    const auto reach = [&](double spacing) { return static_cast<T>(0.5 * p.width * spacing + margin); };
    return {reach(p.spacing.x), reach(p.spacing.y), reach(p.spacing.z)};
  }

  Executor on_;
  mesh_parameters parameters_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::electrostatics
