// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The last step of interpolating potentials and fields from a mesh to a lattice, along x. Launches of interpolate_axis
/// along z and y come first: of the values, of their derivatives along y, and of those along z.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/mesh/mesh_axes.hpp>
#include <gridfold/math/multiply_add.hpp>
#include <gridfold/math/potential_and_field.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Adds to out(k, j, i) the potential and the field at point i of each row of nodes. A thread owns coarsen::y points of
/// one column and reads the weights once. Derivatives have the sign of the field, minus the gradient.
///
/// In: views of (z, y, node along x); First, Weight: as in interpolate_axis; `slope` are derivatives of the weights;
/// Out: a field_output.
template <class Variant, class Boundary, class In, class First, class Weight, class Out>
struct interpolate_fields {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;

  In value, along_y, along_z;
  First first;
  Weight weight, slope;
  Out out;
  int width;

  static constexpr int items = Variant::coarsening::y, rows = block_shape::y * items;

  static shape3 grid(shape3 shape) { return {ceil_div(shape.x, block_shape::x), ceil_div(shape.y, rows), shape.z}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const std::int64_t i = block.index().x * block_shape::x + t.x, k = block.index().z;
      const std::int64_t first_row = block.index().y * rows + t.y;
      if (i >= out.extent(2) || first_row >= out.extent(1)) return;
      const auto row = [&](int item) { return first_row + item * block_shape::y; };
      const auto last = [&](int item) { return row(item) < out.extent(1) ? row(item) : first_row; };
      const int point = static_cast<int>(i);
      const std::int64_t begin = first(point);
      sums sum[items] = {};
      for (int n = 0; n < width; ++n) {
        const auto by = static_cast<number>(weight(point * width + n));
        const auto by_slope = static_cast<number>(slope(point * width + n));
        const std::int64_t node = mesh_axes<Boundary>::wrapped(begin + n, value.extent(2));
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int item = 0; item < items; ++item) add(sum[item], by, by_slope, k, last(item), node);
      }
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int item = 0; item < items; ++item)
        if (row(item) < out.extent(1)) put(k, row(item), i, sum[item]);
    });
  }

 private:
  using number = typename In::value_type;
  struct sums {
    number potential, x, y, z;
  };

  GRIDFOLD_HD void add(sums& to, number by, number by_slope, std::int64_t k, std::int64_t j, std::int64_t node) const
  {
    using math::multiply_add;
    const auto here = static_cast<number>(value(k, j, node));
    to.potential = multiply_add(by, here, to.potential);
    to.x = multiply_add(by_slope, here, to.x);
    to.y = multiply_add(by, static_cast<number>(along_y(k, j, node)), to.y);
    to.z = multiply_add(by, static_cast<number>(along_z(k, j, node)), to.z);
  }

  GRIDFOLD_HD void put(std::int64_t k, std::int64_t j, std::int64_t i, const sums& sum) const
  {
    out(k, j, i) += typename Out::value_type(sum.potential, sum.x, sum.y, sum.z);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
