// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Interpolates values on a mesh along one axis, at arbitrary points. Three launches, for z, y and x, lead from a mesh
/// to a lattice.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/mesh/mesh_axes.hpp>
#include <gridfold/math/multiply_add.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Sets out(k, j, i) to the weighted sum of the nodes that point p reaches, or adds it; p is the index along axis 0, 1
/// or 2 (z, y or x). A thread owns coarsen::y points of one p and reads the weights once. A periodic Boundary continues
/// with the first node after the last one.
///
/// In, Out: views of (z, y, x); First: first(p) is the first node of point p along the axis; Weight: weight(p * width +
/// n) is the weight of the n-th node from there.
template <class Variant, int Axis, class Boundary, class In, class First, class Weight, class Out>
struct interpolate_axis {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;

  In in;
  First first;
  Weight weight;
  Out out;
  int width;
  bool add;

  static constexpr int items = Variant::coarsening::y, rows = block_shape::y * items;
  static_assert(Variant::coarsening::x == 1,
                "gridfold: a thread's points have one index along x (coarsen<X, Y> with X > 1): coarsen<1, Y>");

  /// Numbers the points of one p along x and `other`, or along y and z if p is an index along x.
  static constexpr int other = Axis == 1 ? 0 : 1, rest = 1 - other;

  static shape3 grid(shape3 shape)
  {
    const std::int64_t along_other = other == 0 ? shape.z : shape.y, along_rest = other == 0 ? shape.y : shape.z;
    return {ceil_div(shape.x, block_shape::x), ceil_div(along_other, rows), along_rest};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const std::int64_t i = block.index().x * block_shape::x + t.x, r = block.index().z;
      const std::int64_t first_row = block.index().y * rows + t.y;
      if (i >= out.extent(2) || first_row >= out.extent(other)) return;
      const auto row = [&](int item) { return first_row + item * block_shape::y; };
      const auto last = [&](int item) { return row(item) < out.extent(other) ? row(item) : first_row; };
      const int point = static_cast<int>(Axis == 2 ? i : r);
      const std::int64_t begin = first(point);
      using number = typename In::value_type;
      number sum[items] = {};
      for (int n = 0; n < width; ++n) {
        const auto by = static_cast<number>(weight(point * width + n));
        const std::int64_t along = mesh_axes<Boundary>::wrapped(begin + n, in.extent(Axis));
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int item = 0; item < items; ++item)
          sum[item] = math::multiply_add(by, node(along, last(item), r, i), sum[item]);
      }
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int item = 0; item < items; ++item)
        if (row(item) < out.extent(other)) put(row(item), r, i, sum[item]);
    });
  }

 private:
  [[nodiscard]] GRIDFOLD_HD auto node(std::int64_t along, std::int64_t m, std::int64_t r, std::int64_t i) const
  {
    const std::int64_t k = Axis == 0 ? along : other == 0 ? m : r, j = Axis == 1 ? along : other == 1 ? m : r;
    return static_cast<typename In::value_type>(in(k, j, Axis == 2 ? along : i));
  }

  template <class Number>
  GRIDFOLD_HD void put(std::int64_t m, std::int64_t r, std::int64_t i, Number value) const
  {
    const std::int64_t k = other == 0 ? m : r, j = other == 1 ? m : r;
    using element = typename Out::value_type;
    if (add)
      out(k, j, i) += static_cast<element>(value);
    else
      out(k, j, i) = static_cast<element>(value);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
