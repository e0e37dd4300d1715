// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The smooth part of a particle-mesh sum: charges on a mesh, convolved with a Green's function by Fourier transforms,
/// and interpolated at lattice points.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/mesh_step.hpp>
#include <gridfold/electrostatics/mesh_tables.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/gather_charges.hpp>
#include <gridfold/kernel/interpolate_axis.hpp>
#include <gridfold/kernel/mesh_green.hpp>
#include <gridfold/kernel/multiply_spectrum.hpp>
#include <gridfold/kernel/scatter_charges.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/coarsening.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/triples.hpp>
#include <limits>
#include <type_traits>
#include <vector>

namespace gridfold::detail
{

/// Owns a mesh, its Green's function, the tables of a lattice and the Fourier transforms. Parameters as of
/// particle_mesh.
template <class Executor, class T, class Decomposition, class Fourier, class Boundary = boundary::open>
class mesh_convolution {
  static_assert(fourier_transform<Fourier, Executor, T>,
                "gridfold: the Fourier transform lacks forward(mesh) or backward(mesh), or the constructor (executor, "
                "nodes, planes): see electrostatics/fourier.hpp");
  using row_variant = variant<block<256>>;
  using update_variant = variant<block<32, 8>, coarsen<1, 4>>;  // with more bytes in flight
  using point_variant = variant<block<32, 4>, coarsen<1, 4>>;
  template <class N>
  using table = cuda::std::mdspan<const N, cuda::std::dextents<int, 1>>;

 public:
  /// \param green called by kernels with squared distances in T: the Green's function. In a period called with squared
  ///   wave numbers in double: its Fourier transform over the volume of a node
  template <class Green>
  mesh_convolution(const Executor& on, const lattice_part& where, const mesh_parameters& chosen, const Green& green)
      : mesh_convolution(on, where, chosen)
  {
    sample(green);
    make_green();
  }

  /// Adds what sorted sources are at the lattice's points. Asynchronous on `device`. Calls after(mesh_step) after each
  /// of the last three steps.
  template <class Out, class After = no_mesh_step_observer>
  void add(const cells<source<T>, Boundary>& from, Out out, After&& after = {})
  {
    spread(from);
    after(mesh_step::spread);
    fourier_.forward(mesh_.data());
    multiply();
    fourier_.backward(mesh_.data());
    after(mesh_step::convolve);
    interpolate(out);
    after(mesh_step::interpolate);
  }

  [[nodiscard]] const mesh_parameters& parameters() const { return parameters_; }

 private:
  /// Without a Green's function.
  mesh_convolution(const Executor& on, const lattice_part& where, const mesh_parameters& chosen)
      : on_(on),
        points_(where.shape),
        parameters_(chosen),
        mesh_(on, size_of(whole_mesh(chosen))),
        green_(on, size_of(waves(chosen))),
        along_z_(on, size_of({chosen.atom_nodes.x, chosen.atom_nodes.y, where.shape.z})),
        along_yz_(on, size_of({chosen.atom_nodes.x, where.shape.y, where.shape.z})),
        read_x_(on, read(where.whole.origin.x, where.whole.spacing.x, where.first.x, where.shape.x, chosen.origin.x,
                         chosen.spacing.x, chosen.nodes.x)),
        read_y_(on, read(where.whole.origin.y, where.whole.spacing.y, where.first.y, where.shape.y, chosen.origin.y,
                         chosen.spacing.y, chosen.nodes.y)),
        read_z_(on, read(where.whole.origin.z, where.whole.spacing.z, where.first.z, where.shape.z, chosen.origin.z,
                         chosen.spacing.z, chosen.nodes.z)),
        fourier_(on, chosen.nodes, chosen.atom_nodes.z)
  {
  }

  /// The nodes and weights from which the points of an axis are interpolated, in the executor's memory.
  struct reading {
    buffer<int, Executor> first;
    buffer<T, Executor> weight;
    reading(const Executor& on, const detail::reading_table& from)
        : first(on, from.first), weight(on, std::vector<T>(from.weight.begin(), from.weight.end()))
    {
    }
  };

  static std::size_t size_of(shape3 shape) { return static_cast<std::size_t>(shape.count()); }
  /// The mesh with the rest of its rows.
  static shape3 whole_mesh(const mesh_parameters& p) { return {row_of(p.nodes), p.nodes.y, p.nodes.z}; }
  static shape3 waves(const mesh_parameters& p) { return {p.nodes.x / 2 + 1, p.nodes.y / 2 + 1, p.nodes.z / 2 + 1}; }
  [[nodiscard]] kernel::mesh_window window() const { return {parameters_.width}; }
  [[nodiscard]] detail::reading_table read(double origin, double spacing, std::int64_t begin, std::int64_t points,
                                           double mesh, double h, std::int64_t nodes) const
  {
    return detail::reading_weights((origin - mesh) / h, spacing / h, begin, points, window(),
                                   Boundary::is_periodic ? nodes : 0);
  }
  template <class N>
  table<N> as_table(const buffer<N, Executor>& from) const
  {
    return table<N>(from.data(), static_cast<int>(from.size()));
  }

  template <class N>
  auto input(const buffer<N, Executor>& of, const char* name) const
  {
    return on_.argument(as_table(of), name, role::input);
  }

  /// What the smooth part is sampled by: squares of distances or of wave numbers, for each axis.
  using square = std::conditional_t<Boundary::is_periodic, double, T>;
  struct squares_of_axes {
    buffer<square, Executor> x, y, z;
  };

  [[nodiscard]] squares_of_axes squares() const
  {
    const mesh_parameters& p = parameters_;
    const auto of_axis = [&](std::int64_t nodes, std::int64_t distance, double spacing) {
      const auto all = Boundary::is_periodic ? detail::wave_squares(nodes, spacing * static_cast<double>(nodes))
                                             : detail::green_squares(nodes, distance, spacing);
      return buffer<square, Executor>(on_, std::vector<square>(all.begin(), all.end()));
    };
    return {of_axis(p.nodes.x, p.distance_nodes.x, p.spacing.x), of_axis(p.nodes.y, p.distance_nodes.y, p.spacing.y),
            of_axis(p.nodes.z, p.distance_nodes.z, p.spacing.z)};
  }

  /// Nodes, or the real parts of the wave numbers that take_green reads.
  [[nodiscard]] shape3 sampled() const { return Boundary::is_periodic ? waves(parameters_) : parameters_.nodes; }
  auto view_of_sampled()
  {
    const shape3 whole = whole_mesh(parameters_), shape = sampled();
    using extents = cuda::std::dextents<std::int64_t, 3>;
    const cuda::std::layout_stride::mapping<extents> mapping(
        extents(shape.z, shape.y, shape.x),
        cuda::std::array<std::int64_t, 3>{whole.x * whole.y, whole.x, Boundary::is_periodic ? 2 : 1});
    // An update: the rest of the mesh stays as it is.
    return on_.argument(cuda::std::mdspan<T, extents, cuda::std::layout_stride>(mesh_.data(), mapping), "mesh",
                        role::update);
  }

  /// Sets the mesh to samples of the smooth part, or of its transform.
  template <class Far>
  void sample(const Far& far)
  {
    const squares_of_axes at = squares();
    const auto to = view_of_sampled();
    using text = kernel::sample_green<row_variant, decltype(input(at.x, "")), std::remove_const_t<decltype(to)>, Far>;
    on_.run(text{input(at.x, "squares"), input(at.y, "squares"), input(at.z, "squares"), to, far},
            text::grid(sampled()));
    on_.wait();  // the tables end here
  }

  /// Transforms the samples, and divides them by the window's squared transform, once for the atoms and once for the
  /// points.
  void make_green()
  {
    const shape3 nodes = parameters_.nodes, waves = this->waves(parameters_);
    if constexpr (!Boundary::is_periodic) Fourier(on_, nodes, nodes.z).forward(mesh_.data());
    const auto factors = [&](std::int64_t n) {
      const std::vector<double> values = detail::deconvolution(n, window());
      return buffer<T, Executor>(on_, std::vector<T>(values.begin(), values.end()));
    };
    const auto x = factors(nodes.x), y = factors(nodes.y), z = factors(nodes.z);
    const auto spectrum = on_.argument(view_of<const T>(mesh_.data(), whole_mesh(parameters_)), "mesh", role::input);
    const auto green = on_.argument(view_of(green_.data(), waves), "green", role::output);
    using take = kernel::take_green<row_variant, std::remove_const_t<decltype(spectrum)>, decltype(input(x, "")),
                                    std::remove_const_t<decltype(green)>>;
    on_.run(take{spectrum, input(x, "factors"), input(y, "factors"), input(z, "factors"), green}, take::grid(waves));
    on_.wait();  // the tables end here
  }

  void spread(const cells<source<T>, Boundary>& from)
  {
    const shape3 whole = whole_mesh(parameters_);
    mesh_.fill_bytes(0);
    const auto size = static_cast<int>(from.sorted.size());
    if (size == 0) return;
    const auto sources = on_.argument(table<source<T>>(from.sorted.data(), size), "sources", role::input);
    using sources_view = std::remove_const_t<decltype(sources)>;
    const kernel::mesh_axes<Boundary> axes(parameters_.origin, parameters_.spacing, parameters_.atom_nodes);
    if constexpr (std::is_same_v<Decomposition, gather>) {
      const auto mesh = on_.argument(view_of(mesh_.data(), whole), "mesh", role::update);
      const auto begin =
          on_.argument(table<int>(from.begin.data(), static_cast<int>(from.begin.size())), "begins", role::input);
      using text = kernel::gather_charges<T, Boundary, sources_view, std::remove_const_t<decltype(begin)>,
                                          std::remove_const_t<decltype(mesh)>>;
      on_.run(text{sources, begin, kernel::cell_axes<T, Boundary>(from.box), reach_of_window(from.box), axes, window(),
                   mesh},
              text::grid(axes.shape));
    } else {
      using atomic =
          cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 3>, cuda::std::layout_right, atomic_accessor<T>>;
      const auto mesh = on_.argument(atomic(mesh_.data(), whole.z, whole.y, whole.x), "mesh", role::update);
      using text = kernel::scatter_charges<variant<block<32, 4>>, T, Boundary, sources_view,
                                           std::remove_const_t<decltype(mesh)>>;
      on_.run(text{sources, axes, window(), mesh}, text::grid(size));
    }
  }

  /// How far atoms reach nodes, and what rounding of coordinates may add.
  [[nodiscard]] packed3<T> reach_of_window(const cell_box<Boundary>& box) const
  {
    const mesh_parameters& p = parameters_;
    const double size = std::max(detail::largest_coordinate(cell_box<>{p.origin, p.spacing, p.atom_nodes}),
                                 detail::largest_coordinate(box));
    const double margin = 16 * static_cast<double>(std::numeric_limits<T>::epsilon()) * size;
    const auto reach = [&](double spacing) { return static_cast<T>(0.5 * p.width * spacing + margin); };
    return {reach(p.spacing.x), reach(p.spacing.y), reach(p.spacing.z)};
  }

  void multiply()
  {
    const shape3 nodes = parameters_.nodes, waves = this->waves(parameters_);
    const shape3 rows{waves.x, nodes.y, nodes.z};
    const auto spectrum =
        on_.argument(view_of(reinterpret_cast<kernel::wave<T>*>(mesh_.data()), rows), "mesh", role::update);
    const auto green = on_.argument(view_of<const T>(green_.data(), waves), "green", role::input);
    using text = kernel::multiply_spectrum<update_variant, std::remove_const_t<decltype(spectrum)>,
                                           std::remove_const_t<decltype(green)>>;
    on_.run(text{spectrum, green}, text::grid(rows));
  }

  template <int Axis, class In, class Out>
  void interpolate_along(const In& from, const Out& to, const reading& by, bool add)
  {
    const auto in = on_.argument(from, "nodes", role::input);
    const auto out = on_.argument(to, "out", add ? role::update : role::output);
    const auto first = on_.argument(as_table(by.first), "first nodes", role::input);
    const auto weight = on_.argument(as_table(by.weight), "weights", role::input);
    using text = kernel::interpolate_axis<point_variant, Axis, Boundary, std::remove_const_t<decltype(in)>,
                                          std::remove_const_t<decltype(first)>, std::remove_const_t<decltype(weight)>,
                                          std::remove_const_t<decltype(out)>>;
    on_.run(text{in, first, weight, out, parameters_.width, add},
            text::grid({static_cast<std::int64_t>(to.extent(2)), static_cast<std::int64_t>(to.extent(1)),
                        static_cast<std::int64_t>(to.extent(0))}));
  }

  template <class Out>
  void interpolate(Out out)
  {
    const shape3 reached = parameters_.atom_nodes, points = points_;
    interpolate_along<0>(view_of<const T>(mesh_.data(), whole_mesh(parameters_)),
                         view_of(along_z_.data(), {reached.x, reached.y, points.z}), read_z_, false);
    interpolate_along<1>(view_of<const T>(along_z_.data(), {reached.x, reached.y, points.z}),
                         view_of(along_yz_.data(), {reached.x, points.y, points.z}), read_y_, false);
    interpolate_along<2>(view_of<const T>(along_yz_.data(), {reached.x, points.y, points.z}), out, read_x_, true);
  }

  Executor on_;
  shape3 points_;
  mesh_parameters parameters_;
  buffer<T, Executor> mesh_, green_, along_z_, along_yz_;
  reading read_x_, read_y_, read_z_;
  Fourier fourier_;
};

}  // namespace gridfold::detail
