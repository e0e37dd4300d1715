// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Spreads charges over a mesh by gathering: a block owns a brick of nodes, reads the atoms of the cells within half a
/// window of it, and keeps those whose window reaches it. Atoms are added in the order of the cells, so results are
/// bitwise equal in every run.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdint>
#include <cuda/std/limits>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/kernel/mesh/cell_tiles.hpp>
#include <gridfold/kernel/mesh/mesh_axes.hpp>
#include <gridfold/math/multiply_add.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/view/atomic.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Sources, Begin: one-dimensional views of sorted sources and of the cells' first sources; Mesh: a view of (z, y, x),
/// the planes from `first_plane` on, of which the nodes within `axes.shape` are overwritten. A thread owns a row of
/// nodes along x. Boundary: of cells and mesh; if it is periodic, both have one origin and one set of lengths. With an
/// open boundary an atom whose window leaves the mesh makes the nodes around it NaN, and thus every value computed from
/// the mesh. An atom with a NaN coordinate makes all nodes NaN.
template <class T, class Boundary, class Sources, class Begin, class Mesh>
struct gather_charges {
  static constexpr int edge = 8, batch = 64;
  using block_shape = gridfold::block<edge, edge>;
  static constexpr bool short_blocks = true;
  static constexpr int threads = block_shape::threads, room = 2 * threads;

  /// Atoms that reach the brick, and a batch's weights at its nodes; weights along z include the charge.
  struct shared_storage {
    source<T> tile[room];
    T along_x[batch * edge], along_y[batch * edge], along_z[batch * edge];
    unsigned outside;
  };

  Sources sources;
  Begin begin;
  cell_axes<T, Boundary> cells;
  packed3<T> reach;  ///< half of the window, plus a bound of the rounding of coordinates
  mesh_axes<Boundary> axes;
  mesh_window window;
  Mesh mesh;
  std::int64_t first_plane;

  static shape3 grid(shape3 nodes)
  {
    return {ceil_div(nodes.x, edge), ceil_div(nodes.y, edge), ceil_div(nodes.z, edge)};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    struct row_of_nodes {
      T node[edge];
    };
    auto sums = block.template per_thread<row_of_nodes>();
    auto&& outside = block.shared(member<&shared_storage::outside>{});
    block.first_thread([&](auto) { outside = begin(cells.count()) < static_cast<int>(sources.extent(0)) ? 1u : 0u; });
    block.each_thread([&](auto t) {
      GRIDFOLD_UNROLL
      for (int i = 0; i < edge; ++i) sums[t].node[i] = T(0);
    });
    const index3 brick = block.index(), first{brick.x * edge, brick.y * edge, first_plane + brick.z * edge};
    // The cells of all atoms within reach of the brick.
    const auto nearby = [&](const cell_axis<T, Boundary>& along, double origin, double step, std::int64_t node,
                            T distant) {
      const auto at = [&](std::int64_t n) { return static_cast<T>(origin + static_cast<double>(n) * step); };
      return cell_interval<T, Boundary>(along, at(node) - distant, at(node + edge - 1) + distant);
    };
    const cell_intervals<T, Boundary> box{nearby(cells.x, axes.origin.x, axes.spacing.x, first.x, reach.x),
                                          nearby(cells.y, axes.origin.y, axes.spacing.y, first.y, reach.y),
                                          nearby(cells.z, axes.origin.z, axes.spacing.z, first.z, reach.z)};
    for_each_tile<threads, room>(
        cells, box, begin, [&](int s, int end, int size) { return keep(block, first, s, end, size); },
        [&](int size) { add_tile(block, first, size, sums); });
    block.each_thread([&](auto t) { write(first, t, sums[t].node, outside != 0u); });
  }

 private:
  /// Appends to a tile of `size` the atoms whose windows reach the brick, one candidate per thread from `from` on.
  template <class Block>
  GRIDFOLD_HD int keep(Block& block, index3 first, int from, int end, int size) const
  {
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    auto&& outside = block.shared(member<&shared_storage::outside>{});
    return block.template append<source<T>>(tile, size, [&](auto t, source<T>& atom) {
      if (from + t.rank >= end) return false;
      atom = sources(from + t.rank);
      const vec3 at = axes.nodes(atom.x, atom.y, atom.z);
      if (!axes.contains(window, at)) gridfold::atomically(outside).exchange(1u);
      return reaches(at.x, first.x, axes.shape.x) && reaches(at.y, first.y, axes.shape.y) &&
             reaches(at.z, first.z, axes.shape.z);
    });
  }

  /// Whether a window may reach the nodes from `node` on. Rounding may turn no into yes, never yes into no.
  [[nodiscard]] GRIDFOLD_HD bool reaches(double position, std::int64_t node, std::int64_t nodes) const
  {
    constexpr double half = 0.5 * (edge - 1), margin = 1e-6;
    return std::abs(axes.distance(position - half, node, nodes)) < 0.5 * window.width + half + margin;
  }

  template <class Block, class Sums>
  GRIDFOLD_HD void add_tile(Block& block, index3 first, int size, Sums& sums) const
  {
    for (int s = 0; s < size; s += batch) add_batch(block, first, s, size - s < batch ? size - s : batch, sums);
  }

  template <class Block, class Sums>
  GRIDFOLD_HD void add_batch(Block& block, index3 first, int begin_of_batch, int size, Sums& sums) const
  {
    auto&& tile = block.shared(member<&shared_storage::tile>{});
    auto&& along_x = block.shared(member<&shared_storage::along_x>{});
    auto&& along_y = block.shared(member<&shared_storage::along_y>{});
    auto&& along_z = block.shared(member<&shared_storage::along_z>{});
    block.each_thread([&](auto t) {
      for (int n = t.rank; n < size * edge; n += threads) {
        const source<T> from = tile[begin_of_batch + n / edge];
        const vec3 at = axes.nodes(from.x, from.y, from.z);
        const auto weight = [&](double position, std::int64_t node, std::int64_t nodes) {
          return window.weight(static_cast<T>(axes.distance(position, node + n % edge, nodes)));
        };
        along_x[n] = weight(at.x, first.x, axes.shape.x);
        along_y[n] = weight(at.y, first.y, axes.shape.y);
        along_z[n] = from.charge * weight(at.z, first.z, axes.shape.z);
      }
    });
    block.each_thread([&](auto t) {
      auto sum = sums[t];
      for (int s = 0; s < size; ++s) {
        const T yz = static_cast<T>(along_y[s * edge + t.x]) * static_cast<T>(along_z[s * edge + t.y]);
        GRIDFOLD_UNROLL
        for (int i = 0; i < edge; ++i)
          sum.node[i] = math::multiply_add(yz, static_cast<T>(along_x[s * edge + i]), sum.node[i]);
      }
      sums[t] = sum;
    });
  }

  GRIDFOLD_HD void write(index3 first, thread t, const T (&node)[edge], bool outside) const
  {
    const std::int64_t j = first.y + t.x, k = first.z + t.y - first_plane;
    if (j >= axes.shape.y || first.z + t.y >= axes.shape.z || k >= mesh.extent(0)) return;
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < edge; ++i)
      if (first.x + i < axes.shape.x)
        mesh(k, j, first.x + i) = outside ? cuda::std::numeric_limits<T>::quiet_NaN() : node[i];
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
