// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options/units.hpp"

#include <gridfold/core/error.hpp>
#include <gridfold/electrostatics/units.hpp>

#include "text/text.hpp"

namespace potential_map
{

unit potential_unit(const std::string& name, double temperature)
{
  if (name == "e/A") return {name, 1};
  if (name == "V") return {name, gridfold::units::volt};
  if (name == "kcal/mol/e") return {name, gridfold::units::kcal_per_mol_e};
  if (name == "kJ/mol/e") return {name, gridfold::units::kJ_per_mol_e};
  if (name == "kT/e") return {name, gridfold::units::kT_per_e(temperature)};
  throw gridfold::error(quoted(name) + " is not a unit of a potential: see --help for those there are");
}

std::string field_unit(const std::string& potential) { return potential == "e/A" ? "e/A^2" : potential + "/A"; }

std::string energy_unit(const std::string& potential)
{
  if (potential == "e/A") return "e^2/A";
  return potential == "V" ? "eV" : potential.substr(0, potential.rfind("/e"));
}

unit density_unit() { return {"e/A^3", 1}; }

std::string quantity_of(interaction pair)
{
  return pair == interaction::gaussian ? "charge density" : "electrostatic potential";
}

}  // namespace potential_map
