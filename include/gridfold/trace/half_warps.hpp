// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Rules of compute capability 1.x, which serves a warp in halves. Source: CUDA C Programming Guide, version 4.2,
/// appendix F, "Compute Capability 1.x"; later versions no longer have it.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/trace/segments.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Compute capability 1.0 and 1.1: the words (of 4, 8 or 16 bytes) of a half warp are coalesced if active lane k
/// accesses the k-th of sixteen words that begin at a multiple of their total size (words of 16 bytes: two times eight
/// words). Coalesced words take one transaction of 64 or 128 bytes, or two of 128. Otherwise each lane takes a
/// transaction of its own, of at least 32 bytes.
struct compute_1_0 {
  static traffic cost(const request& r)
  {
    traffic sum;
    for (int first = 0; first < warp_threads; first += lanes) {
      const request half = r.part(first, first + lanes);
      if (half.active == 0) continue;
      const std::int64_t bytes = lanes * r.bytes;
      const std::int64_t moves = !in_order(half, first) ? half.lanes() : r.bytes == 16 ? 2 : 1;
      sum.transactions += moves;
      sum.bytes += in_order(half, first) ? bytes : moves * 32;
    }
    return sum;
  }
  static constexpr fixed_text name() { return "half warps of compute capability 1.0"; }

 private:
  static constexpr int lanes = warp_threads / 2;

  static bool in_order(const request& half, int first)
  {
    if (half.bytes != 4 && half.bytes != 8 && half.bytes != 16) return false;
    const auto word = static_cast<std::uint64_t>(half.bytes);
    const int leader = __builtin_ctz(half.active);
    const std::uint64_t begin = half.address[leader] - static_cast<std::uint64_t>(leader - first) * word;
    bool ordered = begin % (word == 16 ? 128 : lanes * word) == 0;
    for (int lane = first; lane < first + lanes; ++lane)
      if (half.has(lane))
        ordered = ordered && half.address[lane] == begin + static_cast<std::uint64_t>(lane - first) * word;
    return ordered;
  }
};

/// Compute capability 1.2 and 1.3: a half warp is served segment by segment, for any order of lanes. A segment has 32
/// bytes for words of one byte, 64 for two and 128 for larger ones; if only half of it is needed, only that half moves,
/// down to 32 bytes.
struct compute_1_2 {
  static traffic cost(const request& r)
  {
    traffic sum;
    for (int first = 0; first < warp_threads; first += warp_threads / 2) {
      request half = r.part(first, first + warp_threads / 2);
      while (half.active != 0) {
        ++sum.transactions;
        sum.bytes += serve(half);
      }
    }
    return sum;
  }
  static constexpr fixed_text name() { return "half warps of compute capability 1.2"; }

 private:
  /// Removes the lanes of the first lane's segment from `half`; returns the number of bytes moved.
  static std::int64_t serve(request& half)
  {
    std::uint64_t size = half.bytes == 1 ? 32 : half.bytes == 2 ? 64 : 128;
    const std::uint64_t segment = half.address[__builtin_ctz(half.active)] / size;
    std::uint64_t low = ~std::uint64_t{0}, high = 0;
    for (int lane = 0; lane < warp_threads; ++lane) {
      if (!half.has(lane) || half.address[lane] / size != segment) continue;
      low = std::min(low, half.address[lane]);
      high = std::max(high, half.address[lane] + static_cast<std::uint64_t>(half.bytes) - 1);
      half.active &= ~(1u << lane);
    }
    while (size > 32 && low / (size / 2) == high / (size / 2)) size /= 2;
    return static_cast<std::int64_t>(size);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
