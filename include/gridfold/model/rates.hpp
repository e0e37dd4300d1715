// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Rates: what a device can do at most, unit by unit.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/error.hpp>
#include <string>

namespace gridfold
{

/// A device's generation, as nvcc's sm_90 names it: {9, 0}.
struct compute_capability {
  int major, minor;
  friend constexpr bool operator==(const compute_capability&, const compute_capability&) = default;
};

/// What one multiprocessor does in a clock at most, in threads (a warp's instruction counts for 32).
struct multiprocessor_rates {
  /// Reciprocals, reciprocal roots, exponentials and the like: the special function unit.
  double mufu;
  /// Additions, multiplications and fused multiply-adds of floats.
  double fma;
  /// The same of doubles.
  double fp64;
  /// Words of 4 bytes by way of shared memory or the first-level cache.
  double l1;
  /// Instructions of any kind.
  double issue;
};

/// The rates of a compute capability. Throws `error` for one that is not in the table.
///
/// Sources: CUDA C++ Programming Guide, "Compute Capabilities", the section "Architecture" of each (7.x, 8.x, 9.0,
/// 10.0): FP32 cores, FP64 cores (7.5, 8.6 to 8.9: two), special function units (16), warp schedulers (4, an
/// instruction of 32 threads each a clock); its "Shared Memory" sections: 32 banks of 32 bits a clock.
/// bench/ceilings.hpp measures mufu, fma and fp64: 99.6 to 99.8% of these on compute capability 9.0 at 1.98 GHz
/// (bench/results).
constexpr multiprocessor_rates rates_of(compute_capability capability)
{
  const auto [major, minor] = capability;
  if (capability == compute_capability{7, 5}) return {16, 64, 2, 32, 128};
  if (capability == compute_capability{8, 0}) return {16, 64, 32, 32, 128};
  if (major == 8 && (minor == 6 || minor == 7 || minor == 9)) return {16, 128, 2, 32, 128};
  if (capability == compute_capability{9, 0}) return {16, 128, 64, 32, 128};
  if (capability == compute_capability{10, 0}) return {16, 128, 64, 32, 128};
  throw error("no rates are known for compute capability " + std::to_string(major) + "." + std::to_string(minor) +
              " (they are known for 7.5, 8.0, 8.6, 8.7, 8.9, 9.0 and 10.0): fill in a multiprocessor_rates from the "
              "CUDA programming guide");
}

/// A whole device.
struct device_rates {
  multiprocessor_rates per_clock;
  int multiprocessors;
  /// Clocks a second.
  double clock;
  /// Bytes a second between device memory and the chip, both directions together.
  double bandwidth;
};

/// NVIDIA H200 (SXM) at its highest clock; data sheet: 4.8 TB/s, of which copies were measured to reach 4.24 to 4.29.
inline constexpr device_rates h200{rates_of({9, 0}), 132, 1.98e9, 4.8e12};

}  // namespace gridfold
