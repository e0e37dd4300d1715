// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Passes items from one thread to another.
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

namespace potential_map
{

/// Passes items, one at a time, from a producing thread to a consuming one.
template <class T>
class channel {
 public:
  /// Waits for room and stores an item. Returns false if no more items are wanted.
  bool put(T item)
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !item_ || unwanted_; });
    if (unwanted_) return false;
    item_ = std::move(item);
    changed_.notify_all();
    return true;
  }

  /// Ends the items, at their end or after a failure.
  void end(std::exception_ptr failure = nullptr)
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    failure_ = std::move(failure);
    changed_.notify_all();
  }

  /// Waits for the next item. Returns nothing after the last one; rethrows the failure that ended them.
  std::optional<T> take()
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return item_ || ended_; });
    if (!item_ && failure_) std::rethrow_exception(failure_);
    changed_.notify_all();
    return std::exchange(item_, std::nullopt);
  }

  /// Refuses further items: put() returns false from now on.
  void refuse()
  {
    const std::lock_guard lock(mutex_);
    unwanted_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<T> item_;
  bool ended_ = false, unwanted_ = false;
  std::exception_ptr failure_;
};

}  // namespace potential_map
