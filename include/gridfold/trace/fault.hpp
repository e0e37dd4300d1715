// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Faults that the tracer finds.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/trace/source_place.hpp>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Kinds of faults in a kernel's accesses.
enum class fault_kind {
  race,            ///< two threads access one element between two barriers; at least one writes, and not both
                   ///< atomically in a common scope
  outside,         ///< an access outside its view
  misaligned,      ///< an access at an address that is not a multiple of its width; a GPU stops there
  in_flight,       ///< an access to shared memory before an asynchronous copy to it has arrived
  read_unwritten,  ///< an element is read before it is written
  never_written,   ///< an element of an output was not written
  barrier_missed,  ///< some threads of a block wait at a barrier; others have ended or wait at another one
  lanes_missing,   ///< a warp function names lanes that do not take part, or reads from such a lane
  endless,         ///< an endless loop or recursion
  assertion        ///< an assertion of the kernel failed
};

constexpr const char* name_of(fault_kind kind)
{
  switch (kind) {
    case fault_kind::race:
      return "race";
    case fault_kind::outside:
      return "outside";
    case fault_kind::misaligned:
      return "misaligned";
    case fault_kind::in_flight:
      return "in-flight";
    case fault_kind::read_unwritten:
      return "read-unwritten";
    case fault_kind::never_written:
      return "never-written";
    case fault_kind::barrier_missed:
      return "barrier-missed";
    case fault_kind::lanes_missing:
      return "lanes-missing";
    case fault_kind::endless:
      return "endless";
    default:
      return "assertion";
  }
}

/// A fault, its number of occurrences, and the place of the first one.
struct fault {
  fault_kind kind;
  std::string view;
  std::int64_t count = 0;
  std::int64_t element = 0;  ///< index in the view's memory; not for never_written
  index3 block{0, 0, 0};
  int thread = 0;                     ///< the thread's rank in its block
  int other = another;                ///< the other thread of a race, if it is in the same block
  static constexpr int another = -1;  ///< several other threads, or one in another block
  source_place at{};                  ///< the source line, if the trace knows it

  /// A sentence such as "out: a race (...)", after the source line if it is known.
  [[nodiscard]] std::string text() const { return at.text() + what(); }

 private:
  [[nodiscard]] std::string what() const
  {
    const std::string by = "block (" + std::to_string(block.x) + ", " + std::to_string(block.y) + ", " +
                           std::to_string(block.z) + "), thread " + std::to_string(thread);
    const std::string where = "element " + std::to_string(element) + ", " + by;
    switch (kind) {
      case fault_kind::race:
        return view + ": " + std::to_string(count) + " races (first at " + where + " and " +
               (other == another ? "others" : "thread " + std::to_string(other)) +
               "; nothing orders them): put a barrier between, or make both atomic in a scope with both threads";
      case fault_kind::outside:
        return view + ": " + std::to_string(count) + " accesses outside (first at " + where +
               "): guard the edge of the grid";
      case fault_kind::misaligned:
        return view + ": " + std::to_string(count) + " misaligned accesses (first at " + where +
               "; its address is no multiple of its width): align the memory, or access smaller words";
      case fault_kind::in_flight:
        return view + ": " + std::to_string(count) + " accesses while a copy is in flight (first at " + where +
               "; copy_async may not have arrived): await its stage before";
      case fault_kind::read_unwritten:
        return view + ": " + std::to_string(count) + " elements are read before they are written (first at " + where +
               "): write them before";
      case fault_kind::barrier_missed:
        return view + ": " + std::to_string(count) + " times not all threads of a block reach the barrier (first in " +
               by + "; others have ended or wait elsewhere): put it where every thread passes";
      case fault_kind::lanes_missing:
        return view + ": " + std::to_string(count) + " times lanes are missing (first in " + by +
               "; the mask names lanes that do not take part, or a value is read from one of these): let all lanes of "
               "the mask reach it";
      case fault_kind::endless:
        return view + ": " + by +
               " does not end (a loop or recursion has passed the trace's limit): mend its condition";
      case fault_kind::assertion:
        return "the assertion " + view + " failed " + std::to_string(count) + " times (first in " + by + ")";
      default:
        return view + ": " + std::to_string(count) + " words of the output are never written: cover it with blocks";
    }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
