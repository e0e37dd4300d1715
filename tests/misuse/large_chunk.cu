// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: the kernel's parameters are larger than 32,764 bytes (a constant chunk is passed by value): give
// constant_chunk fewer items
#include <gridfold/gridfold.hpp>

namespace gf = gridfold;

int main()
{
  using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::constant_chunk<3000>>;
  gf::field<float> map(gf::lattice{});
  gf::lattice_sum<fold>(gf::device{}, std::vector<gf::atom>(), map.where, map.view(), gf::coulomb<>{});
}
