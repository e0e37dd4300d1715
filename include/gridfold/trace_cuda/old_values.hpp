// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The values that words had before a launch, which loads on a GPU may still find.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <gridfold/exec/block.hpp>
#include <gridfold/trace/request.hpp>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// A thread of a launch.
struct thread_place {
  index3 block{0, 0, 0};
  int rank = 0;
};

/// Keeps the values of 8-byte words before their first change in a launch. A thread's first load of a word that others
/// change gets this value, its later loads the current one, so that a loop that waits for the word runs twice. So does
/// its first compare-and-swap, which then fails as if another thread's came before.
class old_values {
 public:
  void begin_launch()
  {
    end();
    (values_.clear)();
    (shown_to_.clear)();
  }
  /// Called before each access.
  void access(std::uint64_t address, int bytes, access_kind does, const thread_place& by, bool compares = false)
  {
    end();
    if (does == access_kind::load) return;
    const std::uint64_t first = address / 8;
    const thread own = thread_of(by);
    const auto known = values_.find(first);
    const bool has_others = known != values_.end() && (known->second.has_several || known->second.first != own);
    for (std::uint64_t word = first; word <= (address + static_cast<unsigned>(bytes) - 1) / 8; ++word) {
      old_value& old = values_.try_emplace(word, old_value{read(word), own}).first->second;
      old.has_several = old.has_several || old.first != own;
    }
    if (compares && has_others) show(address, by);
  }
  /// Lets a thread's next load find the old value, if it has not been shown to the thread before.
  void show(std::uint64_t address, const thread_place& to)
  {
    const auto old = values_.find(address / 8);
    if (old == values_.end() || !shown_to_.insert({old->first, thread_of(to)}).second) return;
    shown_ = old->first;
    current_ = read(shown_);
    write(shown_, old->second.value);
  }
  /// Called before anything else reads or writes the memory.
  void end()
  {
    if (shown_ != 0) write(shown_, current_);
    shown_ = 0;
  }

 private:
  using thread = std::tuple<std::int64_t, std::int64_t, std::int64_t, int>;
  struct old_value {
    std::uint64_t value;
    thread first;              ///< the first that changes the word
    bool has_several = false;  ///< whether others do, too
  };

  static thread thread_of(const thread_place& t) { return {t.block.x, t.block.y, t.block.z, t.rank}; }
  static std::uint64_t read(std::uint64_t word)
  {
    std::uint64_t value;
    std::memcpy(&value, reinterpret_cast<const void*>(word * 8), 8);
    return value;
  }
  static void write(std::uint64_t word, std::uint64_t value)
  {
    std::memcpy(reinterpret_cast<void*>(word * 8), &value, 8);
  }

  std::map<std::uint64_t, old_value> values_;  ///< by the address / 8
  std::set<std::pair<std::uint64_t, thread>> shown_to_;
  std::uint64_t shown_ = 0, current_ = 0;  ///< the word that has its old value, 0 if none has, and its current value
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
