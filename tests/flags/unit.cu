// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A translation unit that launches kernels on the default stream, which defines ENTRY: link.py compiles it by different
// flags.
#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/copy.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>

namespace gf = gridfold;

void ENTRY(const gf::device_buffer<gf::source<float>>& atoms, const gf::lattice& where, float* values)
{
  using vector = cuda::std::mdspan<float, cuda::std::dextents<int, 1>>;
  gf::device_buffer<float> map(static_cast<std::size_t>(where.shape.count()));
  map.copy_from(values);
  gf::potential_map<gf::variant<gf::gather, gf::block<32>>>(gf::device{}, atoms, where,
                                                            gf::view_of(map.data(), where.shape));
  const gf::device_buffer<float> copied(map.size());
  const auto size = static_cast<int>(map.size());
  gf::copy<gf::variant<gf::gather, gf::block<32>>>(gf::device{}, vector(map.data(), size), vector(copied.data(), size));
  copied.copy_to(values);
}
