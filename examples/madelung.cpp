// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program madelung: Madelung's constant of rock salt from lattice_sum, at one lattice point on an ion, which the
/// singularity policy omits. Prints the convergence with the size of the crystal.
#include <cmath>
#include <cstdio>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>

#include "support/rock_salt.hpp"
#include "support/size_argument.hpp"

int main(int argc, char** argv)
{
  namespace gf = gridfold;
  using fold = gf::variant<gf::gather, gf::contiguous, gf::coarsen<1>, gf::global, gf::block<1>, gf::compensated>;
  const gf::lattice origin{.spacing = 1, .shape = {1, 1, 1}};
  std::printf("%6s %10s %15s %10s\n", "reach", "ions", "constant", "error");
  const std::int64_t most = example::size_argument(argc, argv, "MOST REACH", 64, 256);
  for (int reach = 1; reach <= most; reach *= 2) {
    const auto ions = madelung::cube(reach);
    double potential = 0;
    gf::lattice_sum<fold>(gf::host{}, ions, origin, gf::view_of(&potential, origin.shape),
                          gf::coulomb<gf::rsqrt::ieee>{});
    std::printf("%6d %10zu %15.10f %10.1e\n", reach, ions.size(), -potential,
                std::abs(-potential - madelung::constant));
  }
}
