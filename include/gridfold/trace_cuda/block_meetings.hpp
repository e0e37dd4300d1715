// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Synchronisation of a block's threads: barriers, and operations of a warp's lanes.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstdint>
#include <gridfold/trace_cuda/block_threads.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// A block that runs.
struct running_block {
  const std::string& kernel;
  index3 block;
  cuda_thread* threads;
  int size;

  [[nodiscard]] cuda_thread& thread(int rank) const { return threads[rank]; }
};

/// Releases waiting threads of a block. A thread that is missing at a barrier or in a warp's operation is a fault.
class block_meetings {
 public:
  block_meetings(cuda_machine& machine, const running_block& of) : machine_(machine), of_(of) {}

  /// Releases the lanes of all complete operations: groups of a warp's lanes that wait in one instruction go on
  /// together. Returns false if no lane waits for others.
  bool release_lanes(int warp)
  {
    const waiting_lanes waiting(&of_.thread(warp * warp_threads),
                                std::min(warp_threads, of_.size - warp * warp_threads));
    std::uint32_t complete = 0;
    for (std::uint32_t group = waiting.complete(); group != 0; group = waiting.complete()) {
      release(warp, group, false);
      complete |= group;
    }
    if (complete != 0) return true;
    if (const std::uint32_t group = waiting.converged(); group != 0) {
      release(warp, group, false);
      return true;
    }
    const std::uint32_t group = waiting.any();
    if (group != 0) release(warp, group, true);
    return group != 0;
  }

  /// Releases the threads at the barrier. Returns false if no thread waits.
  bool release_barrier()
  {
    int waiting = 0, yes = 0, first = -1;
    bool one = true;
    for (int rank = 0; rank < of_.size; ++rank) {
      const cuda_thread& t = of_.thread(rank);
      if (t.is != cuda_thread::state::at_barrier) continue;
      if (first < 0) first = rank;
      one = one && (t.code == of_.thread(first).code || place_of(t.code) == place_of(of_.thread(first).code));
      ++waiting;
      yes += t.value != 0;
    }
    if (waiting == 0) return false;
    if (waiting < of_.size || !one)
      machine_.session().record.add_fault({fault_kind::barrier_missed, of_.kernel, 1, 0, of_.block, first,
                                           fault::another, place_of(of_.thread(first).code)});
    for (int rank = 0; rank < of_.size; ++rank) {
      cuda_thread& t = of_.thread(rank);
      if (t.is != cuda_thread::state::at_barrier) continue;
      t.value = t.result == barrier_result::count ? yes : t.result == barrier_result::all ? yes == waiting : yes > 0;
      t.is = cuda_thread::state::runs;
    }
    machine_.session().record.begin_interval();
    return true;
  }

 private:
  void release(int warp, std::uint32_t group, bool missing)
  {
    lane_requests requests = {};
    const std::uint32_t now = machine_.session().record.meet_lanes();
    for (std::uint32_t lanes = group; lanes != 0; lanes &= lanes - 1) {
      cuda_thread& t = of_.thread(warp * warp_threads + __builtin_ctz(lanes));
      requests[__builtin_ctz(lanes)] = t.request;
      t.is = cuda_thread::state::runs;
      if (t.request->orders) t.lanes_met = now;
    }
    const std::uint32_t misled = answer(requests);
    if (!missing && misled == 0) return;
    const int rank = warp * warp_threads + __builtin_ctz(missing ? group : misled);
    machine_.session().record.add_fault({fault_kind::lanes_missing, of_.kernel, 1, 0, of_.block, rank, fault::another,
                                         place_of(of_.thread(rank).code)});
  }
  [[nodiscard]] source_place place_of(const void* code) const { return machine_.place_of(code, of_.kernel); }

  cuda_machine& machine_;
  running_block of_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
