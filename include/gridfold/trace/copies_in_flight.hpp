// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Words of shared memory to which asynchronous copies are in flight.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/trace/shadow_memory.hpp>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// The asynchronous copies of a block, by stage; a stage arrives when the block awaits it.
class copies_in_flight {
 public:
  /// Adds a word to the current stage.
  void add(shadow_memory& shadow, std::uint64_t word) { words_.push_back({&shadow, word, stage_}); }
  /// Ends the current stage, and waits for all stages but the newest `in_flight`.
  void end_stage(int in_flight)
  {
    ++stage_;
    std::erase_if(words_, [&](const copied_word& word) {
      if (word.stage >= stage_ - in_flight) return false;
      word.shadow->arrive(word.word);
      return true;
    });
  }

 private:
  struct copied_word {
    shadow_memory* shadow;
    std::uint64_t word;
    int stage;
  };

  std::vector<copied_word> words_;
  int stage_ = 0;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
