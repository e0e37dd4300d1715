// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Several threads make the pieces of an output, which is written in order.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <future>

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
    const piece made = ahead.front().get();
    ahead.pop_front();
    fill();
    use(made);
  }
}

}  // namespace potential_map
