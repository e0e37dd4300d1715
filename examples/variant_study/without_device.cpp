// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The device's part in a build without CUDA: there is no device.
#include <gridfold/error.hpp>

#include "request.hpp"

namespace study
{

bool has_device() { return false; }

gridfold::table study_on_device(const request&)
{
  throw gridfold::error("this program is built without CUDA (nvcc was not found): study the host, or build with nvcc");
}

}  // namespace study
