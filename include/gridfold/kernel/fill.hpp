// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sets every element of a view of (z, y, x) to one value: what a scatter adds to.
#pragma once

#include <cstdint>
#include <gridfold/config.hpp>
#include <gridfold/exec/thread.hpp>

namespace gridfold
{

template <class Variant, class Out>
struct fill {
  using variant = Variant;
  using shared_storage = nothing_shared;

  Out out;
  shape3 shape;
  typename Out::value_type value;

  static shape3 grid(shape3 shape) { return {pieces(shape.x, Variant::block::threads), shape.y, shape.z}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](thread t) {
      const shape3 at = block.index();
      const std::int64_t i = at.x * Variant::block::threads + t.rank;
      if (i < shape.x) out(at.z, at.y, i) = value;
    });
  }
};

}  // namespace gridfold
