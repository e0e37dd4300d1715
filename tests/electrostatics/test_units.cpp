// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The units against published numbers, to the published digits.
#include <gridfold/electrostatics/units.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "../support/error_message.hpp"

namespace units = gridfold::units;
using test::explains, test::message_of;

namespace
{

bool agree(double a, double b, double relative) { return std::abs(a - b) <= relative * std::abs(b); }

}  // namespace

TEST_CASE("1 e/A is 14.399645 V: e^2 / (4 pi epsilon0) is 1.43996455 eV nm")
{
  CHECK(agree(units::volt, 14.3996455, 5e-9));
}

TEST_CASE("1 e/A is alpha hbar c in eV A over e")
{
  // CODATA 2022: alpha = 7.297 352 5643e-3, hbar c = 197.326 980 459... MeV fm (exact).
  CHECK(agree(units::volt, 7.2973525643e-3 * 1973.26980459, 1e-9));
}

TEST_CASE("1 e/A is a hartree over e times the Bohr radius over 1 A")
{
  // CODATA 2022: Eh = 27.211 386 245 981 eV, a0 = 0.529 177 210 544 A.
  CHECK(agree(units::volt, 27.211386245981 * 0.529177210544, 1e-9));
}

TEST_CASE("1 e/A is 1389.35458 kJ/mol/e and 332.06371 kcal/mol/e")
{
  CHECK(agree(units::kJ_per_mol_e, 1389.35458, 5e-9));
  CHECK(agree(units::kcal_per_mol_e, 332.063713, 5e-9));
}

TEST_CASE("1 e/A is the Bjerrum length of the vacuum in A in kT/e")
{
  // At 298.15 K kT is 0.025 692 579 1 eV, from k = 8.617 333 262e-5 eV/K.
  CHECK(agree(units::kT_per_e(298.15), 14.3996455 / (8.617333262e-5 * 298.15), 5e-9));
  CHECK(agree(units::kT_per_e(298.15), 560.45932, 1e-8));
}

TEST_CASE("kT halves when the temperature doubles")
{
  CHECK(units::kT_per_e(600) == doctest::Approx(units::kT_per_e(300) / 2).epsilon(1e-15));
}

TEST_CASE("a temperature that is not positive and finite is refused")
{
  CHECK(explains(message_of([] { (void)units::kT_per_e(0); }), "temperature is 0"));
  CHECK(explains(message_of([] { (void)units::kT_per_e(-3); }), "temperature is -3"));
  CHECK(explains(message_of([] { (void)units::kT_per_e(std::numeric_limits<double>::quiet_NaN()); }),
                 "temperature is nan"));
  CHECK(explains(message_of([] { (void)units::kT_per_e(std::numeric_limits<double>::infinity()); }),
                 "temperature is inf"));
  for (const double kelvin : {5e-324, 1e-290, 1e290, std::numeric_limits<double>::max()})
    CHECK(explains(message_of([&] { (void)units::kT_per_e(kelvin); }), "kT would be no unit"));
  CHECK(std::isnormal(units::kT_per_e(1e-250)));
  CHECK(std::isnormal(units::kT_per_e(1e250)));
}
