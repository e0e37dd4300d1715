// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Space: from which memory a kernel reads its inputs; in a reduction, where the threads of a block read each other's
/// partial results.
#pragma once

#include <concepts>
#include <gridfold/policy/tile.hpp>
#include <string>

namespace gridfold
{

/// Chunks of `Items` inputs in the constant bank, one launch a chunk (notes 003, Fig. 18.6). A chunk travels by value
/// in the launch's own parameters, at most 32,764 bytes with all others, so two streams never share one; the host reads
/// the inputs when it launches, so they must lie in host memory.
template <int Items>
struct constant_chunk {
  static_assert(Items >= 1, "gridfold: a chunk has no room (Items < 1): give constant_chunk at least one item");
  static constexpr int chunk = Items;
  static std::string name() { return Items == 1000 ? "constant" : "constant:" + std::to_string(Items); }
};

/// 1,000 inputs a chunk: what fits for sources of four doubles.
using constant = constant_chunk<1000>;

/// Plain loads from global memory.
struct global {
  static std::string name() { return "global"; }
};

/// Loads through the read-only path (`__ldg`): promises that the kernel never writes its inputs.
struct read_only {
  static std::string name() { return "read_only"; }
};

/// Tiles of `Items` inputs, loaded by all threads of a block into shared memory and read from there.
template <int Items>
struct shared_tile {
  static_assert(Items >= 1, "gridfold: a tile has no room (Items < 1): give shared_tile at least one item");
  static constexpr int tile = Items;
  static std::string name() { return Items == 256 ? "shared" : "shared:" + std::to_string(Items); }
};

/// 256 inputs a tile.
using shared = shared_tile<256>;

/// As `shared`, but its size is told at launch rather than to the compiler (notes 004: `extern __shared__`).
struct dynamic_shared {
  static std::string name() { return "dynamic_shared"; }
};

/// The registers of a warp, whose threads hand them to each other (shuffles).
struct registers {
  static std::string name() { return "registers"; }
};

/// The same for `multiply`, where a tile takes `Items` steps of the inner dimension, but loaded row by row whatever the
/// operand's layout: the mistake that corner turning mends for column-major operands (notes 001, Fig. 6.4A).
template <int Items>
struct shared_rows {
  static_assert(Items >= 1, "gridfold: a tile has no room (Items < 1): give shared_rows at least one item");
  static constexpr int tile = Items;
  static std::string name() { return "shared_rows:" + std::to_string(Items); }
};

template <class S>
inline constexpr bool is_constant = false;
template <int Items>
inline constexpr bool is_constant<constant_chunk<Items>> = true;

template <class S>
inline constexpr bool is_shared = false;
template <int Items>
inline constexpr bool is_shared<shared_tile<Items>> = true;

/// A space that inputs are read from.
template <class S>
concept input_space = std::same_as<S, global> || std::same_as<S, read_only> || is_constant<S> || is_shared<S>;

template <class S>
inline constexpr bool is_tile = false;
template <class Layout, class Start, class Order>
inline constexpr bool is_tile<tile<Layout, Start, Order>> = true;

template <class S>
inline constexpr bool is_shared_rows = false;
template <int Items>
inline constexpr bool is_shared_rows<shared_rows<Items>> = true;

/// Whether S is a space; true too for what a header outside the core specialises it for.
template <class S>
inline constexpr bool is_space =
    input_space<S> || is_tile<S> || is_shared_rows<S> || std::same_as<S, dynamic_shared> || std::same_as<S, registers>;

template <class S>
concept space = is_space<S>;

}  // namespace gridfold
