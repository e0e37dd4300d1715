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

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Keeps the values of 8-byte words before their first change in a launch. A thread's first load of a word that others
/// change gets this value, its later loads the current one, so that a loop that waits for the word runs twice.
class old_values {
 public:
  void begin_launch()
  {
    end();
    (values_.clear)();
    (shown_to_.clear)();
  }
  /// Called before each access.
  void access(std::uint64_t address, int bytes, access_kind does)
  {
    end();
    if (does == access_kind::load) return;
    for (std::uint64_t word = address / 8; word <= (address + static_cast<unsigned>(bytes) - 1) / 8; ++word)
      if (values_.count(word) == 0) values_[word] = read(word);
  }
  /// Lets a thread's next load find the old value, if it has not been shown to the thread before.
  void show(std::uint64_t address, index3 block, int rank)
  {
    const auto old = values_.find(address / 8);
    if (old == values_.end() || !shown_to_.insert({old->first, block.x, block.y, block.z, rank}).second) return;
    shown_ = old->first;
    current_ = read(shown_);
    write(shown_, old->second);
  }
  /// Called before anything else reads or writes the memory.
  void end()
  {
    if (shown_ != 0) write(shown_, current_);
    shown_ = 0;
  }

 private:
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

  std::map<std::uint64_t, std::uint64_t> values_;  ///< by the address / 8
  std::set<std::tuple<std::uint64_t, std::int64_t, std::int64_t, std::int64_t, int>> shown_to_;
  std::uint64_t shown_ = 0, current_ = 0;  ///< the word that has its old value, 0 if none has, and its current value
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
