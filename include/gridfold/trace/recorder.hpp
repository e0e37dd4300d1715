// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The recorder: collects the accesses of traced views while kernels run.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <gridfold/core/moved.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/trace/copies_in_flight.hpp>
#include <gridfold/trace/fault.hpp>
#include <gridfold/trace/fault_list.hpp>
#include <gridfold/trace/lane_loops.hpp>
#include <gridfold/trace/lockstep.hpp>
#include <gridfold/trace/report.hpp>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace/shadow_memory.hpp>
#include <gridfold/trace/site_statistics.hpp>
#include <gridfold/trace/traced_memory.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Collects accesses and counts them after each warp's interval between barriers. Its memory is proportional to that of
/// the views plus the accesses of one warp between two barriers.
class recorder {
 public:
  recorder(const rule_set& rules, running_order order) : statistics_(rules), order_(order) {}
  recorder(const recorder&) = delete;
  recorder& operator=(const recorder&) = delete;

  /// Starts to watch a view's memory. A watched output or scratch becomes uninitialised again.
  watched_memory& watch(const std::string& name, role as, const memory_span& span)
  {
    for (const auto& known : watched_)
      if (known->is(name, span)) return again(*known, as, span);
    watched_.push_back(std::make_unique<watched_memory>(*this, name, as, span));
    return *watched_.back();
  }

  [[nodiscard]] trace_report report() const
  {
    fault_list faults = faults_;
    for (const auto& memory : watched_) add_unwritten(faults, *memory);
    std::vector<traced_memory_shape> shapes;
    for (const auto& memory : watched_) shapes.push_back(memory->shape());
    return trace_report(statistics_.sites(), gridfold::core::moved(faults.all),
                        {gridfold::core::moved(shapes), statistics_.kept(), statistics_.units()});
  }

  // Called by the executor.
  void begin_launch()
  {
    at_.launch_began = at_.barrier = at_.lanes_met = ++at_.now;
    blocks_ = blocks_with_atomics_ = 0;
  }
  void begin_block(index3 index, int threads)
  {
    end_stage(0);  // the next block has other shared memory
    at_.block_began = at_.barrier = at_.lanes_met = ++at_.now;
    block_ = index;
    threads_ = threads;
    ++blocks_;
    block_has_atomic_ = at_.synchronised = false;
  }
  void begin_interval() { at_.barrier = at_.lanes_met = ++at_.now; }
  /// Runs a thread's asynchronous copy: words of shared memory that it writes become in flight.
  template <class F>
  void copy(F f)
  {
    at_.copies = true;
    f();
    at_.copies = false;
  }
  /// Ends the block's current stage of copies, and waits for all stages but the newest `in_flight`.
  void end_stage(int in_flight) { in_flight_.end_stage(in_flight); }
  /// The block, warp or lane that runs as number n of `count`.
  template <class Number>
  [[nodiscard]] Number in_order(Number n, Number count) const
  {
    return number_in(order_, n, count);
  }
  /// Calls f(rank) for the threads [first, last) of a warp, between two barriers.
  template <class F>
  void run_warp(int first, int last, F f)
  {
    for (int n = 0; n < last - first; ++n) {
      const int rank = first + in_order(n, last - first);
      begin_thread(rank);
      f(rank);
    }
    warp_.play([&](int number, const request& r) { statistics_.count(site_of(number), {r, block_, first}); });
    lane_ = outside_threads;
  }

  // Called by the running lane around its loops (trace/lane_loops.hpp).
  void begin_loop(const void* begin) { loops_.begin(warp_, lane_, begin); }
  void end_iteration(const void* loop) { loops_.end_iteration(warp_, lane_, loop); }
  void end_loop() { loops_.end(); }
  void leave_loop(const void* end) { loops_.leave(warp_, lane_, end); }

  void end_launch()
  {
    threads_ = 0;
    lane_ = outside_threads;
    warp_.remove_all();
  }

  // Called for CUDA kernels: the compiler reports their accesses, and trace_cuda/warp_events.hpp merges lanes.
  // Continues thread `rank`, whose warp's lanes last reconverged in interval `lanes_met`.
  void resume_thread(int rank, std::uint32_t lanes_met)
  {
    begin_thread(rank);
    at_.lanes_met = std::max(at_.barrier, lanes_met);
  }
  /// Reconverges lanes of a warp: their earlier accesses are ordered before later ones. Returns the new interval.
  std::uint32_t meet_lanes() { return ++at_.now; }
  /// Checks an access of the running thread for faults. `at` returns the source line; it is called for a fault only.
  /// Returns what it found.
  template <class Place>
  access_check check(watched_memory& memory, access_kind does, const void* address, int bytes, bool block_scope,
                     Place at)
  {
    const auto add = [&](fault_kind kind, int other) { add_fault(kind, memory, address, bytes, other, at()); };
    if (const auto wrong = memory.misplaced(address, bytes)) {
      add(*wrong, fault::another);
      if (*wrong == fault_kind::outside) return {};
    }
    if (memory.span_.memory != memory_kind::in_constant) memory.refine(bytes);
    return inspect(memory, does, address, bytes, block_scope, add);
  }
  int number_of(const std::string& view, access_kind does, memory_kind memory, int bytes, const source_place& at)
  {
    return statistics_.number_of(view, does, memory, bytes, at);
  }
  void add_doubts(int site, const count_doubts& why) { statistics_.add_doubts(site, why); }
  void count(int site, kept_request&& r, int first_thread)
  {
    r.block = block_;
    r.first_thread = first_thread;
    statistics_.count(site, gridfold::core::moved(r));
  }
  /// Adds a fault, or counts another occurrence.
  void add_fault(const fault& found) { faults_.add(found); }
  /// Marks bytes as written by the host.
  static void fill(watched_memory& memory, const void* from, std::size_t bytes)
  {
    const std::uint64_t first = memory.offset_of(from);
    memory.shadow_.fill(first / memory.word(),
                        (first + bytes + memory.word() - 1) / memory.word() - first / memory.word());
  }
  /// Marks all of a memory as possibly written by unrecorded code.
  static void assume_filled(watched_memory& memory) { memory.becomes(role::update); }
  /// The memory is freed.
  static void release(watched_memory& memory) { memory.shadow_.forget(); }

 private:
  friend watched_memory;
  static constexpr int outside_threads = -1;
  /// The largest number of accesses of a thread between two barriers; each takes 16 bytes.
  static constexpr std::size_t most_accesses = std::size_t{1} << 22;

  watched_memory& again(watched_memory& known, role as, const memory_span& span)
  {
    known.moves_to(span);
    if (span.memory != memory_kind::in_global) return known;
    add_unwritten(faults_, known);
    known.becomes(as);
    return known;
  }

  bool note(watched_memory& memory, access_kind does, const void* at, int bytes, bool block_scope, int word)
  {
    if (threads_ == 0) return true;  // outside of kernels
    const auto add_to_faults = [&](fault_kind kind, int other) {
      add_fault(kind, memory, at, memory.span_.word, other);
    };
    if (const auto wrong = memory.misplaced(at, bytes)) {
      add_to_faults(*wrong, fault::another);
      return false;
    }
    const int site = site_of(memory, does, bytes);
    if (lane_ == outside_threads)
      count_for_all(site, memory.place_of(at));
    else
      add(instruction(site, word), memory.place_of(at));
    inspect(memory, does, at, bytes, block_scope, add_to_faults);
    return true;
  }

  int site_of(watched_memory& memory, access_kind does, int bytes)
  {
    int& site = memory.site_[static_cast<int>(does)][__builtin_ctz(static_cast<unsigned>(bytes))];
    if (site < 0) site = statistics_.number_of(memory.name_, does, memory.span_.memory, bytes);
    return site;
  }

  /// Even and odd words of an element are different instructions, so lanes at neighbouring words do not act together.
  static constexpr int instruction(int site, int word) { return 2 * site + word % 2; }
  static constexpr int site_of(int instruction) { return instruction / 2; }

  void begin_thread(int rank)
  {
    at_.thread = static_cast<std::uint32_t>(rank);
    lane_ = rank % warp_threads;
  }
  void add(int site, std::uint64_t place)
  {
    if (warp_.size(lane_) == most_accesses)
      throw error(
          {"a thread accesses memory more than ", most_accesses,
           " times between two barriers (a trace keeps what a warp does until it reaches one): trace fewer inputs"});
    warp_.add(lane_, {place, site});
  }

  /// Counts an access of a block outside of each_thread, once per thread.
  void count_for_all(int site, std::uint64_t place)
  {
    for (int first = 0; first < threads_; first += warp_threads) {
      kept_request r{{}, block_, first};
      for (int lane = 0; lane < std::min(warp_threads, threads_ - first); ++lane) r.add(lane, place);
      statistics_.count(site, gridfold::core::moved(r));
    }
  }

  /// Calls add(kind, other thread) for each fault of an access inside its memory. Returns what holds for any word.
  template <class Add>
  access_check inspect(watched_memory& memory, access_kind does, const void* at, int bytes, bool block_scope, Add add)
  {
    if (memory.span_.memory == memory_kind::in_constant) return {};
    if (does == access_kind::atomic && !block_has_atomic_) {
      block_has_atomic_ = true;
      at_.synchronised = ++blocks_with_atomics_ == blocks_;
    }
    if (lane_ == outside_threads) return {};
    access_check all;
    moment here = at_;
    here.block_scope = block_scope;
    const std::uint64_t offset = memory.offset_of(at);
    const int shift = __builtin_ctz(static_cast<unsigned>(memory.word()));
    const std::uint64_t last = (offset + static_cast<std::uint64_t>(bytes) - 1) >> shift;
    for (std::uint64_t word = offset >> shift; word <= last; ++word) {
      const access_check found = memory.shadow_.touch(word, does, here);
      all = {all.race || found.race, false, all.by_time || found.by_time};
      if (found.in_flight) add(fault_kind::in_flight, fault::another);
      if (at_.copies && does == access_kind::store) in_flight_.add(memory.shadow_, word);
      if (found.race) add(fault_kind::race, found.other);
      if (found.unwritten && !memory.is_filled()) add(fault_kind::read_unwritten, fault::another);
    }
    return all;
  }

  /// Adds a fault of the running thread at an element of `bytes` bytes.
  [[gnu::cold, gnu::noinline]] void add_fault(fault_kind kind, const watched_memory& memory, const void* at,
                                              int element_bytes, int other, const source_place& line = {})
  {
    add_fault({kind, memory.name_, 1, static_cast<std::int64_t>(memory.offset_of(at)) / element_bytes, block_,
               static_cast<int>(at_.thread), other, line});
  }
  static void add_unwritten(fault_list& faults, const watched_memory& memory)
  {
    if (memory.unwritten() > 0) faults.add_apart({fault_kind::never_written, memory.name_, memory.unwritten()});
  }

  site_statistics statistics_;
  running_order order_;
  std::vector<std::unique_ptr<watched_memory>> watched_;
  fault_list faults_;
  lockstep warp_;
  lane_loops loops_;
  copies_in_flight in_flight_;
  moment at_;
  index3 block_{0, 0, 0};
  int threads_ = 0, lane_ = outside_threads;
  std::int64_t blocks_ = 0, blocks_with_atomics_ = 0;
  bool block_has_atomic_ = false;
};

inline bool watched_memory::note(access_kind does, const void* at, int bytes, bool block_scope, int word)
{
  return by_.note(*this, does, at, bytes, block_scope, word);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
