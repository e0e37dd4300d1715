// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The key under which a winner is stored: the computation and the machine.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <gridfold/exec/host.hpp>
#include <istream>
#include <string>
#include <type_traits>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#endif

namespace gridfold::inline GRIDFOLD_ABI
{

/// The problem for which a variant was selected.
struct tuning_key {
  /// The verb, or your own name.
  std::string kernel;
  /// The number types of the computation, e.g. "f32".
  std::string types;
  /// The size, up to a factor of two: see size_bucket.
  int bucket = 0;

  friend bool operator==(const tuning_key&, const tuning_key&) = default;
};

namespace tuning
{

/// The bucket of a size: b for sizes from 2^b to 2^(b+1) - 1; 0 for size 0.
constexpr int size_bucket(std::int64_t size)
{
  int bucket = 0;
  while ((size >>= 1) > 0) ++bucket;
  return bucket;
}

/// The name of a type in a key: "f32", "f64", "i32", "u8", ...; the size for other types: "12B".
template <class T>
std::string type_name()
{
  if (!std::is_arithmetic_v<T>) return std::to_string(sizeof(T)) + "B";
  const char* kind = std::is_floating_point_v<T> ? "f" : std::is_signed_v<T> ? "i" : "u";
  return kind + std::to_string(8 * sizeof(T));
}

}  // namespace tuning

/// The key of a verb that computes with Ts; the verb's default looks up winners with it (docs/use/defaults.md).
///
/// \param size the number of output elements for lattice_sum, point_sum and multiply, of elements for transpose, reduce
///   and copy, of particles for neighbors
template <class Verb, class T>
tuning_key key_of(std::int64_t size)
{
  return {Verb::name(), tuning::type_name<T>(), tuning::size_bucket(size)};
}

/// A processor: its exact name, and its capability, which similar processors share.
struct machine {
  std::string name, capability;
};

namespace detail
{

/// The processor's name in the lines of /proc/cpuinfo; empty if there is none.
inline std::string model_name(std::istream& lines)
{
  for (std::string line; std::getline(lines, line);)
    if (const std::size_t colon = line.find(':'); line.starts_with("model name") && colon != line.npos)
      if (const std::size_t name = line.find_first_not_of(" \t", colon + 1); name != line.npos)
        return line.substr(name);
  return "";
}

}  // namespace detail

/// The CPU. Its capability is the SIMD width that this translation unit is compiled for.
template <int SimdBytes, bool OpenMP>
machine machine_of(const host_for<SimdBytes, OpenMP>&)
{
  std::ifstream info("/proc/cpuinfo");
  const std::string name = detail::model_name(info);
  return {name.empty() ? "CPU" : name, "host " + std::to_string(8 * SimdBytes) + " bits"};
}

#ifdef __CUDACC__
/// The current GPU, and its compute capability.
inline machine machine_of(const device&)
{
  int current = 0;
  cudaDeviceProp properties{};
  cuda_check(cudaGetDevice(&current), "asking for the current device");
  cuda_check(cudaGetDeviceProperties(&properties, current), "asking for the device's name");
  return {properties.name, "cuda " + std::to_string(properties.major) + "." + std::to_string(properties.minor)};
}
#endif

}  // namespace gridfold::inline GRIDFOLD_ABI
