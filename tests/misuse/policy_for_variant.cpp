// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: the template argument of lattice_sum is no variant (it says how to fold the work): give variant<...>
#include <gridfold/gridfold.hpp>

namespace gf = gridfold;

int main()
{
  gf::field<float> map(gf::lattice{});
  gf::lattice_sum<gf::gather>(gf::host{}, std::vector<gf::atom>(), map.where, map.view(), gf::coulomb<>{});
}
