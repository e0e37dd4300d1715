// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The Coulomb sum as an expert would write it for AVX-512 by hand: what the host executor is compared with.
#pragma once

#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <vector>

namespace avx512
{

/// Whether this CPU can run it.
bool supported();

/// out(k, j, i) = sum of charge / distance, on one thread: rows of 64 points in four registers, the estimate of 14 bits
/// with one Newton step. shape.x is a multiple of 64.
void sum(const std::vector<gridfold::source<float>>& sources, const gridfold::lattice& where, float* out);

}  // namespace avx512
