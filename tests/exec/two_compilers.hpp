// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One program from two compilers: both translation units call potential_map without naming an executor.
#pragma once

#include <gridfold/electrostatics/potential_map.hpp>
#include <vector>

namespace test
{

/// Defined in two_compilers_host.cpp, which the host compiler compiles.
gridfold::field<float> map_from_host_compiler(const std::vector<gridfold::atom>& atoms, const gridfold::lattice& where);

}  // namespace test
