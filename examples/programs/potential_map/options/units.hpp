// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The unit that a map's values are in.
#pragma once

#include <array>
#include <string>

#include "engine/engine.hpp"

namespace potential_map
{

struct unit {
  std::string name;
  double factor = 1;  ///< one e/Å in this unit
};

inline constexpr std::array unit_names{"e/A", "V", "kcal/mol/e", "kJ/mol/e", "kT/e"};

/// A potential's unit, by one of unit_names; only kT/e depends on the temperature [K].
unit potential_unit(const std::string& name, double temperature);

/// The only unit of the Gaussian charge density, e/A^3.
unit density_unit();

/// The unit of a field, and of an energy, by the name of the potential's unit.
std::string field_unit(const std::string& potential);
std::string energy_unit(const std::string& potential);

/// The name of the quantity in a map of this interaction.
std::string quantity_of(interaction pair);

}  // namespace potential_map
