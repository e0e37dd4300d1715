// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Rules of global memory that move whole segments: sectors of current GPUs, cache lines of older ones, DRAM bursts.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstdint>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/trace/request.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The traffic of a request: the number of transfers and their bytes.
struct traffic {
  std::int64_t transactions = 0, bytes = 0;
};

/// A memory rule: returns the traffic of a request to global memory.
template <class R>
concept memory_rule = requires(const request& r)
{
  {
    R::cost(r)
    } -> std::same_as<traffic>;
  {
    R::name()
    } -> std::convertible_to<fixed_text>;
};

/// Moves every segment that a request touches once: of `Bytes` bytes, at a multiple of Bytes.
template <int Bytes>
struct segments {
  static_assert(
      Bytes >= 4 && (Bytes & (Bytes - 1)) == 0,
      "gridfold: memory has no such segments (Bytes is no power of two of 4 or more): give segments 32, 64 or "
      "128");
  static constexpr int segment_bytes = Bytes;
  static traffic cost(const request& r)
  {
    const std::int64_t moved = tracing::pieces_of<Bytes>(r).size();
    return {moved, moved * Bytes};
  }
  static constexpr fixed_text name() { return fixed_text("segments of ") + Bytes + " bytes"; }
};

/// Sectors of 32 bytes: compute capability 6.0 and later, and earlier ones without L1.
using sectors = segments<32>;

/// L1 cache lines: compute capability 2.x and 3.x.
using cache_lines = segments<128>;

/// DRAM bursts of 64 bytes (8 transfers of 8 bytes, as in DDR4). Each request takes its own, as if nothing were cached.
/// Does not model rows, banks, channels and time of DRAM (docs/use/trace_counts.md). Source: Kirk, Hwu and El Hajj, 4th
/// ed., section 6.1.
using bursts = segments<64>;

}  // namespace gridfold::inline GRIDFOLD_ABI
