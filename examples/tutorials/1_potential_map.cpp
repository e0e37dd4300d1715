// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tutorial 1: a potential map.
// [program]
#include <cstdio>
#include <gridfold/gridfold.hpp>
#include <vector>

int main()
{
  const std::vector<gridfold::atom> atoms = {{1, 1, .5, +1}, {3, 2, .5, -1}};  // x y z [Å], charge [e]
  const gridfold::lattice lattice{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {64, 64, 64}};
  const auto phi = gridfold::potential_map(atoms, lattice);
  std::printf("%g e/Å at (2, 1, 0.5) Å\n", phi.view()(1, 2, 4));  // indices z, y, x
}
// [program]
