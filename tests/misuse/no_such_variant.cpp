// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: lattice_sum has no such variant (it reads sources from constant, global, read_only or shared; a scatter's
// threads own whole sources and add atomically): give one of these spaces, and a scatter coarsen<X>, plain accumulation
// and a space other than shared
#include <gridfold/gridfold.hpp>

namespace gf = gridfold;

int main()
{
  using fold = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::shared>;
  gf::field<float> map(gf::lattice{});
  gf::lattice_sum<fold>(gf::host{}, std::vector<gf::atom>(), map.where, map.view(), gf::coulomb<>{});
}
