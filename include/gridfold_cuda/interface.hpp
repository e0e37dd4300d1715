// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The functions that the CUDA shim calls on a CPU: functions that gridfold_cuda/hooks.cpp defines, compiled without
/// the flags of a traced file.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gridfold_cuda
{

/// Maximum shared memory of a block, as in compute capability 9.0.
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

/// How a barrier combines the threads' values.
enum class barrier_result { nothing, count, all, any };
int wait_at_barrier(barrier_result result, int value, const void* code);

/// Operations of the lanes of a warp.
enum class lanes_do { meet, shuffle, ballot, match_any, match_all, add, min, max, bit_and, bit_or, bit_xor, converge };
/// A lane's argument of a warp operation, and its result.
struct lane_request {
  lanes_do what;
  std::uint32_t mask;
  int bytes = 0;   ///< of the value
  int source = 0;  ///< of a shuffle
  bool is_signed = false;
  bool orders = true;  ///< whether the lane's earlier accesses are ordered before other lanes' later ones
  alignas(16) unsigned char value[16] = {};
  std::uint32_t result = 0;  ///< lanes
};
void ask_lanes(lane_request& request, const void* code);

/// An access by a function of the shim, attributed to the kernel's line at `code`.
enum class word_access { load, store, atomic, atomic_in_block };
/// Whether an atomic operation on shared memory is one instruction of GPUs, a compare-and-swap or another one, or a
/// loop of a load and a compare-and-swap.
enum class shared_atomic { instruction, compare_and_swap, loop };
void note_access(const void* at, int bytes, word_access does, const void* code,
                 shared_atomic form = shared_atomic::instruction);
/// Called between note_access and a compare-and-swap with the value that it expects. The trace may show an old value,
/// so that the swap fails as if another thread's came before; not the expected one, since that swap would succeed.
void note_expected(const void* at, const void* expected, int bytes);
enum class memory_space { global, shared, constant, local };
/// Whether a kernel's pointer points to this memory.
bool points_to(const void* at, memory_space space);
/// Between begin_local and end_local an array of the running thread is in local memory.
void begin_local(const void* at, std::size_t bytes, const char* name);
void end_local(const void* at);
/// From pause_trace to resume_trace(the result of pause_trace) the thread runs without interruption, and nothing is
/// recorded.
bool pause_trace();
void resume_trace(bool traced);

/// Stops at a CUDA function that cannot be traced, with a sentence that says which.
[[noreturn]] void refuse(const char* what, const char* file, int line);

/// Allocates device memory, with a name for reports from the call's text, such as "&x, bytes". `filled`: the host
/// writes it, too.
void* allocate_memory(std::size_t bytes, const char* call, bool filled);
/// Frees memory. Returns false if nothing was allocated there.
bool free_memory(void* at);
/// Marks bytes as written by the host. Returns false if some of them lie outside of allocated memory.
bool host_writes(const void* at, std::size_t bytes);
bool host_reads(const void* at, std::size_t bytes);
bool is_device_memory(const void* at);
/// Whether kernels may access an address: memory that was allocated or registered, or a variable.
bool is_known_memory(const void* at);
/// Lets kernels access memory of the host, until it is unregistered.
void register_host_memory(void* at, std::size_t bytes, const char* call);
void unregister_host_memory(void* at);

/// Sessions, for trace_cuda/session.hpp. Pointers are void*, because the types' names depend on a translation unit's
/// flags; their layouts do not.
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
/// Ends the program with status 124 after its current block. A signal handler may call it.
void end_program_soon();
void register_memory(void* session, const void* at, std::size_t bytes, std::size_t element, const char* name, int role);

}  // namespace gridfold_cuda
