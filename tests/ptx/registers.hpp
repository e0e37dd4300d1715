// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The most registers per thread of the figures' kernels, compiled by nvcc 13.0 for compute capability 9.0. They are
/// allocated in units of 8; registers.py checks them so.
#pragma once

namespace registers
{

// This library's kernel of Figs. 18.6 (factor 1) and 18.10.
inline constexpr int factor_1 = 40, factor_4 = 56, factor_8 = 64, factor_16 = 96;
// The text of the figures (examples/textbook/coulomb.cuh).
inline constexpr int figure_18_6 = 32, figure_18_8 = 32, figure_18_10 = 40;

}  // namespace registers
