// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Values on a mesh interpolated along one axis, at points that need not be nodes: three launches, for z, y and x, lead
/// from a mesh to a lattice.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>

namespace gridfold::kernel
{

/// Sets out(k, j, i) to the weighted sum of the nodes that point p reaches along axis 0, 1 or 2 (z, y or x), or adds
/// it; p is the index along that axis. A thread owns a point.
///
/// In, Out: views of (z, y, x); First: first(p) is the first node of point p along the axis; Weight: weight(p * width +
/// n) is that of the node number n after it.
template <class Variant, int Axis, class In, class First, class Weight, class Out>
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

  static shape3 grid(shape3 shape)
  {
    return {ceil_div(shape.x, block_shape::x), ceil_div(shape.y, block_shape::y), shape.z};
  }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](thread t) {
      const std::int64_t i = block.index().x * block_shape::x + t.x, j = block.index().y * block_shape::y + t.y;
      const std::int64_t k = block.index().z;
      if (i >= out.extent(2) || j >= out.extent(1)) return;
      const int point = static_cast<int>(Axis == 0 ? k : Axis == 1 ? j : i);
      const std::int64_t begin = first(point);
      using number = typename In::value_type;
      number sum(0);
      for (int n = 0; n < width; ++n) {
        const std::int64_t node = begin + n;
        const number value = in(Axis == 0 ? node : k, Axis == 1 ? node : j, Axis == 2 ? node : i);
        sum += static_cast<number>(weight(point * width + n)) * value;
      }
      using element = typename Out::value_type;
      if (add)
        out(k, j, i) += static_cast<element>(sum);
      else
        out(k, j, i) = static_cast<element>(sum);
    });
  }
};

}  // namespace gridfold::kernel
