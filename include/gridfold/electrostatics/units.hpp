// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Units of electrostatic potential and the physical constants behind them. Sums over charges in e and distances in Å
/// are in e/Å (Gaussian units); multiply by one of these factors to convert.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/error.hpp>
#include <numbers>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI::units
{

/// CODATA 2022 (Mohr, Newell, Taylor, Tiesinga; NIST, 2024), in SI units; exact except for the permittivity.
namespace codata
{
inline constexpr double elementary_charge = 1.602176634e-19;     ///< C
inline constexpr double boltzmann = 1.380649e-23;                ///< J/K
inline constexpr double avogadro = 6.02214076e23;                ///< 1/mol
inline constexpr double vacuum_permittivity = 8.8541878188e-12;  ///< F/m, relative uncertainty 1.6e-10
}  // namespace codata

inline constexpr double angstrom = 1e-10;                ///< m
inline constexpr double thermochemical_calorie = 4.184;  ///< J

/// 1 e/Å in e/Å.
inline constexpr double e_per_angstrom = 1;

/// 1 e/Å in V: e / (4 pi epsilon0 Å).
inline constexpr double volt =
    codata::elementary_charge / (4 * std::numbers::pi * codata::vacuum_permittivity * angstrom);

/// 1 e/Å in kJ/mol/e: the energy of a mole of elementary charges.
inline constexpr double kJ_per_mol_e = volt * codata::elementary_charge * codata::avogadro / 1000;

/// 1 e/Å in kcal/mol/e.
inline constexpr double kcal_per_mol_e = kJ_per_mol_e / thermochemical_calorie;

/// 1 e/Å in kT/e.
/// \param kelvin the temperature, from 1e-250 to 1e250. Throws `error` for others, because the factor or kT would not
///   be a normal number.
inline double kT_per_e(double kelvin)
{
  if (!(kelvin >= 1e-250 && kelvin <= 1e250))
    throw error(
        {"the temperature is ", kelvin, " K (kT would be no unit): give a positive, finite temperature in kelvin"});
  return volt * codata::elementary_charge / (codata::boltzmann * kelvin);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::units
