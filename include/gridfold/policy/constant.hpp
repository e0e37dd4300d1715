// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory space `constant`: chunks of the inputs in a kernel's parameters.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/memory_space.hpp>
#include <gridfold/view/chunk.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Constant memory, in chunks of `Items` inputs, one launch per chunk. A chunk is passed by value in the launch
/// parameters, which have at most 32,764 bytes, so that launches on different streams never share one. The host reads
/// the inputs at the launch: they must be in host memory. Source: Kirk, Hwu and El Hajj, 4th ed., Fig. 18.6.
template <int Items>
struct constant_chunk : read_in_place<constant_chunk<Items>> {
  static_assert(Items >= 1, "gridfold: a chunk has no room (Items < 1): give constant_chunk at least one item");
  static constexpr int chunk = Items;
  static constexpr fixed_text name() { return Items == 1000 ? "constant" : fixed_text("constant:") + Items; }

  static constexpr bool read_by_host = true;
  static constexpr std::size_t per_launch = Items, per_overlapping_launch = Items;
  template <class T>
  static constexpr std::size_t parameter_bytes = sizeof(view::chunk<T, Items>);

  template <class In>
  static auto parameter_of(const In& in)
  {
    view::chunk<typename In::value_type, Items> passed;
    passed.size = static_cast<int>(in.extent(0));
    for (int i = 0; i < passed.size; ++i) passed.element[i] = in(i);
    return passed;
  }
};

/// Constant memory in chunks of 1,000 inputs: sources of four doubles fit, too.
using constant = constant_chunk<1000>;

}  // namespace gridfold::inline GRIDFOLD_ABI
