// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The polynomials of particle meshes that the program has kernels for.
#pragma once

#include <array>
#include <gridfold/electrostatics/mesh_parameters.hpp>

#ifdef POTENTIAL_MAP_DEFAULTS_ONLY
// A program to be installed compiles faster with two degrees. Accuracies coarser than 1e-4, or 2e-6 in double, take the
// middle one instead of the least: on an H200 a seventh more time for the near part, in double a quarter.
template <>
inline constexpr auto gridfold::split_degrees<float> = std::array{8, 10};
template <>
inline constexpr auto gridfold::split_degrees<double> = std::array{13, 17};
#endif
