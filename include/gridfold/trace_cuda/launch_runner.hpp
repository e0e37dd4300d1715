// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs launches of CUDA kernels block by block and records what their threads access.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace_cuda/access_counter.hpp>
#include <gridfold/trace_cuda/block_choice.hpp>
#include <gridfold/trace_cuda/block_meetings.hpp>
#include <gridfold/trace_cuda/block_threads.hpp>
#include <gridfold/trace_cuda/launch_progress.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <gridfold/trace_cuda/merged_accesses.hpp>
#include <gridfold/trace_cuda/old_values.hpp>
#include <gridfold/trace_cuda/thread_turns.hpp>
#include <gridfold/trace_cuda/warp_events.hpp>
#include <gridfold/trace_cuda/warp_player.hpp>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Runs launches of kernels and records what their traced blocks access.
class launch_runner {
 public:
  using mode = running_code::mode;
  /// Nonzero stops the launch before its next block.
  static inline volatile std::sig_atomic_t is_over = 0;

  explicit launch_runner(cuda_machine& machine) : machine_(machine) {}

  int run(const cuda_launch& launch, void (*call)(void*), void* closure, std::size_t closure_bytes)
  {
    const launch_error refusal = is_running_ ? launch_error::configuration : refusal_of(launch);
    if (refusal != launch_error::none) return static_cast<int>(refusal);
    const shape3 grid{launch.grid[0], launch.grid[1], launch.grid[2]};
    const std::int64_t blocks = grid.count();
    begin(launch, {call, closure, closure_bytes});
    kernel_launches& counts = session_->launches_of(kernel_);
    ++counts.launches;
    block_choice choice(*session_, blocks, counts.traced_blocks > 0);
    bool knows_all_writes = true;
    std::int64_t b = 0;
    for (; b < blocks && error_ != launch_error::timeout && is_over == 0; ++b) {
      in_block_ = choice.traces(b) ? mode::traced : mode::untraced;
      counts.traced_blocks += in_block_ == mode::traced;
      if (in_block_ == mode::untraced && knows_all_writes) machine_.assume_written();
      knows_all_writes = knows_all_writes && in_block_ == mode::traced;
      if (session_->shows_progress) progress_.show(kernel_, b, blocks);
      run_block(index_in(grid, number_in(session_->order, b, blocks)));
      session_->traced_events += turns_.take_events();
    }
    counts.blocks += b;
    counts.threads += b * turns_.size();
    session_->record.end_launch();
    machine_.memory().remove(reinterpret_cast<std::uint64_t>(closure));
    is_running_ = false;
    return static_cast<int>(error_);
  }

  // Called by the running thread.
  void enter_kernel() const { running_code::now = in_block_; }
  [[gnu::flatten]] void access(const void* at, int bytes, access_kind does, atomic_form form, const void* pc)
  {
    const auto address = reinterpret_cast<std::uint64_t>(at);
    // What threads read most is not memory on a GPU: their stack, the kernel's arguments, threadIdx and similar.
    if (turns_.is_on_stack(address)) return access_local(address, bytes, does, pc);
    if (call_.holds(address) || address - words_ < bytes_of_words) return;
    access_code& code = counter_.code_at(pc, does, bytes);
    code.loops_in_shared = form.loops_in_shared;
    const access_counter::access_is found = counter_.locate(code, address, by());
    if (found == access_counter::access_is::illegal) end_thread(launch_error::illegal_address);
    if (found != access_counter::access_is::inside) return;
    if (code.range->is_ignored) return;
    code.last = address;
    if (code.part == access_code::part_of::unknown)
      merged_.add(code, address);
    else
      merged_.end();
    if (session_->order == running_order::scattered) old_values_.access(address, bytes, does, by(), form.compares);
    const access_check found_there =
        session_->record.check(*code.range->memory, does, at, bytes, form.block_scope, [&] { return place_of(pc); });
    if (found_there.by_time) note_time(code, address, found_there.race);
    turns_.add({address, turns_.running().depth, &code});
  }
  /// Marks an array of the running thread as local memory.
  void begin_local(const void* at, std::size_t bytes, const char* name)
  {
    if (in_block_ == mode::traced)
      turns_.running().locals.push_back(
          {reinterpret_cast<std::uint64_t>(at), bytes, &machine_.local_range(name, bytes)});
  }
  void end_local(const void* at)
  {
    const auto address = reinterpret_cast<std::uint64_t>(at);
    std::erase_if(turns_.running().locals, [=](const local_place& l) { return l.begin == address; });
  }
  /// A copy of `bytes` bytes: by vectors if the structs of the function allow for them, else by words.
  void copy(const void* at, int bytes, access_kind does, bool by_vectors, const void* pc)
  {
    const int piece = counter_.piece_of(pc, does, at, bytes, by_vectors);
    for (int first = 0; first < bytes; first += piece)
      if (!counter_.is_without(counter_.code_at(pc, does, piece), reinterpret_cast<std::uint64_t>(at), first, bytes))
        access(static_cast<const char*>(at) + first, piece, does, {}, pc);
  }
  void enter_block(const void* pc)
  {
    last_code_ = pc;
    old_values_.end();
    if (in_block_ == mode::untraced) {
      if (running_code::patience <= 0) suspend();
      return;
    }
    merged_.end();
    if (!turns_.add({reinterpret_cast<std::uint64_t>(pc), turns_.running().depth, nullptr})) suspend();
  }
  void end_old_value() { old_values_.end(); }
  void enter_function(const void* pc)
  {
    const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
    if (turns_.is_on_reserve(here)) {
      add_fault(fault_kind::endless, kernel_, place_of(pc));
      end_thread(launch_error::timeout);
    }
    ++turns_.running().depth;
  }
  void leave_function() { --turns_.running().depth; }
  int wait_at_barrier(barrier_result result, int value, const void* pc)
  {
    turns_.running().wait_at_barrier(result, value, pc);
    suspend();
    return turns_.running().value;
  }
  void ask_lanes(lane_request& request, const void* pc)
  {
    turns_.running().wait_for_lanes(request, pc);
    suspend();
  }
  [[noreturn]] void fail_assertion(const char* text, const void* pc, const source_place& at)
  {
    add_fault(fault_kind::assertion, text, at.line > 0 ? at : place_of(pc));
    end_thread(launch_error::assertion);
  }
  /// Ends the thread that runs at `pc` after a signal of the system. Returns false if no thread runs, or for a clock
  /// signal while threads still take turns.
  bool end_by_signal(int signal, const void* pc)
  {
    if (!running_code::is_in_kernel()) return false;
    const char* const next = static_cast<const char*>(pc) + 1;  // as at the end of a call
    if (signal == SIGVTALRM) {
      if (turns_.ticks_in_turn() < 5) return false;  // seconds
      last_code_ = next;
      turns_.stop();
      end_thread(launch_error::timeout);
    }
    if (signal == SIGFPE) fail_assertion("divisor != 0", next, {});
    add_fault(fault_kind::outside, "(memory that is not the device's)", place_of(next));
    end_thread(launch_error::illegal_address);
  }
  [[nodiscard]] const std::string& kernel() const { return kernel_; }
  [[nodiscard]] index3 block() const { return block_; }
  /// The last known place of the running thread.
  [[nodiscard]] source_place place() const { return place_of(last_code_); }

 private:
  [[nodiscard]] thread_place by() const { return {block_, turns_.rank()}; }
  /// Handles an access to the stack, which counts if it is to an array in local memory.
  void access_local(std::uint64_t address, int bytes, access_kind does, const void* pc)
  {
    const local_place* const array = turns_.running().local_at(address);
    if (array == nullptr) return;
    access_code& code = counter_.code_at(pc, does, bytes);
    if (code.part == access_code::part_of::unknown) code.part = access_code::part_of::none;
    const std::uint64_t in_memory = array->range->begin + array->offset_of(address, bytes, turns_.lane());
    turns_.add({in_memory, turns_.running().depth, &code});
  }

  /// Notes that other threads change the words of an access meanwhile. If fences order them, the count depends on time
  /// only where a loop waits for them.
  [[gnu::cold, gnu::noinline]] void note_time(access_code& code, std::uint64_t address, bool race)
  {
    const bool is_load = code.does == access_kind::load;
    if ((is_load && race) || code.loops_in_shared || has_word(machine_.line_of(machine_.entry_of(code.pc)), "while"))
      code.may_differ.by_time = true;
    if (session_->order == running_order::scattered && is_load) old_values_.show(address, by());
  }
  void begin(const cuda_launch& launch, const kernel_call& call)
  {
    is_running_ = true;
    call_ = call;
    session_ = &machine_.session();
    error_ = launch_error::none;
    kernel_ = machine_.kernel_name(launch.kernel, launch.name);
    machine_.prepare(launch.shared_bytes);
    machine_.add_arguments(call.closure, call.bytes);
    merged_.begin_launch();
    counter_.begin_launch(kernel_);
    player_.begin_launch();
    old_values_.begin_launch();
    turns_.begin_launch(*session_, launch.block, &body);
    gridfold_grid_extent = {launch.grid[0], launch.grid[1], launch.grid[2]};
    session_->record.begin_launch();
  }

  [[nodiscard]] running_block in_turn() { return {kernel_, block_, turns_.threads(), turns_.size()}; }
  [[nodiscard]] block_meetings meetings() { return {machine_, in_turn()}; }

  void run_block(index3 index)
  {
    block_ = index;
    gridfold_block_index = {static_cast<unsigned>(index.x), static_cast<unsigned>(index.y),
                            static_cast<unsigned>(index.z)};
    session_->record.begin_block(index, turns_.size());
    turns_.begin_block();
    session_->record.begin_interval();
    self_ = this;
    const auto play = [&](warp_events& events, std::uint32_t open, int warp) {
      if (in_block_ == mode::traced) player_.play(*session_, events, open, in_turn(), warp);
    };
    const auto release = [&](int warp) { return meetings().release_lanes(warp); };
    std::int64_t left = session_->most_events;
    for (;;) {
      const bool settled = turns_.run_warps(in_block_, left, play, release);
      if (left <= 0 || turns_.is_stuck()) return stop_block();
      if (!settled) continue;
      counter_.end_interval();
      if (!meetings().release_barrier()) break;
      left = session_->most_events;
    }
  }

  void suspend()
  {
    merged_.end();
    old_values_.end();
    turns_.suspend(in_block_);
  }
  static void body()
  {
    self_->call_();
    running_code::now = mode::host;
    self_->end_thread(launch_error::none);
  }
  [[noreturn, gnu::noinline]] void end_thread(launch_error error)
  {
    if (error != launch_error::none) error_ = error;
    merged_.end();
    old_values_.end();
    turns_.end_thread();
  }
  void add_fault(fault_kind kind, const std::string& name, const source_place& at)
  {
    session_->record.add_fault({kind, name, 1, 0, block_, turns_.rank(), fault::another, at});
  }

  [[nodiscard, gnu::cold, gnu::noinline]] source_place place_of(const void* pc) const
  {
    return machine_.place_of(pc, kernel_);
  }

  /// Ends the block, which has exceeded the limit.
  void stop_block()
  {
    error_ = launch_error::timeout;
    add_fault(fault_kind::endless, kernel_, place_of(last_code_));
    counter_.end_interval();
    turns_.stop_block();
  }

  cuda_machine& machine_;
  access_counter counter_{machine_};
  merged_accesses merged_{machine_,
                          [this](access_code& code, std::uint64_t begin, int offset, int bytes) {
                            return counter_.is_without(code, begin, offset, bytes);
                          },
                          [this](access_code& code) { return counter_.compiled(code); }};
  warp_player player_{counter_};
  old_values old_values_;
  cuda_session* session_ = nullptr;
  kernel_call call_;
  std::string kernel_;
  bool is_running_ = false;
  mode in_block_ = mode::traced;
  launch_error error_ = launch_error::none;
  index3 block_{0, 0, 0};
  thread_turns turns_;
  static inline launch_runner* self_ = nullptr;

  const std::uint64_t words_ = address_of_words();
  const void* last_code_ = nullptr;
  launch_progress progress_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
