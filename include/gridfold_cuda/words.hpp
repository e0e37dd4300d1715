// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The CUDA shim: CUDA C++'s keywords, types and functions for the host compiler.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/atomics.hpp>
#include <gridfold_cuda/launch_kernel.hpp>
#include <gridfold_cuda/local_array.hpp>
#include <gridfold_cuda/math.hpp>
#include <gridfold_cuda/memory_3d.hpp>
#include <gridfold_cuda/refused.hpp>
