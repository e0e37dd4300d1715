// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: CCCL is older than 2.8 (it lacks what views are made of): pip install nvidia-cuda-cccl and name its
// include/cccl with -I, before all others
#include <gridfold/gridfold.hpp>
