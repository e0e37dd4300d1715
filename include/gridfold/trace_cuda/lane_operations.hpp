// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Joint operations of a warp's lanes: shuffles, votes, matches and reductions.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <gridfold/exec/block.hpp>
#include <gridfold_cuda/interface.hpp>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

using gridfold_cuda::lane_request, gridfold_cuda::lanes_do;

/// The requests of the participating lanes; nullptr for other lanes.
using lane_requests = lane_request* [warp_threads];

namespace detail
{

inline std::int64_t integer_of(const lane_request& r)
{
  if (r.bytes == 8) {
    std::int64_t value;
    std::memcpy(&value, r.value, 8);
    return value;
  }
  std::uint32_t value;
  std::memcpy(&value, r.value, 4);
  return r.is_signed ? static_cast<std::int32_t>(value) : static_cast<std::int64_t>(value);
}

inline std::int64_t combined(lanes_do what, std::int64_t a, std::int64_t b)
{
  switch (what) {
    case lanes_do::min:
      return std::min(a, b);
    case lanes_do::max:
      return std::max(a, b);
    case lanes_do::bit_and:
      return a & b;
    case lanes_do::bit_or:
      return a | b;
    case lanes_do::bit_xor:
      return a ^ b;
    default:
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }
}

inline std::uint32_t lanes_equal(const lane_requests& lanes, const lane_request& to)
{
  std::uint32_t equal = 0;
  for (int lane = 0; lane < warp_threads; ++lane)
    if (lanes[lane] != nullptr && std::memcmp(lanes[lane]->value, to.value, static_cast<std::size_t>(to.bytes)) == 0)
      equal |= 1u << lane;
  return equal;
}

}  // namespace detail

/// Gives each lane its result. Returns the lanes that read a value of a lane that does not take part.
inline std::uint32_t answer(const lane_requests& lanes)
{
  std::uint32_t present = 0, votes = 0, misled = 0;
  const lane_request* first = nullptr;
  for (int lane = 0; lane < warp_threads; ++lane) {
    if (lanes[lane] == nullptr) continue;
    present |= 1u << lane;
    if (lanes[lane]->value[0] != 0) votes |= 1u << lane;
    if (first == nullptr) first = lanes[lane];
  }
  if (first == nullptr) return 0;
  lane_request before[warp_threads];
  for (int lane = 0; lane < warp_threads; ++lane)
    if (lanes[lane] != nullptr) before[lane] = *lanes[lane];
  std::int64_t total = detail::integer_of(*first);
  bool is_first = true;
  for (int lane = 0; lane < warp_threads; ++lane) {
    if (lanes[lane] == nullptr) continue;
    if (!is_first) total = detail::combined(first->what, total, detail::integer_of(before[lane]));
    is_first = false;
  }
  for (int lane = 0; lane < warp_threads; ++lane) {
    if (lanes[lane] == nullptr) continue;
    lane_request& r = *lanes[lane];
    r.result = present;
    switch (r.what) {
      case lanes_do::shuffle:
        if ((present >> r.source & 1) != 0)
          std::memcpy(r.value, before[r.source].value, sizeof(r.value));
        else
          misled |= 1u << lane;
        break;
      case lanes_do::ballot:
        r.result = votes;
        std::memcpy(r.value, &present, sizeof(present));
        break;
      case lanes_do::match_any:
        r.result = detail::lanes_equal(lanes, r);
        break;
      case lanes_do::match_all:
        r.result = detail::lanes_equal(lanes, r) == present ? present : 0;
        break;
      case lanes_do::meet:
      case lanes_do::converge:
        break;
      default:
        std::memcpy(r.value, &total, 8);
    }
  }
  return misled;
}

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
