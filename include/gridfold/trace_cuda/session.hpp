// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sessions of tracing: functions that gridfold_cuda/hooks.cpp defines for trace_cuda.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/exec/executor.hpp>
#include <gridfold/trace/report.hpp>
#include <gridfold_cuda/interface.hpp>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

struct cuda_session;

/// A kernel, and its launches while a session recorded.
struct kernel_launches {
  std::string kernel;
  std::int64_t launches = 0, blocks = 0, traced_blocks = 0, threads = 0;
};

/// Begins to trace; by the rules of current GPUs if `rules` is nullptr. The session that began last records.
inline cuda_session* begin_session(const rule_set* rules)
{
  return static_cast<cuda_session*>(gridfold_cuda::begin_session(rules));
}
inline void end_session(cuda_session* session) { gridfold_cuda::end_session(session); }
/// The session that records as long as no other session has begun.
inline cuda_session& session_of_program() { return *static_cast<cuda_session*>(gridfold_cuda::session_of_program()); }

inline trace_report report_of(const cuda_session& session)
{
  const std::unique_ptr<trace_report> report(static_cast<trace_report*>(gridfold_cuda::new_report(&session)));
  return *report;
}
/// The launched kernels, in the order of their first launches.
inline const std::vector<kernel_launches>& launches_of(const cuda_session& session)
{
  return *static_cast<const std::vector<kernel_launches>*>(gridfold_cuda::launches_of(&session));
}
/// Shows the progress of long launches on stderr.
inline void show_progress(cuda_session& session, bool shown) { gridfold_cuda::show_progress(&session, shown); }
/// Traces at most `blocks` blocks of a launch, spread over its grid; 0: all.
inline void trace_most_blocks(cuda_session& session, std::int64_t blocks)
{
  gridfold_cuda::trace_most_blocks(&session, blocks);
}
/// Traces about `events` accesses and basic blocks in total, and at least one block of each kernel; 0: any number.
inline void trace_most_events(cuda_session& session, std::int64_t events)
{
  gridfold_cuda::trace_most_events(&session, events);
}
/// Runs blocks, warps and lanes in this order. A result that depends on it depends on the order of atomics on a GPU.
inline void run_in_order(cuda_session& session, running_order order)
{
  gridfold_cuda::run_in_order(&session, static_cast<int>(order));
}
/// Counts accesses in nvcc's machine code: `listing` is the output of `nvdisasm -gi`.
inline void use_compiled_code(cuda_session& session, std::istream& listing)
{
  gridfold_cuda::use_compiled_code(&session, &listing);
}
inline void register_memory(cuda_session& session, const void* at, std::size_t bytes, std::size_t element,
                            const std::string& name, role as)
{
  gridfold_cuda::register_memory(&session, at, bytes, element, name.c_str(), static_cast<int>(as));
}

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
