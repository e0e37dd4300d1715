// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Rules of global memory that move whole segments: the sectors of today, the cache lines of yesterday, DRAM's bursts.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstdint>
#include <gridfold/trace/request.hpp>
#include <string>

namespace gridfold
{

/// What memory does for a request: how often it moves something, and how many bytes in all.
struct traffic {
  std::int64_t transactions = 0, bytes = 0;
};

/// A rule: what a request to global memory costs.
template <class R>
concept memory_rule = requires(const request& r)
{
  {
    R::cost(r)
    } -> std::same_as<traffic>;
  {
    R::name()
    } -> std::convertible_to<std::string>;
};

/// Every segment of `Bytes` bytes, at a multiple of that, in which a lane of the warp asks for something is moved once.
template <int Bytes>
struct segments {
  static_assert(
      Bytes >= 4 && (Bytes & (Bytes - 1)) == 0,
      "gridfold: memory has no such segments (Bytes is no power of two of 4 or more): give segments 32, 64 or "
      "128");
  static traffic cost(const request& r)
  {
    const std::int64_t moved = pieces_of<Bytes>(r).size();
    return {moved, moved * Bytes};
  }
  static std::string name() { return "segments of " + std::to_string(Bytes) + " bytes"; }
};

/// Since compute capability 6.0, and before it without L1: sectors of 32 bytes. Source: notes 004.
using sectors = segments<32>;

/// Lines of an L1 cache that fetches them whole: compute capability 2.x and 3.x.
using cache_lines = segments<128>;

/// DRAM's bursts: a place that is opened hands over all its neighbours (64 bytes on HBM). The bytes moved are those of
/// the bursts that one request opens, as if nothing was cached. Source: notes 001.
using bursts = segments<64>;

}  // namespace gridfold
