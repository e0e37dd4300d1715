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

/// Room for one item between a thread that makes items and one that takes them.
template <class T>
class channel {
 public:
  /// Waits for room and puts an item there. Returns false if no item is wanted any more.
  bool put(T item)
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !item_ || unwanted_; });
    if (unwanted_) return false;
    item_ = std::move(item);
    changed_.notify_all();
    return true;
  }

  /// No item will come any more, because of a failure or at the end.
  void end(std::exception_ptr failure = nullptr)
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    failure_ = std::move(failure);
    changed_.notify_all();
  }

  /// Waits for the next item. Nothing after the last one; throws the failure that ended them.
  std::optional<T> take()
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return item_ || ended_; });
    if (!item_ && failure_) std::rethrow_exception(failure_);
    changed_.notify_all();
    return std::exchange(item_, std::nullopt);
  }

  /// No item is wanted any more: put() returns false from now on.
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
