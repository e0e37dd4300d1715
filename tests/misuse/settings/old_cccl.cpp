// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: CCCL is older than 2.8 (it lacks mdspan features that views need): pip install nvidia-cuda-cccl and name
// its include/cccl with -I, before all others
#include <gridfold/gridfold.hpp>
