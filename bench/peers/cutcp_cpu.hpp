// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The CPU's part of cutcp.hpp.
#pragma once

#include <gridfold/core/source.hpp>
#include <vector>

namespace cutcp
{

/// Adds the potential of atoms, q/r (1 - r2/rc2)^2 within the cutoff, to the points^3 values, by all threads of OpenMP.
void sum_on_cpu(const std::vector<gridfold::source<float>>& atoms, int points, float spacing, float cutoff, float* out);

}  // namespace cutcp
