// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: the interaction cannot be called (it needs operator()(charge, r2) const or operator()(source, dx, dy, dz)
// const, for the host and the device): write one of the two
#include <gridfold/gridfold.hpp>

namespace gf = gridfold;

/// It forgets the charge.
struct inverse {
  GRIDFOLD_HD float operator()(float r2) const { return 1 / r2; }
};

int main()
{
  gf::field<float> map(gf::lattice{});
  gf::lattice_sum<gf::variant<>>(gf::host{}, std::vector<gf::atom>(), map.where, map.view(), inverse{});
}
