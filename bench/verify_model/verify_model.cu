// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs every kernel and variant once on the GPU, for Nsight Compute to count; prints the case of every launch.
#include <cstdio>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <string>
#include <vector>

#include "verify_model_cases.hpp"

namespace
{

/// A device executor that prints the case of every launch.
struct announcing_device : gridfold::device {
  const std::string* name = nullptr;

  template <class Kernel>
  void run(const Kernel& kernel, gridfold::shape3 grid) const
  {
    std::printf("%s\n", name->c_str());
    gridfold::device::run(kernel, grid);
  }
};

struct on_device {
  announcing_device on;
  std::string name;

  on_device() { on.name = &name; }

  void begin(const std::string& of) { name = of; }

  template <class T>
  gridfold::device_buffer<T> memory(const std::vector<T>& elements) const
  {
    gridfold::device_buffer<T> there(elements.size(), on.stream);
    there.copy_from(elements.data());
    gridfold::cuda_check(cudaStreamSynchronize(on.stream), "copying a case's elements");
    return there;
  }
};

}  // namespace

int main()
try {
  on_device place;
  verify::cases<on_device>(place).run_all();
  gridfold::cuda_check(cudaDeviceSynchronize(), "running all cases");
} catch (const std::exception& e) {
  std::fprintf(stderr, "verify_model: %s\n", e.what());
  return 1;
}
