// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The loops of a kernel that nvcc has unrolled, and the copy of the body in which a lane's round runs.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace_cuda/compiled_code.hpp>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// A round of a loop as nvcc has unrolled it. Lanes act together if they are in one copy of one part. Parts are the
/// remainder before the loop, the loop itself, its half and quarter, and the remainder after it.
struct unrolled_round {
  enum part_of { no_loop, rest_before, whole, half, quarter, rest_after, exit };
  int part = no_loop;
  int copy = 0;

  /// Whether the part's copies run without a branch between them.
  [[nodiscard]] bool is_copied() const { return part >= whole && part <= quarter; }
};

/// The part and the copy of round `n` of `rounds`.
inline unrolled_round round_of(const unrolled_loop& loop, std::int64_t n, std::int64_t rounds)
{
  const std::int64_t rest = rounds % 4;
  if (loop.rest_first && n < rest) return {unrolled_round::rest_before, 0};
  if (!loop.rest_first && n >= rounds - rest) return {unrolled_round::rest_after, 0};
  std::int64_t at = loop.rest_first ? n - rest : n, left = rounds - rest;
  int part = unrolled_round::whole;
  for (int copies = loop.copies; copies > 4; copies /= 2, ++part) {
    const std::int64_t here = left / copies * copies;
    if (at < here) return {part, static_cast<int>(at % copies)};
    at -= here;
    left -= here;
  }
  return {part, static_cast<int>(at % 4)};
}

/// The loops in the host compiler's code, found by their backward branches.
class unrolled_loops {
 public:
  struct loop {
    std::uint64_t begin, end;  ///< the first and the last basic block
    unrolled_loop made{};
    int looked_at = 0;  ///< number of rounds without an access that shows nvcc's unrolling
    bool is_innermost = true;
  };

  void remove_all() { (loops_.clear)(); }
  /// A loop from block `begin` to the backward branch of block `end`. Nested loops may begin with one block, because
  /// the compiler reports no block between their beginnings if nothing is there.
  loop& add(std::uint64_t begin, std::uint64_t end)
  {
    for (loop& known : loops_)
      if (known.begin == begin && known.end == end) return known;
    loops_.push_back({begin, end});
    for (loop& l : loops_)
      l.is_innermost = std::none_of(loops_.begin(), loops_.end(), [&](const loop& other) {
        return &other != &l && other.begin >= l.begin && other.end <= l.end;
      });
    return loops_.back();
  }
  /// The unrolled loop that begins with a block; nullptr if there is none.
  [[nodiscard]] const loop* at(std::uint64_t begin) const
  {
    for (const loop& l : loops_)
      if (l.begin == begin && l.is_innermost) return l.made.copies > 0 ? &l : nullptr;
    return nullptr;
  }

 private:
  std::vector<loop> loops_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
