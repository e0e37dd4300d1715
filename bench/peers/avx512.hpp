// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A Coulomb sum by AVX-512 intrinsics, to compare the host executor with.
#pragma once

#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <vector>

namespace avx512
{

/// Whether this CPU has AVX-512.
bool supported();

/// out(k, j, i) = sum of charge / distance, on one thread: rows of 64 points in four registers, the 14-bit estimate and
/// one Newton step. shape.x is a multiple of 64.
void sum(const std::vector<gridfold::source<float>>& sources, const gridfold::lattice& where, float* out);

}  // namespace avx512
