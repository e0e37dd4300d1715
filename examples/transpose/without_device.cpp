// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The device's part in a build without CUDA: there is no device.
#include <gridfold/core/error.hpp>

#include "processors.hpp"

namespace example
{

bool has_device() { return false; }

bool show_device(std::int64_t, std::int64_t)
{
  throw gridfold::error(
      "this program is built without CUDA (nvcc was not found): run it on the host, or build with nvcc");
}

}  // namespace example
