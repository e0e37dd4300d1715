// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Replaces every element of a view of (z, y, x) by a function of it or by a value.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/exec/block.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A replacement by one value, such as the zero before a scatter.
template <class T>
struct to_value {
  T value;
  GRIDFOLD_HD T operator()() const { return value; }
};

template <class Variant, class Out, class Replacement>
struct transform_in_place {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using shared_storage = nothing_shared;

  Out out;
  shape3 shape;
  Replacement replacement;

  static shape3 grid(shape3 shape) { return {ceil_div(shape.x, block_shape::threads), shape.y, shape.z}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](auto t) {
      const index3 at = block.index();
      const std::int64_t i = at.x * block_shape::threads + t.rank;
      if (i >= shape.x) return;
      using element = typename Out::value_type;
      if constexpr (std::is_invocable_v<Replacement>)
        out(at.z, at.y, i) = static_cast<element>(replacement());
      else
        out(at.z, at.y, i) = replacement(static_cast<element>(out(at.z, at.y, i)));
    });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
