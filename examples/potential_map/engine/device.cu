// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/device.hpp"

namespace potential_map
{

std::vector<std::string> device_variants() { return names_of<device_variant_list>(); }

std::string device_name()
{
  if (!gridfold::device_present()) return "";
  int current = 0;
  cudaDeviceProp properties{};
  gridfold::cuda_check(cudaGetDevice(&current), "asking for the current device");
  gridfold::cuda_check(cudaGetDeviceProperties(&properties, current), "asking for the device's name");
  return properties.name;
}

}  // namespace potential_map
