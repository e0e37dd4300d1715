// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Rates: the peak throughput of each unit of a device.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/error.hpp>
#include <string>

namespace gridfold
{

/// A compute capability: {9, 0} for nvcc's sm_90.
struct compute_capability {
  int major, minor;
  GRIDFOLD_ABI_TAG friend constexpr bool operator==(const compute_capability&, const compute_capability&) = default;
};

/// Peak rates of one SM per clock, counted in threads: an instruction of a warp counts 32.
struct multiprocessor_rates {
  /// MUFU, the special function unit: reciprocals, reciprocal square roots, exponentials.
  double mufu;
  /// Additions, multiplications and FMAs of floats.
  double fma;
  /// Additions, multiplications and FMAs of doubles.
  double fp64;
  /// Words of 4 bytes from shared memory or the L1 cache.
  double l1;
  /// Instructions of any kind.
  double issue;
};

/// Peak rates of a device.
struct device_rates {
  multiprocessor_rates per_clock;
  int multiprocessors;
  /// Clocks per second.
  double clock;
  /// Bytes per second between device memory and chip, reads and writes together.
  double bandwidth;
};

}  // namespace gridfold

namespace gridfold::inline GRIDFOLD_ABI
{

/// The rates of a compute capability. Throws `error` for capabilities that are not in the table.
///
/// Sources: CUDA C++ Programming Guide, "Compute Capabilities", section "Architecture" of 7.x, 8.x, 9.0 and 10.0: FP32
/// cores, FP64 cores (7.5, 8.6 to 8.9: two), special function units (16), warp schedulers (4, each issuing one warp
/// instruction per clock); sections "Shared Memory": 32 banks of 32 bits per clock. bench/support/ceilings.hpp measures
/// mufu, fma and fp64.
constexpr multiprocessor_rates rates_of(compute_capability capability)
{
  const auto [major, minor] = capability;
  if (capability == compute_capability{7, 5}) return {16, 64, 2, 32, 128};
  if (capability == compute_capability{8, 0}) return {16, 64, 32, 32, 128};
  if (major == 8 && (minor == 6 || minor == 7 || minor == 9)) return {16, 128, 2, 32, 128};
  if (capability == compute_capability{9, 0}) return {16, 128, 64, 32, 128};
  if (capability == compute_capability{10, 0}) return {16, 128, 64, 32, 128};
  throw error({"no rates are known for compute capability ", major, ".", minor,
               " (they are known for 7.5, 8.0, 8.6, 8.7, 8.9, 9.0 and 10.0): fill in a multiprocessor_rates from the "
               "CUDA programming guide"});
}

/// NVIDIA H200 (SXM) at its highest clock; memory bandwidth of the data sheet.
inline constexpr device_rates h200{rates_of({9, 0}), 132, 1.98e9, 4.8e12};

}  // namespace gridfold::inline GRIDFOLD_ABI
