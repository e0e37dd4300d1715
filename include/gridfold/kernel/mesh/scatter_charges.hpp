// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Spreads charges over a mesh by scattering: a row of the block's threads owns an atom and adds to the nodes that its
/// window reaches.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/limits>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/mesh/mesh_axes.hpp>
#include <gridfold/math/finite.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Sources: a one-dimensional view; Mesh: an atomic view of (z, y, x), which the kernel adds to. With a periodic
/// Boundary sources lie within a period, as sorted ones do. An atom with a NaN coordinate, and with an open Boundary
/// one whose window leaves the mesh, makes the first node NaN, and thus every value computed from the mesh.
template <class Variant, class T, class Boundary, class Sources, class Mesh>
struct scatter_charges {
  using variant = Variant;
  using block_shape = typename Variant::block;
  static constexpr int atoms = block_shape::y, threads_of_atom = block_shape::x;
  struct shared_storage {
    T weight[atoms * 3 * mesh_window::most];
  };

  Sources sources;
  mesh_axes<Boundary> axes;
  mesh_window window;
  Mesh mesh;

  static shape3 grid(std::int64_t sources) { return {ceil_div(sources, atoms), 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& weight = block.shared(member<&shared_storage::weight>{});
    block.each_thread([&](auto t) {
      const std::int64_t s = block.index().x * atoms + t.y;
      if (s >= sources.extent(0)) return;
      const source<T> from = sources(s);
      const vec3 at = axes.nodes(from.x, from.y, from.z);
      for (int n = t.x; n < 3 * window.width; n += threads_of_atom) {
        const int axis = n / window.width;
        const double along = axis == 0 ? at.x : axis == 1 ? at.y : at.z;
        const auto node = static_cast<double>(window.first(along) + n % window.width);
        weight[t.y * 3 * mesh_window::most + n] = window.weight(static_cast<T>(along - node));
      }
    });
    block.each_thread([&](auto t) {
      const std::int64_t s = block.index().x * atoms + t.y;
      if (s >= sources.extent(0)) return;
      const source<T> from = sources(s);
      const vec3 at = axes.nodes(from.x, from.y, from.z);
      if (math::is_nan(from.x) || math::is_nan(from.y) || math::is_nan(from.z) || !axes.contains(window, at)) {
        if (t.x == 0) mesh(0, 0, 0) += cuda::std::numeric_limits<T>::quiet_NaN();
        return;
      }
      const std::int64_t i = window.first(at.x), j = window.first(at.y), k = window.first(at.z);
      const int width = window.width, first = t.y * 3 * mesh_window::most;
      for (int n = t.x; n < width * width * width; n += threads_of_atom) {
        const int dx = n % width, dy = n / width % width, dz = n / (width * width);
        mesh(axes.wrapped(k + dz, axes.shape.z), axes.wrapped(j + dy, axes.shape.y),
             axes.wrapped(i + dx, axes.shape.x)) +=
            from.charge * static_cast<T>(weight[first + 2 * width + dz]) *
            (static_cast<T>(weight[first + width + dy]) * static_cast<T>(weight[first + dx]));
      }
    });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
