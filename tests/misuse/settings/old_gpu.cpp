// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: compiled for a compute capability below 7.0 (it lacks the atomics that kernels need): add -arch=native, or
// -arch=sm_75 or later
#include <gridfold/gridfold.hpp>
