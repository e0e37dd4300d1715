// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/device.hpp"

#include <gridfold/model/current_device.cuh>

namespace potential_map
{

std::vector<std::string> device_variants() { return names_of<device_variant_list>(); }

namespace
{

/// The device's rates; those of an H200 per SM for a GPU that the library does not know yet.
gridfold::device_rates known_rates()
{
  try {
    return gridfold::rates_of_current_device();
  } catch (const gridfold::error&) {
    gridfold::device_rates similar = gridfold::h200;
    similar.multiprocessors = gridfold::exec::current_device_attribute(cudaDevAttrMultiProcessorCount);
    return similar;
  }
}

}  // namespace

/// A pair takes one MUFU operation, or about ten operations in double. A sum with a cutoff tests a third as many pairs
/// per second. The units of a mesh's cost per second are the median of large plans in
/// bench/results/particle_mesh_device.csv and capsid.csv: 2.3 T/s on an H200, 1.2 T/s in double.
abilities device_abilities(const job& what)
{
  const gridfold::device_rates rates = known_rates();
  const double of_multiprocessor = what.digits == precision::single ? rates.per_clock.mufu : rates.per_clock.fp64 / 10;
  const double pairs = of_multiprocessor * rates.multiprocessors * rates.clock;
  const double share_in_mesh = what.digits == precision::single ? 0.55 : 0.7;
  return {pairs, pairs / 3, share_in_mesh * pairs, static_cast<double>(usable_memory(what.device_memory)),
          device_lacks_mesh()};
}

int device_count()
{
  int devices = 0;
  return cudaGetDeviceCount(&devices) == cudaSuccess ? devices : 0;
}

void use_device(int device) { gridfold::cuda_check(cudaSetDevice(device), "taking a device"); }

void wake_device(int device) noexcept
{
  if (cudaSetDevice(device) == cudaSuccess) (void)cudaFree(nullptr);  // creates the context
  (void)cudaGetLastError();
}

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
