// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The kernels of which registers.py counts registers.
#include <gridfold/core/field.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/lattice_sum.hpp>

#include "../../bench/peers/textbook.cu"
#include "../../examples/support/figures.hpp"

namespace gf = gridfold;

template <int Factor>
void sum()
{
  using fold = figures::cenergy<gf::gather, gf::interleaved, Factor>;
  gf::field<float> map(gf::lattice{.shape = {1, 1, 1}});
  gf::lattice_sum<fold>(gf::device{}, std::vector<gf::source<float>>(1), map.where, map.view(),
                        figures::charge_over_sqrtf{});
}
template void sum<1>();
template void sum<4>();
template void sum<8>();
template void sum<16>();
