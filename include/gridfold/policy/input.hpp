// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Input: from which memory a kernel reads its inputs.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/policy/axis.hpp>
#include <string>

namespace gridfold
{

/// Chunks of `Items` inputs in the constant bank, one launch a chunk. A chunk travels by value in the launch's own
/// parameters, at most 32,764 bytes with all others, so two streams never share one; the host reads the inputs when it
/// launches, so they must lie in host memory. Source: notes 003, Fig. 18.6.
template <int Items>
struct constant_chunk {
  static_assert(Items >= 1, "gridfold: a chunk has no room (Items < 1): give constant_chunk at least one item");
  using axis = axis::input;
  static constexpr int chunk = Items;
  static std::string name() { return Items == 1000 ? "constant" : "constant:" + std::to_string(Items); }
};

/// 1,000 inputs a chunk: what fits for sources of four doubles.
using constant = constant_chunk<1000>;

/// Plain loads from global memory.
struct global {
  using axis = axis::input;
  static std::string name() { return "global"; }
};

/// Loads through the read-only path (`__ldg`): promises that the kernel never writes its inputs.
struct read_only {
  using axis = axis::input;
  static std::string name() { return "read_only"; }
};

/// Tiles of `Items` inputs, loaded by all threads of a block into shared memory and read from there. In a product of
/// matrices, `Items` steps of the inner dimension.
template <int Items>
struct shared_tile {
  static_assert(Items >= 1, "gridfold: a tile has no room (Items < 1): give shared_tile at least one item");
  using axis = axis::input;
  static constexpr int tile = Items;
  static std::string name() { return Items == 256 ? "shared" : "shared:" + std::to_string(Items); }
};

/// 256 inputs a tile.
using shared = shared_tile<256>;

template <class S>
inline constexpr bool is_constant = false;
template <int Items>
inline constexpr bool is_constant<constant_chunk<Items>> = true;

template <class S>
inline constexpr bool is_shared = false;
template <int Items>
inline constexpr bool is_shared<shared_tile<Items>> = true;

/// Read element by element where the inputs lie.
template <class S>
concept direct_input = std::same_as<S, global> || std::same_as<S, read_only>;

}  // namespace gridfold
