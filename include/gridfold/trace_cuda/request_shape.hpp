// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What two requests of one access in the code show about nvcc's code for it.
#pragma once

#include <gridfold/core/config.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace/report.hpp>
#include <gridfold/trace/request.hpp>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// The lanes of a request, and the places of its first and last lane.
struct request_shape {
  std::int64_t interval = 0;  ///< number of the interval between barriers
  int first_thread = -1;
  std::uint32_t active = 0;
  std::uint64_t first = 0, last = 0;

  request_shape() = default;
  request_shape(const request& r, std::int64_t in_interval, int of_thread)
      : interval(in_interval),
        first_thread(of_thread),
        active(r.active),
        first(r.address[__builtin_ctz(r.active)]),
        last(r.address[31 - __builtin_clz(r.active)])
  {
  }
  [[nodiscard]] bool is_of(const request_shape& other) const
  {
    return interval == other.interval && first_thread == other.first_thread;
  }
  /// Whether lanes of the request before are missing, and all others are there.
  [[nodiscard]] bool is_part_of(const request_shape& before) const
  {
    return active != before.active && (active & ~before.active) == 0;
  }
  /// Whether the lanes access the words behind those of the request before.
  [[nodiscard]] bool continues(const request_shape& before, int bytes) const
  {
    return active == before.active && first == before.first + static_cast<unsigned>(bytes) &&
           last == before.last + static_cast<unsigned>(bytes);
  }
};

/// The lanes among `lanes` that access memory from `begin` to `end`.
inline std::uint32_t lanes_in(std::uint64_t begin, std::uint64_t end, const request& r, std::uint32_t lanes)
{
  std::uint32_t inside = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = __builtin_ctz(lanes);
    inside |= std::uint32_t{r.address[lane] - begin < end - begin} << lane;
  }
  return inside;
}

/// Why nvcc's code may make other requests than `now` and the same access's request before.
inline void add_doubts(count_doubts& why, const request_shape& now, const request_shape& before, int bytes,
                       bool may_be_vector)
{
  if (!now.is_of(before)) return;
  why.rounds = why.rounds || now.is_part_of(before);
  why.vectors = why.vectors || (may_be_vector && bytes >= 4 && now.continues(before, bytes));
}

/// The lanes of each round of a loop that loads a word and tries to swap it, until all lanes of a request have done so:
/// in each round one lane per address succeeds.
inline std::array<std::uint32_t, warp_threads> lanes_by_round(const request& r)
{
  std::array<std::uint32_t, warp_threads> rounds{};
  for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    std::size_t last = 0;
    for (std::uint32_t before = r.active & ((1u << lane) - 1); before != 0; before &= before - 1)
      last += r.address[std::countr_zero(before)] == r.address[lane];
    for (std::size_t round = 0; round <= last; ++round) rounds[round] |= 1u << lane;
  }
  return rounds;
}

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
