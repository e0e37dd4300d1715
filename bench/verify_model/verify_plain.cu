// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs plain CUDA kernels on the GPU, for Nsight Compute to count; prints the case of every launch.
/// Usage: verify_plain [seed [rounds]]
#include <cstdio>

#include "verify_plain_cases.hpp"

namespace
{

struct on_device {
  template <class... Parameters>
  void launch(const std::string& name, dim3 grid, dim3 block, std::size_t shared, void (*kernel)(Parameters...),
              Parameters... arguments) const
  {
    std::printf("%s\n", name.c_str());
    kernel<<<grid, block, shared>>>(arguments...);
    if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
      std::fprintf(stderr, "verify_plain: %s: %s\n", name.c_str(), cudaGetErrorString(error));
  }
};

}  // namespace

int main(int arguments, char** argument)
{
  on_device place;
  return verify::run_plain_cases(place, arguments, argument);
}
