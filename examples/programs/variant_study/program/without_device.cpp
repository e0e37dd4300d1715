// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The device part in a build without CUDA.
#include <gridfold/core/error.hpp>

#include "program/request.hpp"

namespace study
{

bool takes_gpu(const std::string& device)
{
  if (device == "cuda")
    throw gridfold::error(
        "this program is built without CUDA (nvcc was not found): study the host, or build with nvcc");
  return false;
}

}  // namespace study
