// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs launches of CUDA kernels block by block and records what their threads access.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/moved.hpp>
#include <gridfold/trace_cuda/access_counter.hpp>
#include <gridfold/trace_cuda/block_choice.hpp>
#include <gridfold/trace_cuda/block_meetings.hpp>
#include <gridfold/trace_cuda/block_threads.hpp>
#include <gridfold/trace_cuda/kernel_signals.hpp>
#include <gridfold/trace_cuda/launch_progress.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <gridfold/trace_cuda/merged_accesses.hpp>
#include <gridfold/trace_cuda/old_values.hpp>
#include <gridfold/trace_cuda/warp_events.hpp>
#include <memory>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

class launch_runner {
 public:
  /// What is running: host code or the tracer, or a thread of a kernel, whose accesses are recorded if its block is
  /// traced.
  enum class mode : unsigned char { host, untraced, traced };
  static inline mode now = mode::host;
  /// Nonzero stops the launch before its next block.
  static inline volatile std::sig_atomic_t is_over = 0;
  /// Number of basic blocks that a thread of an untraced block may enter before other threads run.
  static inline int patience = 0;
  [[nodiscard]] static bool is_in_kernel() { return now != mode::host; }
  [[nodiscard]] static bool is_traced() { return now == mode::traced; }

  explicit launch_runner(cuda_machine& machine) : machine_(machine) {}

  int run(const cuda_launch& launch, void (*call)(void*), void* closure, std::size_t closure_bytes)
  {
    const std::int64_t blocks = std::int64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
    threads_ = static_cast<int>(
        std::min<std::int64_t>(1 << 20, std::int64_t{launch.block[0]} * launch.block[1] * launch.block[2]));
    if (blocks <= 0 || threads_ <= 0 || threads_ > 1024 || launch.block[2] > 64 || launch.grid[0] > 0x7fffffffu ||
        launch.grid[1] > 65535 || launch.grid[2] > 65535 || is_running_)
      return static_cast<int>(launch_error::configuration);
    if (launch.shared_bytes > most_shared_bytes) return static_cast<int>(launch_error::value);
    begin(launch, closure, closure_bytes);
    call_ = call;
    closure_ = closure;
    arguments_ = reinterpret_cast<std::uint64_t>(closure);
    arguments_bytes_ = closure_bytes;
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
      run_block(index_in(shape3{launch.grid[0], launch.grid[1], launch.grid[2]}, in_order(b, blocks)));
      session_->traced_events += events_in_block_;
      events_in_block_ = 0;
    }
    counts.blocks += b;
    counts.threads += b * threads_;
    session_->record.end_launch();
    machine_.memory().remove(reinterpret_cast<std::uint64_t>(closure));
    is_running_ = false;
    return static_cast<int>(error_);
  }

  // Called by the running thread.
  void enter_kernel() const { now = in_block_; }
  struct atomic_form {
    bool block_scope = false;      ///< atomic only for the threads of its block
    bool loops_in_shared = false;  ///< in shared memory a loop of a load and a compare-and-swap
  };
  [[gnu::flatten]] void access(const void* at, int bytes, access_kind does, atomic_form form, const void* pc)
  {
    const auto address = reinterpret_cast<std::uint64_t>(at);
    if (address - stack_ < thread_stacks::bytes) return access_local(address, bytes, does, pc);
    if (address - arguments_ < arguments_bytes_ || address - words_ < bytes_of_words) return;
    access_code& code = counter_.code_at(pc, does, bytes);
    code.loops_in_shared = form.loops_in_shared;
    const access_counter::access_is found = counter_.locate(code, address, {block_, rank_});
    if (found == access_counter::access_is::illegal) end_thread(launch_error::illegal_address);
    if (found != access_counter::access_is::inside) return;
    if (code.range->is_ignored) return;
    code.last = address;
    if (code.part == access_code::part_of::unknown)
      merged_.add(code, address);
    else
      merged_.end();
    if (session_->order == running_order::scattered) old_values_.access(address, bytes, does);
    const access_check found_there =
        session_->record.check(*code.range->memory, does, at, bytes, form.block_scope, [&] { return place_of(pc); });
    if (found_there.by_time) note_time(code, address, found_there.race);
    add({address, running_->depth, &code});
  }
  /// Marks an array of the running thread as local memory.
  void begin_local(const void* at, std::size_t bytes, const char* name)
  {
    if (in_block_ == mode::traced)
      running_->locals.push_back({reinterpret_cast<std::uint64_t>(at), bytes, &machine_.local_range(name, bytes)});
  }
  void end_local(const void* at)
  {
    std::erase_if(running_->locals,
                  [=](const local_place& l) { return l.begin == reinterpret_cast<std::uint64_t>(at); });
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
      if (patience <= 0) suspend();
      return;
    }
    merged_.end();
    if (!add({reinterpret_cast<std::uint64_t>(pc), running_->depth, nullptr})) suspend();
  }
  void enter_function(const void* pc)
  {
    const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
    if (here - stack_ < thread_stacks::reserve) stop(fault_kind::endless, pc, launch_error::timeout);
    ++running_->depth;
  }
  void leave_function() { --running_->depth; }
  int wait_at_barrier(barrier_result result, int value, const void* pc)
  {
    cuda_thread& t = *running_;
    t.is = cuda_thread::state::at_barrier;
    t.code = pc;
    t.result = result;
    t.value = value;
    suspend();
    return t.value;
  }
  void ask_lanes(lane_request& request, const void* pc)
  {
    cuda_thread& t = *running_;
    t.is = cuda_thread::state::with_lanes;
    t.code = pc;
    t.request = &request;
    suspend();
  }
  [[noreturn]] void fail_assertion(const char* text, const void* pc, const source_place& at)
  {
    session_->record.add_fault(
        {fault_kind::assertion, text, 1, 0, block_, rank_, fault::another, at.line > 0 ? at : place_of(pc)});
    end_thread(launch_error::assertion);
  }
  /// Ends the thread that runs at `pc` after a signal of the system. Returns false if no thread runs, or for a clock
  /// signal while threads still take turns.
  bool end_by_signal(int signal, const void* pc)
  {
    constexpr int seconds = 5;
    if (!is_in_kernel()) return false;
    const char* const next = static_cast<const char*>(pc) + 1;  // as at the end of a call
    if (signal == SIGVTALRM) {
      idle_ = turns_ == seen_turns_ ? idle_ + 1 : 0;
      seen_turns_ = turns_;
      if (idle_ < seconds) return false;
      last_code_ = next;
      is_stuck_ = true;
      end_thread(launch_error::timeout);
    }
    if (signal == SIGFPE) fail_assertion("divisor != 0", next, {});
    session_->record.add_fault({fault_kind::outside, "(memory that is not the device's)", 1, 0, block_, rank_,
                                fault::another, place_of(next)});
    end_thread(launch_error::illegal_address);
  }
  [[nodiscard]] const std::string& kernel() const { return kernel_; }
  [[nodiscard]] index3 block() const { return block_; }
  /// The last known place of the running thread.
  [[nodiscard]] source_place place() const { return place_of(last_code_); }

 private:
  /// Handles an access to the stack, which counts if it is to an array in local memory. Word i of a lane lies beside
  /// word i of other lanes.
  void access_local(std::uint64_t address, int bytes, access_kind does, const void* pc)
  {
    for (const local_place& l : running_->locals) {
      if (address - l.begin >= l.bytes) continue;
      access_code& code = counter_.code_at(pc, does, bytes);
      if (code.part == access_code::part_of::unknown) code.part = access_code::part_of::none;
      const std::uint64_t word = static_cast<std::uint64_t>(std::max(4, bytes)), offset = address - l.begin,
                          lane = static_cast<std::uint64_t>(lane_);
      add({l.range->begin + (offset / word * warp_threads + lane) * word + offset % word, running_->depth, &code});
      return;
    }
  }

  /// Notes that other threads change the words of an access meanwhile. If fences order them, the count depends on time
  /// only where a loop waits for them.
  [[gnu::cold, gnu::noinline]] void note_time(access_code& code, std::uint64_t address, bool race)
  {
    const bool is_load = code.does == access_kind::load;
    if ((is_load && race) || code.loops_in_shared || has_word(machine_.line_of(machine_.entry_of(code.pc)), "while"))
      code.may_differ.by_time = true;
    if (session_->order == running_order::scattered && is_load) old_values_.show(address, block_, rank_);
  }
  void begin(const cuda_launch& launch, void* closure, std::size_t closure_bytes)
  {
    is_running_ = true;
    session_ = &machine_.session();
    error_ = launch_error::none;
    kernel_ = machine_.kernel_name(launch.kernel, launch.name);
    machine_.prepare(launch.shared_bytes);
    machine_.add_arguments(closure, closure_bytes);
    merged_.begin_launch();
    counter_.begin_launch(kernel_);
    loops_.remove_all();
    old_values_.begin_launch();
    stacks_.begin_launch(threads_);
    set_indices(state_, launch.block);
    while (events_.size() < static_cast<std::size_t>(warps())) events_.push_back(nullptr);
    gridfold_block_extent = {launch.block[0], launch.block[1], launch.block[2]};
    gridfold_grid_extent = {launch.grid[0], launch.grid[1], launch.grid[2]};
    session_->record.begin_launch();
  }

  [[nodiscard]] int warps() const { return (threads_ + warp_threads - 1) / warp_threads; }
  [[nodiscard]] block_meetings meetings() { return {machine_, {kernel_, block_, state_.data(), threads_}}; }
  [[nodiscard]] int lanes_of(int warp) const { return std::min(warp_threads, threads_ - warp * warp_threads); }
  cuda_thread& thread(int rank) { return state_[static_cast<std::size_t>(rank)]; }

  /// The block, warp or lane that runs as number n of `count`.
  template <class Integer>
  [[nodiscard]] Integer in_order(Integer n, Integer all) const
  {
    return number_in(session_->order, n, all);
  }

  void run_block(index3 index)
  {
    block_ = index;
    gridfold_block_index = {static_cast<unsigned>(index.x), static_cast<unsigned>(index.y),
                            static_cast<unsigned>(index.z)};
    session_->record.begin_block(index, threads_);
    stacks_.begin_block(threads_);
    for (int rank = 0; rank < threads_; ++rank) {
      thread(rank).stack = nullptr;
      thread(rank).is = cuda_thread::state::runs;
      thread(rank).lanes_met = 0;
      (thread(rank).locals.clear)();
      thread(rank).depth = 0;
    }
    session_->record.begin_interval();
    self_ = this;
    std::int64_t left = session_->most_events;
    for (;;) {
      bool settled = true;
      for (int warp = 0; warp < warps(); ++warp) settled = run_warp(in_order(warp, warps()), left) && settled;
      if (left <= 0 || is_stuck_) return stop_block();
      if (!settled) continue;
      counter_.end_interval();
      if (!meetings().release_barrier()) break;
      left = session_->most_events;
    }
  }

  /// Runs a warp for a while, or until all its threads are at a barrier or have ended. Returns whether they are.
  bool run_warp(int warp, std::int64_t& left)
  {
    constexpr int rounds = 64;
    std::unique_ptr<warp_events>& own = events_[static_cast<std::size_t>(warp)];
    if (own == nullptr) own = spare_ != nullptr ? gridfold::core::moved(spare_) : std::make_unique<warp_events>();
    const int size = lanes_of(warp);
    cuda_thread* const lanes = &thread(warp * warp_threads);
    for (int round = 0; round < rounds && left > 0; ++round) {
      std::uint32_t open = 0;
      for (int n = 0; n < size; ++n) {
        const int lane = in_order(n, size);
        if (lanes[lane].is == cuda_thread::state::runs && own->is_dry(lane) && !is_stuck_) {
          resume(warp * warp_threads + lane, *own);
          left -= static_cast<std::int64_t>(warp_events::room);
        }
        if (lanes[lane].is == cuda_thread::state::runs) open |= 1u << lane;
      }
      if (is_stuck_) return false;
      if (in_block_ == mode::traced) play(*own, open, warp * warp_threads);
      if (open != 0) continue;
      left = std::max(left, session_->most_events / 2);
      if (!meetings().release_lanes(warp)) {
        spare_ = gridfold::core::moved(own);
        return true;
      }
    }
    return false;
  }

  void resume(int rank, warp_events& events)
  {
    ++turns_;
    running_ = &thread(rank);
    rank_ = rank;
    lane_ = rank % warp_threads;
    lane_events_ = &events;
    events.begin_turn(lane_);
    patience = static_cast<int>(warp_events::room);
    gridfold_thread_index = {running_->index[0], running_->index[1], running_->index[2]};
    if (running_->stack == nullptr) stacks_.give(*running_, &body);
    stack_ = reinterpret_cast<std::uint64_t>(running_->stack);
    session_->record.resume_thread(rank, running_->lanes_met);
    now = in_block_;
    scheduler_.switch_to(running_->at);
    now = mode::host;
    if (running_->is == cuda_thread::state::ended) stacks_.take_from(*running_);
  }
  void suspend()
  {
    merged_.end();
    old_values_.end();
    now = mode::host;
    running_->at.switch_to(scheduler_);
    enter_kernel();
  }
  static void body()
  {
    launch_runner& self = *self_;
    self.call_(self.closure_);
    now = mode::host;
    self.end_thread(launch_error::none);
  }
  [[noreturn, gnu::noinline]] void end_thread(launch_error error)
  {
    if (error != launch_error::none) error_ = error;
    merged_.end();
    old_values_.end();
    now = mode::host;
    running_->is = cuda_thread::state::ended;
    running_->at.switch_to(scheduler_);
    __builtin_unreachable();
  }
  [[noreturn]] void stop(fault_kind kind, const void* pc, launch_error error)
  {
    session_->record.add_fault({kind, kernel_, 1, 0, block_, rank_, fault::another, place_of(pc)});
    end_thread(error);
  }

  bool add(const warp_event& e)
  {
    ++events_in_block_;
    return lane_events_->add(lane_, e);
  }
  static std::uint64_t code_of(const warp_event& e)
  {
    return e.code == nullptr ? e.address() : reinterpret_cast<std::uint64_t>(e.code->pc);
  }
  [[gnu::flatten]] void play(warp_events& events, std::uint32_t open, int first_thread)
  {
    if (session_->compiled) return play_compiled(events, open, first_thread);
    events.play(open, code_of,
                [&](access_code& accesses, kept_request& r) { counter_.count(accesses, r, block_, first_thread); });
  }
  [[nodiscard]] std::uint32_t ended_lanes(int first_thread)
  {
    std::uint32_t ended = 0;
    for (int lane = 0; lane < lanes_of(first_thread / warp_threads); ++lane)
      ended |= std::uint32_t{thread(first_thread + lane).is == cuda_thread::state::ended} << lane;
    return ended;
  }
  [[gnu::noinline]] void play_compiled(warp_events& events, std::uint32_t open, int first_thread)
  {
    // The hardware may bring lanes together that reach a line one after another: a scattered trace brings all.
    const std::uint64_t apart = session_->order == running_order::scattered ? 0 : code_place::first;
    const auto code_or_end = [&](const warp_event& e) {
      const compiled_line* const line = e.code == nullptr ? nullptr : counter_.compiled(*e.code);
      return code_of(e) | (line == nullptr          ? 0
                           : line->ends_kernel      ? code_place::last
                           : line->is_left_to_apart ? apart
                                                    : 0);
    };
    events.play_unrolled(
        loops_, open, ended_lanes(first_thread), code_or_end,
        [&](access_code& accesses) { return counter_.compiled(accesses); },
        [&](access_code& accesses, kept_request& r, const unrolled_round& round) {
          counter_.count(accesses, r, block_, first_thread, round);
        });
  }
  [[nodiscard, gnu::cold, gnu::noinline]] source_place place_of(const void* pc) const
  {
    return machine_.place_of(pc, kernel_);
  }

  /// Ends the block, which has exceeded the limit.
  void stop_block()
  {
    error_ = launch_error::timeout;
    is_stuck_ = false;
    session_->record.add_fault(
        {fault_kind::endless, kernel_, 1, 0, block_, rank_, fault::another, place_of(last_code_)});
    counter_.end_interval();
    for (auto& events : events_)
      if (events != nullptr) events->remove_all();
  }

  cuda_machine& machine_;
  access_counter counter_{machine_};
  merged_accesses merged_{machine_, [this](access_code& code, std::uint64_t begin, int offset, int bytes) {
                            return counter_.is_without(code, begin, offset, bytes);
                          }};
  unrolled_loops loops_;
  old_values old_values_;
  cuda_session* session_ = nullptr;
  void (*call_)(void*) = nullptr;
  void* closure_ = nullptr;
  std::string kernel_;
  bool is_running_ = false;
  mode in_block_ = mode::traced;
  launch_error error_ = launch_error::none;
  index3 block_{0, 0, 0};
  int threads_ = 0;

  stack_pool stacks_;
  std::vector<cuda_thread> state_;
  std::vector<std::unique_ptr<warp_events>> events_;
  std::unique_ptr<warp_events> spare_;
  context scheduler_;
  static inline launch_runner* self_ = nullptr;

  cuda_thread* running_ = nullptr;
  warp_events* lane_events_ = nullptr;
  int rank_ = 0, lane_ = 0;
  std::int64_t events_in_block_ = 0;
  // Memory that threads read most and that is not memory on a GPU: their stack, the kernel's arguments, threadIdx and
  // similar.
  std::uint64_t stack_ = 0, arguments_ = 0, arguments_bytes_ = 0;
  const std::uint64_t words_ = address_of_words();
  const void* last_code_ = nullptr;
  // Detects that threads no longer take turns: a thread keeps its turn in a loop of which the compiler reports nothing.
  std::uint64_t turns_ = 0, seen_turns_ = 0;
  int idle_ = 0;
  bool is_stuck_ = false;
  launch_progress progress_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
