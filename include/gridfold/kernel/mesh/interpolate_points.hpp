// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Interpolates the values on a mesh and their gradient at points: a thread owns a point, and gathers from all nodes in
/// the window. The gradient is the exact one of the interpolated values, by the window's derivative. So forces are
/// derivatives of an energy, and one backward transform suffices.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/limits>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/mesh/mesh_axes.hpp>
#include <gridfold/kernel/mesh/points_in_cells.hpp>
#include <gridfold/math/multiply_add.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/view/triples.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Adds the values of a mesh to potentials and, unless they are no_fields, minus their gradient to fields. The result
/// is NaN if the window of a point leaves an open mesh. The weights of a point are scaled to the sum `integral`, so
/// that a constant is interpolated exactly and has no gradient. Otherwise errors of fields would be relative to the
/// potential, which is large where fields are small.
///
/// Points: those of points_in_cells.hpp; Mesh: a view of (z, y, x); Potentials, Fields: one-dimensional views of
/// numbers and of triples, by original numbers.
template <class T, class Boundary, class Points, class Mesh, class Potentials, class Fields>
struct interpolate_points : thread_per_point<64> {
  static constexpr bool has_fields = !std::is_same_v<Fields, no_fields>;
  static constexpr int threads = 64, axes_of_space = 3;
  /// Weights of each thread's point, and their derivatives.
  static constexpr int of_axis = threads * mesh_window::most, of_values = axes_of_space * of_axis;
  struct shared_storage {
    T weight[of_values * (has_fields ? 2 : 1)];
  };

  Points points;
  cell_axes<T, Boundary> cells;
  mesh_axes<Boundary> axes;
  mesh_window window;
  T integral;
  Mesh mesh;
  Potentials potentials;
  Fields fields;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& weight = block.shared(member<&shared_storage::weight>{});
    thread_per_point<64>::each_point(block, points.count(), [&](auto t, int n) {
      const packed3<T> place = cells.wrapped(points.place(n));
      const vec3 at = axes.nodes(place.x, place.y, place.z);
      sums total{T(0), {T(0), T(0), T(0)}};
      const bool has_place = is_place(place) && axes.contains(window, at);
      if (has_place) {
        set_weights(weight, t.rank, at.x);
        set_weights(weight, t.rank + of_axis, at.y);
        set_weights(weight, t.rank + 2 * of_axis, at.z);
        total = gather(weight, t.rank, {window.first(at.x), window.first(at.y), window.first(at.z)});
      }
      write(n, total, has_place);
    });
  }

 private:
  static constexpr int at_once = 4;  ///< nodes along x whose weights are in registers

  struct sums {
    T value;
    packed3<T> slope;
  };

  /// Sets the weights along an axis with the numbers `first`, first + threads, ...
  template <class Weights>
  GRIDFOLD_HD void set_weights(Weights& weight, int first, double at) const
  {
    T sum = T(0), slopes = T(0);
    const auto node = static_cast<double>(window.first(at));
    for (int n = 0; n < window.width; ++n) {
      const T distance = static_cast<T>(at - (node + n)), value = window.weight(distance);
      weight[first + n * threads] = value;
      sum += value;
      if constexpr (has_fields) {
        const T slope = window.slope(distance, value);
        weight[first + n * threads + of_values] = slope;
        slopes += slope;
      }
    }
    const T scale = integral / sum, mean = slopes / sum;
    for (int n = 0; n < window.width; ++n) {
      const int w = first + n * threads;
      const T value = weight[w];
      weight[w] = scale * value;
      if constexpr (has_fields) {
        const T slope = weight[w + of_values];
        weight[w + of_values] = scale * (slope - mean * value);
      }
    }
  }

  template <class Weights>
  GRIDFOLD_HD sums gather(const Weights& weight, int rank, index3 first) const
  {
    const auto of = [&](int axis, int n) { return static_cast<T>(weight[rank + axis * of_axis + n * threads]); };
    const auto slope = [&](int axis, int n) {
      return static_cast<T>(weight[rank + axis * of_axis + n * threads + (has_fields ? of_values : 0)]);
    };
    using math::multiply_add;
    sums all{T(0), {T(0), T(0), T(0)}};
    for (int begin = 0; begin < window.width; begin += at_once) {
      std::int64_t column[at_once];
      T value_x[at_once], slope_x[at_once];
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int i = 0; i < at_once; ++i) {
        const bool counts = begin + i < window.width;
        const int n = counts ? begin + i : begin;
        column[i] = axes.wrapped(first.x + n, axes.shape.x);
        value_x[i] = counts ? of(0, n) : T(0);
        slope_x[i] = counts ? slope(0, n) : T(0);
      }
      for (int k = 0; k < window.width; ++k) {
        const std::int64_t plane = axes.wrapped(first.z + k, axes.shape.z);
        sums of_plane{T(0), {T(0), T(0), T(0)}};
        for (int j = 0; j < window.width; ++j) {
          const std::int64_t row = axes.wrapped(first.y + j, axes.shape.y);
          T value = T(0), along_x = T(0);
          GRIDFOLD_UNROLL_ON_DEVICE
          for (int i = 0; i < at_once; ++i) {
            const T node = mesh(plane, row, column[i]);
            value = multiply_add(value_x[i], node, value);
            if constexpr (has_fields) along_x = multiply_add(slope_x[i], node, along_x);
          }
          of_plane.value = multiply_add(of(1, j), value, of_plane.value);
          if constexpr (has_fields) {
            of_plane.slope.x = multiply_add(of(1, j), along_x, of_plane.slope.x);
            of_plane.slope.y = multiply_add(slope(1, j), value, of_plane.slope.y);
          }
        }
        all.value = multiply_add(of(2, k), of_plane.value, all.value);
        if constexpr (has_fields) {
          all.slope.x = multiply_add(of(2, k), of_plane.slope.x, all.slope.x);
          all.slope.y = multiply_add(of(2, k), of_plane.slope.y, all.slope.y);
          all.slope.z = multiply_add(slope(2, k), of_plane.value, all.slope.z);
        }
      }
    }
    return all;
  }

  GRIDFOLD_HD void write(int n, const sums& total, bool has_place) const
  {
    const auto i = points.number(n);
    const T nothing = cuda::std::numeric_limits<T>::quiet_NaN();
    potentials(i) += static_cast<typename Potentials::value_type>(has_place ? total.value : nothing);
    if constexpr (has_fields) {
      using triple = typename Fields::value_type;
      using number = decltype(triple::x);
      const auto minus = [&](T slope, double per_spacing) {
        return static_cast<number>(has_place ? -slope * static_cast<T>(per_spacing) : nothing);
      };
      const packed3<T> slope = axes.in_space(total.slope);
      const triple before = fields(i);
      fields(i) = triple{before.x + minus(slope.x, axes.per_spacing.x), before.y + minus(slope.y, axes.per_spacing.y),
                         before.z + minus(slope.z, axes.per_spacing.z)};
    }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
