// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: the output is no view of (z, y, x) (it has no three extents): pass an mdspan of rank 3, such as
// view_of(pointer, shape) or the view() of a field
#include <gridfold/gridfold.hpp>

namespace gf = gridfold;

int main()
{
  gf::field<float> map(gf::lattice{});
  gf::lattice_sum<gf::variant<>>(gf::host{}, std::vector<gf::atom>(), map.where, map, gf::coulomb<>{});
}
