// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A Coulomb sum with a cutoff by the scheme of Parboil's benchmark CUTCP, written anew: bins of fixed capacity, a
/// block for a region of 8 x 8 x 8 points that is as long as a bin, and one list of bins around a region for all
/// blocks.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/device_buffer.cuh>
#include <vector>

namespace cutcp
{

/// Atoms in bins, on the device. Atoms whose bin is full are left out; in Parboil the CPU sums them.
class problem {
 public:
  /// Atoms in a cube of `points`^3 points, `spacing` apart, from the origin; `points` is a multiple of 8.
  problem(const std::vector<gridfold::source<float>>& atoms, int points, float spacing, float cutoff);

  /// Writes the potential, q/r (1 - r2/rc2)^2 within the cutoff, to points^3 values.
  void sum(float* out) const;
  /// Also adds the atoms that were left out, which the CPU sums concurrently. Waits for the result.
  void sum_with_cpu(float* out);

  [[nodiscard]] std::size_t left_out() const { return left_out_.size(); }

 private:
  int regions_, around_, bins_;
  float spacing_, cutoff_;
  std::vector<gridfold::source<float>> left_out_;
  std::vector<float> by_cpu_;
  gridfold::device_buffer<float> from_cpu_;
  gridfold::device_buffer<float4> bin_;
  gridfold::device_buffer<int> offset_;
};

}  // namespace cutcp
