// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The trace of a program, which hooks.cpp includes once: the functions that the CUDA shim calls
/// (gridfold_cuda/interface.hpp).
#pragma once

// CCCL includes cuda_runtime_api.h if it finds it, possibly the shim's.
#define GRIDFOLD_RECEIVES_REPORTS

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/segments.hpp>
#include <gridfold/trace_cuda/kernel_signals.hpp>
#include <gridfold/trace_cuda/launch_runner.hpp>
#include <gridfold/trace_cuda/session.hpp>
#include <gridfold/trace_cuda/thread_turns.hpp>

gridfold_uint3 gridfold_thread_index, gridfold_block_index, gridfold_block_extent, gridfold_grid_extent;
// Weak, because a program may define it together with the names of its `extern __shared__` arrays.
extern "C" {
alignas(1024) __attribute__((weak)) thread_local char gridfold_dynamic_shared[gridfold_cuda::most_shared_bytes];
}

namespace gridfold_cuda
{

namespace
{

using namespace gridfold;
using namespace gridfold::tracing;

struct tracer {
  cuda_machine machine;
  cuda_session whole_program{rules_of<sectors, banks<32>>()};
  launch_runner runner{machine};
  tracer() { machine.begin(whole_program); }
};
/// Lives until the program ends, because functions that run at exit write reports.
tracer& the_tracer()
{
  static tracer& one = *new tracer;
  return one;
}

/// Disables hooks while a hook runs, because code that the tracer shares with traced files may be instrumented.
class outside_kernel {
 public:
  outside_kernel() { running_code::now = running_code::mode::host; }
  ~outside_kernel() { running_code::now = before_; }
  outside_kernel(const outside_kernel&) = delete;
  outside_kernel& operator=(const outside_kernel&) = delete;

 private:
  running_code::mode before_ = running_code::now;
};

launch_runner* runner = nullptr;

inline void hook(const void* at, int bytes, access_kind does, const void* pc, gridfold::tracing::atomic_form form = {})
{
  if (!running_code::is_traced()) return;
  const outside_kernel guard;
  runner->access(at, bytes, does, form, pc);
}
/// Lanes take turns at volatile accesses to shared memory, as on old GPUs: warp reductions without __syncwarp rely on
/// it. Races are still faults.
void take_turns(const void* at, const void* pc)
{
  if (!running_code::is_in_kernel()) return;
  const outside_kernel guard;
  const device_range* const range = the_tracer().machine.memory().find(reinterpret_cast<std::uint64_t>(at));
  if (range == nullptr || range->kind != memory_kind::in_shared) return;
  lane_request request{lanes_do::converge, 0xffffffffu};
  request.orders = false;
  runner->ask_lanes(request, pc);
}
/// A copy of bytes.
void hook_range(const void* at, std::size_t bytes, access_kind does, const void* pc, bool by_vectors = false)
{
  if (!running_code::is_traced()) return;
  const outside_kernel guard;
  runner->copy(at, static_cast<int>(bytes), does, by_vectors, pc);
}

}  // namespace

int run_launch(const cuda_launch& launch, void (*call)(void*), void* closure, std::size_t closure_bytes)
{
  runner = &the_tracer().runner;
  if (running_code::is_in_kernel()) {
    const outside_kernel guard;
    const source_place at = runner->place();
    refuse("launches by kernels are not traced (a CPU runs one kernel at a time): launch them from the host",
           at.file.c_str(), at.line);
  }
  const kernel_signals signals([](int signal, const void* pc) { return runner->end_by_signal(signal, pc); });
  const int error = runner->run(launch, call, closure, closure_bytes);
  if (launch_runner::is_over != 0) std::exit(124);
  return error;
}
int wait_at_barrier(barrier_result result, int value, const void* code)
{
  if (!running_code::is_in_kernel()) return value;
  const outside_kernel guard;
  return runner->wait_at_barrier(result, value, code);
}
void ask_lanes(lane_request& request, const void* code)
{
  if (!running_code::is_in_kernel()) return;
  const outside_kernel guard;
  runner->ask_lanes(request, code);
}
void note_access(const void* at, int bytes, word_access does, const void* code, shared_atomic form)
{
  const bool atomic = does == word_access::atomic || does == word_access::atomic_in_block;
  hook(at, bytes,
       atomic                       ? access_kind::atomic
       : does == word_access::store ? access_kind::store
                                    : access_kind::load,
       code,
       {does == word_access::atomic_in_block, form == shared_atomic::loop, form == shared_atomic::compare_and_swap});
}
void note_expected(const void* at, const void* expected, int bytes)
{
  if (!running_code::is_traced()) return;
  const outside_kernel guard;
  if (std::memcmp(at, expected, static_cast<std::size_t>(bytes)) == 0) runner->end_old_value();
}
bool points_to(const void* at, memory_space space)
{
  const outside_kernel guard;
  const device_range* const range = the_tracer().machine.memory().find(reinterpret_cast<std::uint64_t>(at));
  if (range == nullptr) return space == memory_space::local;
  return range->kind == (space == memory_space::global     ? memory_kind::in_global
                         : space == memory_space::shared   ? memory_kind::in_shared
                         : space == memory_space::constant ? memory_kind::in_constant
                                                           : memory_kind::in_local);
}
void begin_local(const void* at, std::size_t bytes, const char* name)
{
  if (!running_code::is_traced()) return;
  const outside_kernel guard;
  runner->begin_local(at, bytes, name);
}
void end_local(const void* at)
{
  if (!running_code::is_traced()) return;
  const outside_kernel guard;
  runner->end_local(at);
}
bool pause_trace()
{
  const bool traced = running_code::is_in_kernel();
  running_code::now = running_code::mode::host;
  return traced;
}
void resume_trace(bool traced)
{
  if (traced) runner->enter_kernel();
}
void refuse(const char* what, const char* file, int line)
{
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%d: %s\n", file, line, what);
  std::exit(1);
}

void* allocate_memory(std::size_t bytes, const char* call, bool filled)
{
  device_range range = device_memory::allocated(bytes, name_in_call(call), filled ? role::update : role::scratch);
  if (range.allocated == nullptr) return nullptr;
  the_tracer().machine.memory().add(range);
  return reinterpret_cast<void*>(range.begin);
}
bool free_memory(void* at)
{
  device_memory& memory = the_tracer().machine.memory();
  device_range* const range = memory.find(reinterpret_cast<std::uint64_t>(at));
  if (range == nullptr || range->allocated == nullptr || range->begin != reinterpret_cast<std::uint64_t>(at))
    return false;
  if (range->memory != nullptr) recorder::release(*range->memory);
  std::free(range->allocated);
  memory.remove(range->begin);
  return true;
}
namespace
{
device_range* device_range_of(const void* at, std::size_t bytes)
{
  device_range* const range = the_tracer().machine.memory().find(reinterpret_cast<std::uint64_t>(at));
  return range != nullptr && reinterpret_cast<std::uint64_t>(at) + bytes <= range->end ? range : nullptr;
}
bool is_near_device_memory(const void* at)
{
  const device_range* const range =
      the_tracer().machine.memory().nearest(reinterpret_cast<std::uint64_t>(at), device_memory::margin);
  return range != nullptr && range->allocated != nullptr;
}
}  // namespace
bool host_writes(const void* at, std::size_t bytes)
{
  device_range* const range = device_range_of(at, bytes);
  if (range == nullptr) return !is_near_device_memory(at) && at != nullptr;
  if (range->as == role::scratch && !range->is_ignored) recorder::fill(*the_tracer().machine.watch(*range), at, bytes);
  return true;
}
bool host_reads(const void* at, std::size_t bytes)
{
  return device_range_of(at, bytes) != nullptr || (!is_near_device_memory(at) && at != nullptr);
}
bool is_known_memory(const void* at) { return device_range_of(at, 1) != nullptr; }
void register_host_memory(void* at, std::size_t bytes, const char* call)
{
  if (is_known_memory(at)) return;
  const auto begin = reinterpret_cast<std::uint64_t>(at);
  the_tracer().machine.memory().add(
      {begin, begin + bytes, nullptr, memory_kind::in_global, name_in_call(call), nullptr, role::update});
  the_tracer().whole_program.registered.push_back(begin);
}
void unregister_host_memory(void* at)
{
  const auto begin = reinterpret_cast<std::uint64_t>(at);
  if (std::erase(the_tracer().whole_program.registered, begin) == 0) return;
  device_memory& memory = the_tracer().machine.memory();
  const device_range* const range = memory.find(begin);
  if (range == nullptr || range->allocated != nullptr) return;
  if (range->memory != nullptr) recorder::release(*range->memory);
  memory.remove(begin);
}
bool is_device_memory(const void* at)
{
  const device_range* const range = device_range_of(at, 1);
  return range != nullptr && range->allocated != nullptr && range->as == role::scratch;
}

namespace
{
cuda_session& session_at(const void* session) { return *static_cast<cuda_session*>(const_cast<void*>(session)); }
}  // namespace

void* begin_session(const void* rules)
{
  auto* const session =
      new cuda_session(rules != nullptr ? *static_cast<const rule_set*>(rules) : rules_of<sectors, banks<32>>());
  the_tracer().machine.begin(*session);
  return session;
}
void end_session(void* session)
{
  the_tracer().machine.end(session_at(session));
  delete &session_at(session);
}
void* session_of_program() { return &the_tracer().whole_program; }
void* new_report(const void* session) { return new trace_report(session_at(session).record.report()); }
const void* launches_of(const void* session) { return &session_at(session).kernels; }
void show_progress(void* session, bool shown) { session_at(session).shows_progress = shown; }
void trace_most_blocks(void* session, long long blocks) { session_at(session).most_blocks = blocks; }
void end_program_soon() { launch_runner::is_over = 1; }
void trace_most_events(void* session, long long events) { session_at(session).event_budget = events; }
void run_in_order(void* session, int order) { session_at(session).order = static_cast<running_order>(order); }
void use_compiled_code(void* session, void* listing)
{
  session_at(session).compiled.emplace(*static_cast<std::istream*>(listing));
}
void register_memory(void* session, const void* at, std::size_t bytes, std::size_t element, const char* name, int as)
{
  cuda_machine& machine = the_tracer().machine;
  const auto begin = reinterpret_cast<std::uint64_t>(at);
  const std::size_t word = element % 4 == 0 ? 4 : element % 2 == 0 ? 2 : 1;
  machine.memory().add({begin, begin + bytes, nullptr, memory_kind::in_global, name, nullptr, static_cast<role>(as)});
  device_range* const range = machine.memory().find(begin);
  if (range == nullptr) return;
  range->memory = &session_at(session).record.watch(name, static_cast<role>(as),
                                                    {memory_kind::in_global, at, bytes, static_cast<int>(word),
                                                     static_cast<std::int64_t>(bytes / word), nullptr, element});
  session_at(session).registered.push_back(begin);
}

}  // namespace gridfold_cuda
