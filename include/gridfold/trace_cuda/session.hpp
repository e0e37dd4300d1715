// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sessions of tracing: functions that gridfold_cuda/hooks.cpp defines for trace_cuda.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/exec/executor.hpp>
#include <gridfold/trace/report.hpp>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

struct cuda_session;

/// What was launched of a kernel while a session recorded.
struct kernel_launches {
  std::string kernel;
  std::int64_t launches = 0, blocks = 0, traced_blocks = 0, threads = 0;
};

/// Begins to trace; by the rules of current GPUs if `rules` is nullptr. The last session that has begun records.
cuda_session* begin_session(const rule_set* rules);
void end_session(cuda_session* session);
/// The session that records while no other one has begun.
cuda_session& session_of_program();

trace_report report_of(const cuda_session& session);
/// The kernels that were launched, in the order of their first launches.
const std::vector<kernel_launches>& launches_of(const cuda_session& session);
/// Shows on stderr how far a long launch is.
void show_progress(cuda_session& session, bool shown);
/// Traces at most so many blocks of a launch, spread over its grid; 0: all.
void trace_most_blocks(cuda_session& session, std::int64_t blocks);
void register_memory(cuda_session& session, const void* at, std::size_t bytes, std::size_t element,
                     const std::string& name, role as);

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
