// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: CCCL's headers are not found (views are made of them): add -isystem and their folder, from a CUDA Toolkit
// (include/cccl) or from pip install nvidia-cuda-cccl
#include <gridfold/gridfold.hpp>
