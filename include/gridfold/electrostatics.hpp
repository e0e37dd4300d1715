// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Electrostatics: interactions, units and the potential map.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/distance_dielectric.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/electrostatics/units.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
