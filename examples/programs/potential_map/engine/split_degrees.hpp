// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The polynomials of particle meshes that the program has kernels for.
#pragma once

#include <array>
#include <gridfold/electrostatics/mesh_parameters.hpp>

#ifdef POTENTIAL_MAP_DEFAULTS_ONLY
// An installed program has only two degrees, which compiles faster. Accuracies coarser than 1e-4, or 2e-6 in double,
// use the middle degree instead of the smallest one, which makes the near part slightly slower.
template <>
inline constexpr auto gridfold::split_degrees<float> = std::array{8, 10};
template <>
inline constexpr auto gridfold::split_degrees<double> = std::array{13, 17};
#endif
