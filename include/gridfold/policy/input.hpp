// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Input: from which memory a kernel reads its inputs. See docs/speed/coulomb.md for the speed of each.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Constant memory, in chunks of `Items` inputs, one launch per chunk. A chunk is passed by value in the launch
/// parameters, which have at most 32,764 bytes, so that launches on different streams never share one. The host reads
/// the inputs at the launch: they must be in host memory. Source: Kirk, Hwu and El Hajj, 4th ed., Fig. 18.6.
template <int Items>
struct constant_chunk {
  static_assert(Items >= 1, "gridfold: a chunk has no room (Items < 1): give constant_chunk at least one item");
  using axis = axis::input;
  static constexpr int chunk = Items;
  static constexpr fixed_text name() { return Items == 1000 ? "constant" : fixed_text("constant:") + Items; }
};

/// Constant memory in chunks of 1,000 inputs: few enough for sources of four doubles.
using constant = constant_chunk<1000>;

/// Plain loads from global memory.
struct global {
  using axis = axis::input;
  static constexpr fixed_text name() { return "global"; }
};

/// Loads through the read-only path (`__ldg`); the kernel must not write its inputs.
struct read_only {
  using axis = axis::input;
  static constexpr fixed_text name() { return "read_only"; }
};

/// Loads from global memory that also bring the aligned 256 bytes around them into the L2 cache, which keeps them
/// longer than what is written; the kernel must not write its inputs. For inputs of which a warp reads short pieces
/// that begin anywhere.
struct prefetching {
  using axis = axis::input;
  static constexpr fixed_text name() { return "prefetching"; }
};

/// Tiles of `Items` inputs in shared memory, loaded by all threads of a block. In a product of matrices, `Items` is the
/// tile's length along the inner dimension.
template <int Items>
struct shared_tile {
  static_assert(Items >= 1, "gridfold: a tile has no room (Items < 1): give shared_tile at least one item");
  using axis = axis::input;
  static constexpr int tile = Items;
  static constexpr fixed_text name() { return Items == 256 ? "shared" : fixed_text("shared:") + Items; }
};

/// Tiles of 256 inputs in shared memory.
using shared = shared_tile<256>;

/// Bins of `Capacity` sources, for a sum with a cutoff. A list in constant memory has the cells in reach of a block.
/// From each of them the block loads up to `Capacity` sources to shared memory; it adds the further sources of fuller
/// cells at the end. Sources are not culled: every thread tests all of a bin. The rounding of a sum depends on which
/// points share its block. Source: the scheme of Parboil's CUTCP (Stratton et al., Parboil: a revised benchmark suite,
/// 2012); Kirk, Hwu and El Hajj, 4th ed., chapter 18.
template <int Capacity>
struct source_bins {
  static_assert(Capacity >= 1,
                "gridfold: a bin has no room (Capacity < 1): give source_bins a capacity of at least one source");
  using axis = axis::input;
  static constexpr int capacity = Capacity;
  static constexpr fixed_text name() { return fixed_text("bins:") + Capacity; }
};

/// Whether an input policy is constant_chunk<Items>.
template <class S>
inline constexpr bool is_constant = false;
template <int Items>
inline constexpr bool is_constant<constant_chunk<Items>> = true;

namespace policy
{

template <class S>
inline constexpr bool is_shared = false;
template <int Items>
inline constexpr bool is_shared<shared_tile<Items>> = true;

/// Whether an input policy is source_bins<Capacity>.
template <class S>
inline constexpr bool is_bins = false;
template <int Capacity>
inline constexpr bool is_bins<source_bins<Capacity>> = true;

/// Sources of a bin; 1 for inputs without bins.
template <class S>
inline constexpr int bin_capacity = 1;
template <int Capacity>
inline constexpr int bin_capacity<source_bins<Capacity>> = Capacity;

/// Sources per launch of a gathered sum if launches overlap: a chunk of constant memory, else 1,024: enough that
/// starting a launch costs little, and few enough that the tail of each launch overlaps with the next one.
template <class Input>
inline constexpr int sources_per_launch = 1024;
template <int Items>
inline constexpr int sources_per_launch<constant_chunk<Items>> = Items;

/// Whether a kernel reads inputs one by one from their own memory.
template <class S>
concept direct_input = std::same_as<S, global> || std::same_as<S, read_only> || std::same_as<S, prefetching>;

}  // namespace policy

}  // namespace gridfold::inline GRIDFOLD_ABI
