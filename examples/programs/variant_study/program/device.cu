// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/cuda_check.cuh>

#include "program/request.hpp"

namespace study
{

bool takes_gpu(const std::string& device)
{
  return device == "cuda" || (device == "auto" && gridfold::device_present());
}

}  // namespace study
