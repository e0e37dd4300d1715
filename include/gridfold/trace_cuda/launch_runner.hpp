// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs launches of CUDA kernels block by block and records what their threads access.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <gridfold/core/moved.hpp>
#include <gridfold/trace_cuda/block_threads.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <memory>
#include <string>
#include <vector>

/// What threads read as threadIdx and so on.
struct gridfold_uint3 {
  unsigned x, y, z;
};
extern gridfold_uint3 gridfold_thread_index asm("threadIdx");
extern gridfold_uint3 gridfold_block_index asm("blockIdx");
extern gridfold_uint3 gridfold_block_extent asm("blockDim");
extern gridfold_uint3 gridfold_grid_extent asm("gridDim");

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Errors of a launch, numbered as the CUDA runtime numbers them.
enum class launch_error { none = 0, configuration = 9, illegal_address = 700, assertion = 710, timeout = 702 };

class launch_runner {
 public:
  /// Whether a thread of a kernel runs, and its accesses are of interest. Off while the trace itself works.
  static inline bool is_in_kernel = false;

  explicit launch_runner(cuda_machine& machine) : machine_(machine) {}

  int run(const cuda_launch& launch, void (*call)(void*), void* closure, std::size_t closure_bytes)
  {
    const std::int64_t blocks = std::int64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
    threads_ = static_cast<int>(
        std::min<std::int64_t>(1 << 20, std::int64_t{launch.block[0]} * launch.block[1] * launch.block[2]));
    if (blocks <= 0 || threads_ <= 0 || threads_ > 1024 || launch.block[2] > 64 ||
        launch.shared_bytes > most_shared_bytes || launch.grid[1] > 65535 || launch.grid[2] > 65535)
      return static_cast<int>(launch_error::configuration);
    if (is_running_) return static_cast<int>(launch_error::configuration);
    begin(launch, closure, closure_bytes);
    call_ = call;
    closure_ = closure;
    kernel_launches& counts = session_->launches_of(kernel_);
    ++counts.launches;
    for (std::int64_t b = 0; b < blocks && error_ != launch_error::timeout; ++b) {
      const std::int64_t most = session_->most_blocks;
      is_traced_ = most == 0 || blocks <= most || b * most / blocks != (b - 1) * most / blocks || b == 0;
      counts.traced_blocks += is_traced_;
      if (session_->shows_progress) show_progress(b, blocks);
      run_block(index_in(shape3{launch.grid[0], launch.grid[1], launch.grid[2]}, b));
    }
    counts.blocks += blocks;
    counts.threads += blocks * threads_;
    session_->record.end_launch();
    machine_.memory().remove(reinterpret_cast<std::uint64_t>(closure));
    is_running_ = false;
    return static_cast<int>(error_);
  }

  // Called by the running thread.
  [[gnu::flatten]] void access(const void* at, int bytes, access_kind does, bool block_scope, const void* pc)
  {
    const auto address = reinterpret_cast<std::uint64_t>(at);
    if (address - stack_ < thread_stacks::bytes) return;
    access_code& code = code_at(pc, does, bytes);
    code.block_scope = block_scope;
    if ((address < code.begin || address + static_cast<unsigned>(bytes) > code.end) && !relocate(code, address)) return;
    if (code.range->is_ignored) return;
    session_->record.check(*code.range->memory, does, at, bytes, block_scope, [&] { return place_of(pc); });
    if (is_traced_) add({address, &code});
  }
  void enter_block(const void* pc)
  {
    if (is_traced_)
      add({reinterpret_cast<std::uint64_t>(pc), nullptr});
    else if (--patience_ == 0)
      suspend();
  }
  void enter_function(const void* pc)
  {
    const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
    if (here - stack_ < thread_stacks::reserve) stop(fault_kind::endless, pc, launch_error::timeout);
  }
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
  [[nodiscard]] const std::string& kernel() const { return kernel_; }
  [[nodiscard]] index3 block() const { return block_; }

 private:
  /// A line on a terminal that is overwritten, a few times a second.
  void show_progress(std::int64_t block, std::int64_t blocks)
  {
    using clock = std::chrono::steady_clock;
    if (block == 0) shown_ = clock::now();
    if (clock::now() - shown_ < std::chrono::milliseconds(300) && block + 1 < blocks) return;
    if (block + 1 < blocks) {
      shown_ = clock::now();
      has_shown_ = true;
      std::fprintf(stderr, "\r%s: block %lld of %lld ", kernel_.c_str(), static_cast<long long>(block),
                   static_cast<long long>(blocks));
    } else if (has_shown_) {
      has_shown_ = false;
      std::fprintf(stderr, "\r%*s\r", static_cast<int>(kernel_.size()) + 50, "");
    }
  }

  void begin(const cuda_launch& launch, void* closure, std::size_t closure_bytes)
  {
    is_running_ = true;
    session_ = &machine_.session();
    error_ = launch_error::none;
    kernel_ = machine_.kernel_name(launch.kernel, launch.name);
    machine_.prepare(launch.shared_bytes);
    const auto parameters = reinterpret_cast<std::uint64_t>(closure);
    machine_.memory().add({parameters,
                           parameters + std::max<std::size_t>(1, closure_bytes),
                           nullptr,
                           memory_kind::in_constant,
                           "parameters",
                           nullptr,
                           role::input,
                           {},
                           true});
    codes_.assign(codes_.size(), nullptr);
    all_codes_.clear();
    if (stacks_ == nullptr || stacks_->threads() < static_cast<std::size_t>(threads_))
      stacks_ = std::make_unique<thread_stacks>(threads_);
    state_.resize(static_cast<std::size_t>(threads_));
    while (events_.size() < static_cast<std::size_t>(warps())) events_.push_back(nullptr);
    gridfold_block_extent = {launch.block[0], launch.block[1], launch.block[2]};
    gridfold_grid_extent = {launch.grid[0], launch.grid[1], launch.grid[2]};
    session_->record.begin_launch();
  }

  [[nodiscard]] int warps() const { return (threads_ + warp_threads - 1) / warp_threads; }
  [[nodiscard]] int lanes_of(int warp) const { return std::min(warp_threads, threads_ - warp * warp_threads); }
  cuda_thread& thread(int rank) { return state_[static_cast<std::size_t>(rank)]; }

  void run_block(index3 index)
  {
    block_ = index;
    gridfold_block_index = {static_cast<unsigned>(index.x), static_cast<unsigned>(index.y),
                            static_cast<unsigned>(index.z)};
    session_->record.begin_block(index, threads_);
    for (int rank = 0; rank < threads_; ++rank) {
      thread(rank).at.start(stacks_->of(static_cast<std::size_t>(rank)), &body);
      thread(rank).is = cuda_thread::state::runs;
      thread(rank).lanes_met = 0;
    }
    session_->record.begin_interval();
    self_ = this;
    std::int64_t left = session_->most_events;
    for (;;) {
      bool settled = true;
      for (int warp = 0; warp < warps(); ++warp) settled = run_warp(warp, left) && settled;
      if (left <= 0) return stop_block();
      if (!settled) continue;
      if (!release_barrier()) break;
      left = session_->most_events;
    }
  }

  /// Runs a warp until its threads are at a barrier or have ended, or for a while. Returns whether they are.
  bool run_warp(int warp, std::int64_t& left)
  {
    constexpr int rounds = 64;
    std::unique_ptr<warp_events>& own = events_[static_cast<std::size_t>(warp)];
    if (own == nullptr) own = spare_ != nullptr ? gridfold::detail::moved(spare_) : std::make_unique<warp_events>();
    const int size = lanes_of(warp);
    cuda_thread* const lanes = &thread(warp * warp_threads);
    for (int round = 0; round < rounds && left > 0; ++round) {
      std::uint32_t open = 0;
      for (int lane = 0; lane < size; ++lane) {
        if (lanes[lane].is == cuda_thread::state::runs && own->is_dry(lane)) {
          resume(warp * warp_threads + lane, *own);
          left -= static_cast<std::int64_t>(warp_events::room);
        }
        if (lanes[lane].is == cuda_thread::state::runs) open |= 1u << lane;
      }
      play(*own, open, warp * warp_threads);
      if (open != 0) continue;
      left = std::max(left, session_->most_events / 2);
      if (!release_lanes(warp)) {
        spare_ = gridfold::detail::moved(own);
        return true;
      }
    }
    return false;
  }

  void resume(int rank, warp_events& events)
  {
    running_ = &thread(rank);
    rank_ = rank;
    lane_events_ = &events;
    patience_ = static_cast<int>(warp_events::room);
    const auto n = static_cast<unsigned>(rank), x = gridfold_block_extent.x, y = gridfold_block_extent.y;
    gridfold_thread_index = {n % x, n / x % y, n / (x * y)};
    stack_ = reinterpret_cast<std::uint64_t>(stacks_->of(static_cast<std::size_t>(rank)));
    session_->record.resume_thread(rank, running_->lanes_met);
    is_in_kernel = true;
    scheduler_.switch_to(running_->at);
    is_in_kernel = false;
  }
  void suspend()
  {
    is_in_kernel = false;
    running_->at.switch_to(scheduler_);
    is_in_kernel = true;
  }
  static void body()
  {
    launch_runner& self = *self_;
    self.call_(self.closure_);
    is_in_kernel = false;
    self.end_thread(launch_error::none);
  }
  [[noreturn]] void end_thread(launch_error error)
  {
    if (error != launch_error::none) error_ = error;
    is_in_kernel = false;
    running_->is = cuda_thread::state::ended;
    running_->at.switch_to(scheduler_);
    __builtin_unreachable();
  }
  [[noreturn]] void stop(fault_kind kind, const void* pc, launch_error error)
  {
    session_->record.add_fault({kind, kernel_, 1, 0, block_, rank_, fault::another, place_of(pc)});
    end_thread(error);
  }

  void add(const warp_event& e)
  {
    last_code_ = e.code == nullptr ? reinterpret_cast<const void*>(e.address) : e.code->pc;
    if (!lane_events_->add(rank_ % warp_threads, e)) suspend();
  }
  [[gnu::flatten]] void play(warp_events& events, std::uint32_t open, int first_thread)
  {
    events.play(
        open,
        [](const warp_event& e) { return e.code == nullptr ? e.address : reinterpret_cast<std::uint64_t>(e.code->pc); },
        [&](access_code& code, request& r) { count(code, r, first_thread); });
  }
  /// Counts a request, in parts if lanes access different memory.
  void count(access_code& code, request& r, int first_thread)
  {
    for (std::uint32_t rest = r.active; rest != 0;) {
      const device_range* const range = range_of(code, r.address[__builtin_ctz(rest)]);
      request part = r;
      part.active = 0;
      for (std::uint32_t lanes = rest; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        if (r.address[lane] >= range->begin && r.address[lane] < range->end) part.active |= 1u << lane;
      }
      rest &= ~part.active;
      if (part.active == 0) break;
      if (range->kind == memory_kind::in_shared)
        for (std::uint64_t& address : part.address) address -= shared_origin_;
      session_->record.count(site_of(code, *range), part, first_thread);
    }
  }
  const device_range* range_of(access_code& code, std::uint64_t address)
  {
    if (address < code.begin || address >= code.end) relocate(code, address);
    return code.range;
  }
  int site_of(access_code& code, const device_range& range)
  {
    for (const auto& [memory, site] : code.sites)
      if (memory == range.memory) return site;
    const int site = session_->record.number_of(range.name, code.does, range.kind, code.bytes, place_of(code.pc));
    code.sites.emplace_back(range.memory, site);
    return site;
  }
  [[nodiscard]] source_place place_of(const void* pc) const { return machine_.place_of(pc, kernel_); }

  access_code& code_at(const void* pc, access_kind does, int bytes)
  {
    std::size_t slot = (reinterpret_cast<std::uint64_t>(pc) ^ static_cast<unsigned>(bytes) * 0x9e37u) % codes_.size();
    for (;; slot = (slot + 1) % codes_.size()) {
      access_code* const known = codes_[slot];
      if (known == nullptr) break;
      if (known->pc == pc && known->bytes == bytes && known->does == does) return *known;
    }
    if (all_codes_.size() * 2 >= codes_.size()) {
      grow();
      return code_at(pc, does, bytes);
    }
    all_codes_.emplace_back();
    access_code& code = all_codes_.back();
    code.pc = pc;
    code.bytes = bytes;
    code.does = does;
    codes_[slot] = &code;
    return code;
  }
  void grow()
  {
    codes_.assign(codes_.size() * 2, nullptr);
    std::deque<access_code> known;
    known.swap(all_codes_);
    for (const access_code& code : known) {
      access_code& copy = code_at(code.pc, code.does, code.bytes);
      copy = code;
    }
  }

  /// Finds the memory of an access. If it is none of the kernel's, adds a fault, and ends the thread if the access
  /// could not be made.
  bool relocate(access_code& code, std::uint64_t address)
  {
    device_range* range = machine_.memory().find(address);
    const auto bytes = static_cast<unsigned>(code.bytes);
    // Shared arrays lie side by side: what the source names tells which one is meant.
    if (range != nullptr && range->kind == memory_kind::in_shared) {
      if (!code.array) code.array = machine_.array_at(code.pc);
      const device_range* const meant = machine_.shared_array_near(*code.array, kernel_, address);
      if (meant != nullptr && meant != range) {
        report_outside(code, meant, address);
        return false;
      }
    }
    if (range != nullptr && address + bytes <= range->end) {
      machine_.watch(*range);
      code.range = range;
      code.begin = range->begin;
      code.end = range->end;
      return true;
    }
    if (range == nullptr) range = machine_.memory().nearest(address, device_memory::margin);
    const bool near = range != nullptr && !range->is_ignored;
    report_outside(code, near ? range : nullptr, address);
    const bool harmless = near && (range->allocated != nullptr || range->kind == memory_kind::in_shared);
    if (!harmless) end_thread(launch_error::illegal_address);
    return false;
  }

  void report_outside(const access_code& code, const device_range* of, std::uint64_t address)
  {
    const std::string name = of != nullptr    ? of->name
                             : address < 4096 ? "(a null pointer)"
                                              : "(memory that is not the device's)";
    const std::int64_t offset = static_cast<std::int64_t>(of != nullptr ? address - of->begin : address);
    session_->record.add_fault(
        {fault_kind::outside, name, 1, offset / code.bytes, block_, rank_, fault::another, place_of(code.pc)});
  }

  /// Lets lanes go on whose operation is complete. Returns false if none waits for lanes.
  bool release_lanes(int warp)
  {
    const waiting_lanes waiting(&thread(warp * warp_threads), lanes_of(warp));
    std::uint32_t group = waiting.complete();
    bool missing = false;
    if (group == 0) group = waiting.converged();
    if (group == 0) {
      group = waiting.any();
      missing = true;
    }
    if (group == 0) return false;
    lane_requests requests = {};
    const std::uint32_t now = session_->record.meet_lanes();
    for (std::uint32_t lanes = group; lanes != 0; lanes &= lanes - 1) {
      cuda_thread& t = thread(warp * warp_threads + __builtin_ctz(lanes));
      requests[__builtin_ctz(lanes)] = t.request;
      t.is = cuda_thread::state::runs;
      t.lanes_met = now;
    }
    const std::uint32_t misled = answer(requests);
    if (missing || misled != 0) {
      const int rank = warp * warp_threads + __builtin_ctz(missing ? group : misled);
      session_->record.add_fault(
          {fault_kind::lanes_missing, kernel_, 1, 0, block_, rank, fault::another, place_of(thread(rank).code)});
    }
    return true;
  }

  /// Lets the threads at the barrier go on. Returns false if no thread waits.
  bool release_barrier()
  {
    int waiting = 0, yes = 0, first = -1;
    bool one = true;
    for (int rank = 0; rank < threads_; ++rank) {
      const cuda_thread& t = thread(rank);
      if (t.is != cuda_thread::state::at_barrier) continue;
      if (first < 0) first = rank;
      one = one && (t.code == thread(first).code || place_of(t.code) == place_of(thread(first).code));
      ++waiting;
      yes += t.value != 0;
    }
    if (waiting == 0) return false;
    if (waiting < threads_ || !one)
      session_->record.add_fault(
          {fault_kind::barrier_missed, kernel_, 1, 0, block_, first, fault::another, place_of(thread(first).code)});
    for (int rank = 0; rank < threads_; ++rank) {
      cuda_thread& t = thread(rank);
      if (t.is != cuda_thread::state::at_barrier) continue;
      t.value = t.result == barrier_result::count ? yes : t.result == barrier_result::all ? yes == waiting : yes > 0;
      t.is = cuda_thread::state::runs;
    }
    session_->record.begin_interval();
    return true;
  }

  /// The block has passed the limit: it ends.
  void stop_block()
  {
    error_ = launch_error::timeout;
    session_->record.add_fault(
        {fault_kind::endless, kernel_, 1, 0, block_, rank_, fault::another, place_of(last_code_)});
    for (auto& events : events_)
      if (events != nullptr) events->clear();
  }

  cuda_machine& machine_;
  cuda_session* session_ = nullptr;
  void (*call_)(void*) = nullptr;
  void* closure_ = nullptr;
  std::string kernel_;
  bool is_running_ = false, is_traced_ = true;
  launch_error error_ = launch_error::none;
  index3 block_{0, 0, 0};
  int threads_ = 0;

  std::unique_ptr<thread_stacks> stacks_;
  std::vector<cuda_thread> state_;
  std::vector<std::unique_ptr<warp_events>> events_;
  std::unique_ptr<warp_events> spare_;
  context scheduler_;
  static inline launch_runner* self_ = nullptr;

  cuda_thread* running_ = nullptr;
  warp_events* lane_events_ = nullptr;
  int rank_ = 0, patience_ = 0;
  std::uint64_t stack_ = 0;
  std::uint64_t shared_origin_ = reinterpret_cast<std::uint64_t>(&gridfold_dynamic_shared[0]) & ~std::uint64_t{127};
  const void* last_code_ = nullptr;
  std::chrono::steady_clock::time_point shown_;
  bool has_shown_ = false;

  std::vector<access_code*> codes_ = std::vector<access_code*>(1 << 12, nullptr);
  std::deque<access_code> all_codes_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
