// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Spreads charges over a mesh by scattering to shared memory: a block takes the atoms whose windows begin in a brick
/// of nodes, adds them to a sub-mesh of its own, and adds that to the mesh. Source: Y. Shih et al., cuFINUFFT: a
/// load-balanced GPU library for general-purpose nonuniform FFTs (IPDPSW 2021, arXiv 2102.08463).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/limits>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/kernel/mesh/cell_tiles.hpp>
#include <gridfold/kernel/mesh/mesh_axes.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/triples.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Sources, Begin: one-dimensional views of sorted sources and of the cells' first sources; Mesh: an atomic view of (z,
/// y, x), which the kernel adds to. Boundary: of cells and mesh; if it is periodic, both have one origin and one set of
/// lengths. An atom with a NaN coordinate, and with an open boundary an atom whose window leaves the mesh, makes the
/// first node NaN, and thus every value computed from the mesh.
template <class T, class Boundary, class Sources, class Begin, class Mesh>
struct scatter_bricks {
  /// Nodes of a sub-mesh along an axis: the brick's, and those that windows reach beyond it.
  static constexpr int side = mesh_window::most;
  static constexpr int pitch = side + 1;  ///< odd, so that rows of nodes begin in different banks
  static constexpr int lanes = 32, warps = 4, batch = 2 * warps;
  using block_shape = gridfold::block<lanes, warps>;
  static constexpr bool short_blocks = true;
  static constexpr int threads = block_shape::threads, room = 2 * threads;

  struct shared_storage {
    T node[side * side * pitch];
    source<T> tile[room];
    T weight[batch * 3 * mesh_window::most];
  };

  Sources sources;
  Begin begin;
  cell_axes<T, Boundary> cells;
  packed3<T> margin;  ///< bound of the rounding of coordinates, added to distances
  mesh_axes<Boundary> axes;
  mesh_window window;
  Mesh mesh;

  static shape3 grid(shape3 nodes, mesh_window window)
  {
    const int edge = edge_of(window);
    return {ceil_div(nodes.x, edge), ceil_div(nodes.y, edge), ceil_div(nodes.z, edge)};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const int edge = edge_of(window);
    const index3 brick = block.index(), first{brick.x * edge, brick.y * edge, brick.z * edge};
    auto&& node = block.shared(member<&shared_storage::node>{});
    block.each_thread([&](auto t) {
      for (int n = t.rank; n < side * side * pitch; n += threads) node[n] = T(0);
      if (t.rank == 0 && brick.x == 0 && brick.y == 0 && brick.z == 0 &&
          begin(cells.count()) < static_cast<int>(sources.extent(0)))
        mesh(0, 0, 0) += cuda::std::numeric_limits<T>::quiet_NaN();
    });
    const cell_intervals<T, Boundary> nearby{
        cells_along(cells.x, axes.origin.x, axes.spacing.x, first.x, axes.shape.x, margin.x),
        cells_along(cells.y, axes.origin.y, axes.spacing.y, first.y, axes.shape.y, margin.y),
        cells_along(cells.z, axes.origin.z, axes.spacing.z, first.z, axes.shape.z, margin.z)};
    for_each_tile<threads, room>(
        cells, nearby, begin, [&](int s, int end, int size) { return keep(block, first, s, end, size); },
        [&](int size) { add_tile(block, first, size); });
    block.each_thread([&](auto t) {
      for (int n = t.rank; n < side * side * side; n += threads) {
        const int i = n % side, j = n / side % side, k = n / (side * side);
        const T sum = node[(k * side + j) * pitch + i];
        if (!(sum == T(0)))
          mesh(axes.wrapped(first.z + k, axes.shape.z), axes.wrapped(first.y + j, axes.shape.y),
               axes.wrapped(first.x + i, axes.shape.x)) += sum;
      }
    });
  }

 private:
  static GRIDFOLD_HD int edge_of(mesh_window window) { return side + 1 - window.width; }

  /// The cells of all positions whose windows begin at the nodes of a brick. In an open mesh the border bricks also
  /// have the cells of atoms outside.
  [[nodiscard]] GRIDFOLD_HD cell_interval<T, Boundary> cells_along(const cell_axis<T, Boundary>& along, double origin,
                                                                   double step, std::int64_t node, std::int64_t nodes,
                                                                   T rounding) const
  {
    constexpr T most = cuda::std::numeric_limits<T>::max();
    const std::int64_t end = node + edge_of(window);
    const auto begins_at = [&](std::int64_t n) {
      return static_cast<T>(origin + (static_cast<double>(n) + 0.5 * window.width) * step);
    };
    T low = begins_at(node - 1) - rounding, high = begins_at(end - 1) + rounding;
    if (!Boundary::is_periodic && node == 0) low = -most;
    if (!Boundary::is_periodic && end >= nodes) high = most;
    return {along, low, high};
  }

  /// The index within the brick of the first node of a position's window.
  [[nodiscard]] GRIDFOLD_HD std::int64_t begin_in_brick(double at, std::int64_t node, std::int64_t nodes) const
  {
    return axes.wrapped(window.first(at), nodes) - node;
  }

  /// Appends to a tile of `size` the atoms whose windows begin in the brick, one candidate per thread from `from` on.
  template <class Block>
  GRIDFOLD_HD int keep(Block& block, index3 first, int from, int end, int size) const
  {
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    return block.template append<source<T>>(tile, size, [&](auto t, source<T>& atom) {
      if (from + t.rank >= end) return false;
      atom = sources(from + t.rank);
      const vec3 at = axes.nodes(atom.x, atom.y, atom.z);
      if (!axes.contains(window, at)) {
        mesh(0, 0, 0) += cuda::std::numeric_limits<T>::quiet_NaN();
        return false;
      }
      const auto begins = [&](double position, std::int64_t node, std::int64_t nodes) {
        const std::int64_t n = begin_in_brick(position, node, nodes);
        return 0 <= n && n < edge_of(window);
      };
      return begins(at.x, first.x, axes.shape.x) && begins(at.y, first.y, axes.shape.y) &&
             begins(at.z, first.z, axes.shape.z);
    });
  }

  template <class Block>
  GRIDFOLD_HD void add_tile(Block& block, index3 first, int size) const
  {
    for (int s = 0; s < size; s += batch) {
      const int atoms = size - s < batch ? size - s : batch;
      block.each_thread([&](auto t) { weigh(block, t, s, atoms); });
      block.each_thread([&](auto t) {
        for (int n = t.y; n < atoms; n += warps) add(block, t, first, s, n);
      });
    }
  }

  /// Computes a thread's share of a batch's weights.
  template <class Block>
  GRIDFOLD_HD void weigh(Block& block, thread t, int begin_of_batch, int atoms) const
  {
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    auto&& weight = block.shared(member<&shared_storage::weight>{});
    for (int n = t.rank; n < atoms * 3 * window.width; n += threads) {
      const int atom = n / (3 * window.width), axis = n / window.width % 3, place = n % window.width;
      const source<T> from = tile[begin_of_batch + atom];
      const vec3 at = axes.nodes(from.x, from.y, from.z);
      const double along = axis == 0 ? at.x : axis == 1 ? at.y : at.z;
      const auto node = static_cast<double>(window.first(along) + place);
      weight[(atom * 3 + axis) * mesh_window::most + place] = window.weight(static_cast<T>(along - node));
    }
  }

  /// Adds an atom to the sub-mesh; each lane adds rows along x.
  template <class Block>
  GRIDFOLD_HD void add(Block& block, thread t, index3 first, int begin_of_batch, int atom) const
  {
    auto&& node = block.shared(member<&shared_storage::node>{});
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    auto&& weight = block.shared(member<&shared_storage::weight>{});
    const source<T> from = tile[begin_of_batch + atom];
    const vec3 at = axes.nodes(from.x, from.y, from.z);
    const auto i = static_cast<int>(begin_in_brick(at.x, first.x, axes.shape.x)),
               j = static_cast<int>(begin_in_brick(at.y, first.y, axes.shape.y)),
               k = static_cast<int>(begin_in_brick(at.z, first.z, axes.shape.z));
    const int along_x = atom * 3 * mesh_window::most, along_y = along_x + mesh_window::most,
              along_z = along_y + mesh_window::most;
    for (int row = t.x; row < window.width * window.width; row += lanes) {
      const int dy = row % window.width, dz = row / window.width, begin_of_row = ((k + dz) * side + j + dy) * pitch + i;
      const T yz = from.charge * static_cast<T>(weight[along_z + dz]) * static_cast<T>(weight[along_y + dy]);
      for (int dx = 0; dx < window.width; ++dx)
        gridfold::atomically(node[begin_of_row + dx]) += yz * static_cast<T>(weight[along_x + dx]);
    }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
