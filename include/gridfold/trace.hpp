// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tracer: runs kernels on the host and counts the work of a GPU's memory (docs/use/trace.md). Not included by
/// gridfold.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/trace/half_warps.hpp>
#include <gridfold/trace/report.hpp>
#include <gridfold/trace/segments.hpp>
