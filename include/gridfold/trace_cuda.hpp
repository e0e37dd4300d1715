// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Traces unchanged CUDA kernels on a CPU (docs/use/trace.md). Include it first, in a file that is compiled with the
/// flags of a traced file. It declares CUDA's names, so no CUDA Toolkit is needed.
#pragma once

#include <gridfold/trace_cuda/trace_cuda.hpp>
