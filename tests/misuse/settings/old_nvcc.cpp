// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: nvcc is older than 12.4 (older versions are not tested): take a newer CUDA Toolkit
#include <gridfold/gridfold.hpp>
