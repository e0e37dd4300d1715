// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What CUDA words call on a CPU: functions that gridfold_cuda/hooks.cpp defines, compiled without the flags of a
/// traced file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gridfold_cuda
{

/// Most shared memory of a block, as of compute capability 9.0.
inline constexpr std::size_t most_shared_bytes = 227 << 10;

/// A launch: extents of grid and block, dynamic shared memory in bytes, and the kernel as text and as an address.
struct cuda_launch {
  unsigned grid[3], block[3];
  std::size_t shared_bytes;
  const char* name;
  const void* kernel;
};
/// Calls call(closure) in every thread of a launch. Returns 0, or the number of the CUDA runtime's error.
int run_launch(const cuda_launch& launch, void (*call)(void*), void* closure, std::size_t closure_bytes);

/// How the threads' values are combined at a barrier.
enum class barrier_result { nothing, count, all, any };
int wait_at_barrier(barrier_result result, int value, const void* code);

/// Operations of the lanes of a warp.
enum class lanes_do { meet, shuffle, ballot, match_any, match_all, add, min, max, bit_and, bit_or, bit_xor, converge };
/// What a lane brings and takes.
struct lane_request {
  lanes_do what;
  std::uint32_t mask;
  int bytes = 0;   ///< of the value
  int source = 0;  ///< of a shuffle
  bool is_signed = false;
  bool orders = true;  ///< what a lane did before comes before what the others do from now on
  alignas(16) unsigned char value[16] = {};
  std::uint32_t result = 0;  ///< lanes
};
void ask_lanes(lane_request& request, const void* code);

/// An access that a function of the shim makes for the kernel's line at `code`.
enum class word_access { load, store, atomic, atomic_in_block };
void note_access(const void* at, int bytes, word_access does, const void* code);
/// From begin_local to end_local an array of the running thread is in local memory.
void begin_local(const void* at, std::size_t bytes, const char* name);
void end_local(const void* at);
/// From pause_trace to resume_trace(what it returned) the thread runs without others in between, and nothing is
/// recorded.
bool pause_trace();
void resume_trace(bool traced);

/// The kernel uses a word of CUDA that cannot be traced: a sentence says which.
[[noreturn]] void refuse(const char* what, const char* file, int line);

/// Memory of the device, with a name for reports: "&x, bytes" is what the call says. `filled`: the host writes it, too.
void* allocate_memory(std::size_t bytes, const char* call, bool filled);
/// Returns false if nothing was allocated there.
bool free_memory(void* at);
/// The host has written these bytes. Returns false if they are partly outside of allocated memory.
bool host_writes(const void* at, std::size_t bytes);
bool host_reads(const void* at, std::size_t bytes);
bool is_device_memory(const void* at);

/// Sessions, for trace_cuda/session.hpp: pointers to types whose names hold a translation unit's flags, and whose
/// layout does not depend on them.
void* begin_session(const void* rules);
void end_session(void* session);
void* session_of_program();
/// A trace_report that the caller deletes.
void* new_report(const void* session);
const void* launches_of(const void* session);
void show_progress(void* session, bool shown);
void trace_most_blocks(void* session, long long blocks);
void trace_most_events(void* session, long long events);
void run_in_order(void* session, int order);
/// \param listing a std::istream
void use_compiled_code(void* session, void* listing);
/// Ends the program with status 124 when its next block has ended. May be called by a signal's handler.
void end_program_soon();
void register_memory(void* session, const void* at, std::size_t bytes, std::size_t element, const char* name, int role);

}  // namespace gridfold_cuda
