// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Interpolates the values on a mesh, and their field, at the points of a lattice: along z, then y, then x. A block
/// owns a tile of points; what it has interpolated along one axis stays in shared memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/mesh/mesh_axes.hpp>
#include <gridfold/kernel/sum/field_output.hpp>
#include <gridfold/math/multiply_add.hpp>
#include <gridfold/policy/block.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Where the points of an axis read: point p reads `width` nodes from first(p) on, with the weights from
/// weight(p * width) on. In a period `first` lies in it. For fields, `slope` are minus the derivatives of the weights.
template <class First, class Weight>
struct axis_weights {
  First first;
  Weight weight, slope;
  int points;  ///< of a tile along this axis
  int nodes;   ///< of the period, if there is one
};

/// The points of a tile and the nodes they may reach along each axis, at most.
struct lattice_tiles {
  static constexpr int points_x = 32, points_y = 16, points_z = 4, nodes_x = 48, nodes_y = 32, nodes_z = 20;
};

/// Adds to out(k, j, i) the weighted sum of the nodes that point (i, j, k) reaches; to a field_output also the field,
/// for each axis the sum with that axis' slopes.
///
/// In: a view of (z, y, x); Out: such a view, or a field_output; Along: axis_weights. Within a tile first(p) does
/// not fall, and the points reach at most the nodes of lattice_tiles. A periodic Boundary continues with the first node
/// after the last one.
template <class T, class Boundary, class In, class Along, class Out>
struct interpolate_lattice : lattice_tiles {
  static constexpr bool has_fields = is_field_output<Out>;
  /// Planes of points of a tile, at most. Fields keep more values of each in registers and shared memory.
  static constexpr int planes = has_fields ? 2 : points_z;
  static constexpr int lanes = 32, rows = 8;
  static constexpr int rows_y = points_y / rows;  ///< of points of a thread, in each plane
  using block_shape = gridfold::block<lanes, rows>;
  static constexpr int min_resident_threads = sizeof(T) == 8 ? 512 : 1024;

  static constexpr int plane_along_z = planes * nodes_y * nodes_x, plane_along_yz = planes * points_y * nodes_x;
  static constexpr int plane_of_weights = planes * nodes_z;

  struct shared_storage {
    /// The weights along z of all planes of points for each node, then the slopes.
    alignas(planes * sizeof(T)) T weights[(has_fields ? 2 : 1) * plane_of_weights];
    T along_z[(has_fields ? 2 : 1) * plane_along_z];
    T along_yz[(has_fields ? 3 : 1) * plane_along_yz];
  };

  In in;
  Along x, y, z;
  Out out;
  int width;

  [[nodiscard]] shape3 grid() const
  {
    return {ceil_div(out.extent(2), x.points), ceil_div(out.extent(1), y.points),
            ceil_div(out.extent(0), points_along_z())};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& weights = block.shared(member<&shared_storage::weights>{});
    auto&& along_z = block.shared(member<&shared_storage::along_z>{});
    auto&& along_yz = block.shared(member<&shared_storage::along_yz>{});
    const index3 at = block.index();
    const interval of_x = points_of(x.points, at.x, out.extent(2)), of_y = points_of(y.points, at.y, out.extent(1)),
                   of_z = points_of(points_along_z(), at.z, out.extent(0));
    const int columns = reached(x, of_x), lines = reached(y, of_y);
    block.each_thread([&](auto t) { collect_weights(t, of_z, weights); });
    block.each_thread([&](auto t) {
      for (int c = t.x; c < columns; c += lanes)
        for (int line = t.y; line < lines; line += rows) read_planes(of_x, of_y, of_z, c, line, weights, along_z);
    });
    block.each_thread([&](auto t) {
      for (int c = t.x; c < columns; c += lanes) read_lines(t, of_y, c, along_z, along_yz);
    });
    block.each_thread([&](auto t) {
      if (t.x < of_x.count) read_columns(t, of_x, of_y, of_z, along_yz);
    });
  }

 private:
  /// Points of the tile along an axis.
  struct interval {
    int first, count;
    /// Point n, or the last one.
    [[nodiscard]] GRIDFOLD_HD int point(int n) const { return first + (n < count ? n : count - 1); }
  };

  static GRIDFOLD_HD interval points_of(int points, std::int64_t tile, std::int64_t end)
  {
    const std::int64_t first = tile * points, left = end - first;
    return {static_cast<int>(first), left < points ? static_cast<int>(left) : points};
  }
  /// Of a tile. A tile of fewer points fits where one of z.points does.
  [[nodiscard]] GRIDFOLD_HD int points_along_z() const { return z.points < planes ? z.points : planes; }

  /// The first node of a point, counted from that of the tile's first point.
  static GRIDFOLD_HD int begin(const Along& axis, const interval& of, int point)
  {
    const int apart = axis.first(point) - axis.first(of.first);
    return Boundary::is_periodic && apart < 0 ? apart + axis.nodes : apart;
  }
  /// The nodes that the points of the tile reach.
  [[nodiscard]] GRIDFOLD_HD int reached(const Along& axis, const interval& of) const
  {
    return begin(axis, of, of.point(of.count)) + width;
  }
  /// A node of the mesh, counted from the first one of the tile's first point.
  static GRIDFOLD_HD int node(const Along& axis, const interval& of, int n)
  {
    return wrapped(axis.first(of.first) + n, axis.nodes);
  }
  /// Subtracts periods, because a remainder takes longer; a tile crosses the end of a short period several times.
  static GRIDFOLD_HD int wrapped(int node, int nodes)
  {
    if constexpr (Boundary::is_periodic)
      while (node >= nodes) node -= nodes;
    return node;
  }

  template <class To>
  GRIDFOLD_HD void collect_weights(thread t, const interval& of_z, To& to) const
  {
    for (int n = t.rank; n < plane_of_weights; n += lanes * rows) {
      const int point = of_z.point(n % planes), place = n / planes - begin(z, of_z, point);
      const bool is_reached = 0 <= place && place < width;
      to[n] = is_reached ? static_cast<T>(z.weight(point * width + place)) : T(0);
      if constexpr (has_fields)
        to[plane_of_weights + n] = is_reached ? static_cast<T>(z.slope(point * width + place)) : T(0);
    }
  }

  /// Interpolates along z at a node of each plane of points: values, then derivatives along z.
  template <class Weights, class To>
  GRIDFOLD_HD void read_planes(const interval& of_x, const interval& of_y, const interval& of_z, int column, int line,
                               const Weights& weights, To& to) const
  {
    const int i = node(x, of_x, column), j = node(y, of_y, line), first = z.first(of_z.first), nodes = reached(z, of_z);
    T value[planes] = {}, slope[planes] = {};
    for (int n = 0; n < nodes; ++n) {
      const auto here = static_cast<T>(in(wrapped(first + n, z.nodes), j, i));
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int k = 0; k < planes; ++k) {
        add(value[k], weights[n * planes + k], here);
        if constexpr (has_fields) add(slope[k], weights[plane_of_weights + n * planes + k], here);
      }
    }
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int k = 0; k < planes; ++k) {
      const int at = (k * nodes_y + line) * nodes_x + column;
      to[at] = value[k];
      if constexpr (has_fields) to[plane_along_z + at] = slope[k];
    }
  }

  /// Interpolates along y at a node of each row of points of a thread: values, then derivatives along y and along z.
  template <class From, class To>
  GRIDFOLD_HD void read_lines(thread t, const interval& of_y, int column, const From& from, To& to) const
  {
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int r = 0; r < rows_y; ++r) {
      const int j = t.y + r * rows, point = of_y.point(j), first = begin(y, of_y, point);
      T value[planes] = {}, along_y[planes] = {}, along_z[planes] = {};
      for (int n = 0; n < width; ++n) {
        const auto by = static_cast<T>(y.weight(point * width + n));
        const T by_slope = slope_of(y, point * width + n);
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int k = 0; k < planes; ++k) {
          const int at = (k * nodes_y + first + n) * nodes_x + column;
          const auto here = static_cast<T>(from[at]);
          add(value[k], by, here);
          if constexpr (has_fields) {
            add(along_y[k], by_slope, here);
            add(along_z[k], by, from[plane_along_z + at]);
          }
        }
      }
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int k = 0; k < planes; ++k) {
        const int at = (k * points_y + j) * nodes_x + column;
        to[at] = value[k];
        if constexpr (has_fields) {
          to[plane_along_yz + at] = along_y[k];
          to[2 * plane_along_yz + at] = along_z[k];
        }
      }
    }
  }

  /// Interpolates along x at a thread's points.
  template <class From>
  GRIDFOLD_HD void read_columns(thread t, const interval& of_x, const interval& of_y, const interval& of_z,
                                const From& from) const
  {
    const int i = of_x.first + t.x, first = begin(x, of_x, i);
    sums sum[planes][rows_y] = {};
    for (int n = 0; n < width; ++n) {
      const auto by = static_cast<T>(x.weight(i * width + n));
      const T by_slope = slope_of(x, i * width + n);
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int k = 0; k < planes; ++k) {
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int r = 0; r < rows_y; ++r)
          add_node(sum[k][r], by, by_slope, from, (k * points_y + t.y + r * rows) * nodes_x + first + n);
      }
    }
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int k = 0; k < planes; ++k) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int r = 0; r < rows_y; ++r) {
        const int j = t.y + r * rows;
        if (k < of_z.count && j < of_y.count) put(of_z.first + k, of_y.first + j, i, sum[k][r]);
      }
    }
  }

  /// The sums of a point; without fields, the potential alone.
  struct sums {
    T potential, x, y, z;
  };

  static GRIDFOLD_HD void add(T& sum, T by, T value) { sum = math::multiply_add(by, value, sum); }

  /// The slope of a node, 0 without fields.
  static GRIDFOLD_HD T slope_of(const Along& axis, int n)
  {
    if constexpr (has_fields) return static_cast<T>(axis.slope(n));
    return T(0);
  }

  /// Adds a node of the values that are interpolated along y and z, and of their derivatives.
  template <class From>
  static GRIDFOLD_HD void add_node(sums& to, T by, T by_slope, const From& from, int at)
  {
    const auto here = static_cast<T>(from[at]);
    add(to.potential, by, here);
    if constexpr (has_fields) {
      add(to.x, by_slope, here);
      add(to.y, by, from[plane_along_yz + at]);
      add(to.z, by, from[2 * plane_along_yz + at]);
    }
  }

  GRIDFOLD_HD void put(std::int64_t k, std::int64_t j, std::int64_t i, const sums& sum) const
  {
    using element = typename Out::value_type;
    if constexpr (has_fields)
      out(k, j, i) += element(sum.potential, sum.x, sum.y, sum.z);
    else
      out(k, j, i) += static_cast<element>(sum.potential);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
