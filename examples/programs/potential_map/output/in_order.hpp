// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Several threads make the pieces of an output, which is written in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <gridfold/core/ceil_div.hpp>
#include <utility>

namespace potential_map
{

/// Calls `use(make(n))` for each n from 0 to count - 1, in this order. `threads` threads call `make`, the calling
/// thread calls `use`; at most threads + 1 pieces exist at a time. With one thread, or if no other can be started, the
/// calling thread makes the pieces, too. The first exception of `make` or `use` is rethrown after the other threads
/// have ended.
template <class Make, class Use>
void in_order(std::int64_t count, int threads, const Make& make, const Use& use)
{
  using piece = decltype(make(count));
  std::deque<std::future<piece>> ahead;
  std::int64_t next = 0;
  const auto fill = [&] {
    for (; next < count && static_cast<int>(ahead.size()) < threads; ++next)
      ahead.push_back(threads > 1 ? std::async(std::cref(make), next)
                                  : std::async(std::launch::deferred, std::cref(make), next));
  };
  for (fill(); !ahead.empty();) {
    piece made = ahead.front().get();
    ahead.pop_front();
    fill();
    use(std::move(made));
  }
}

/// Calls `use(make(begin, end))` for ranges of 0 to count - 1, in this order, as in_order does. The ranges do not
/// depend on the number of threads.
template <class Make, class Use>
void in_ranges(std::int64_t count, int threads, const Make& make, const Use& use)
{
  constexpr std::int64_t size = std::int64_t{1} << 20;
  in_order(
      gridfold::ceil_div(count, size), threads,
      [&](std::int64_t n) { return make(n * size, std::min((n + 1) * size, count)); }, use);
}

/// Calls `work(begin, end)` for ranges of 0 to count - 1, in any order and several at once.
template <class Work>
void each_range(std::int64_t count, int threads, const Work& work)
{
  in_ranges(
      count, threads,
      [&](std::int64_t begin, std::int64_t end) {
        work(begin, end);
        return end;
      },
      [](std::int64_t) {});
}

/// The first number from 0 to count - 1 of which `is` is true, or count.
template <class Is>
std::int64_t first_of(std::int64_t count, int threads, const Is& is)
{
  std::int64_t first = count;
  in_ranges(
      count, threads,
      [&](std::int64_t begin, std::int64_t end) {
        while (begin < end && !is(begin)) ++begin;
        return begin < end ? begin : count;
      },
      [&](std::int64_t found) { first = std::min(first, found); });
  return first;
}

}  // namespace potential_map
