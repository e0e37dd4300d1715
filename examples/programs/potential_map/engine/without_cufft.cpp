// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The engine's meshes on the GPU in a build without CUDA or cuFFT: there are none.
#include <gridfold/core/error.hpp>

#include "engine/parts.hpp"

namespace potential_map
{

std::string device_lacks_mesh()
{
  return "this program has no particle mesh for the GPU (it is built without cuFFT): install the CUDA toolkit's "
         "libcufft-dev and build it again, or use --method direct";
}

template <class T>
void mesh_on_device(const job&, const prepared<T>&, const slab<T>&, outcome&)
{
  throw gridfold::error(device_lacks_mesh());
}

template <class T>
void mesh_at_points_on_device(const job&, const prepared<T>&, const prepared_points<T>&, point_sums<T>&, point_outcome&)
{
  throw gridfold::error(device_lacks_mesh());
}

template void mesh_at_points_on_device(const job&, const prepared<float>&, const prepared_points<float>&,
                                       point_sums<float>&, point_outcome&);
template void mesh_at_points_on_device(const job&, const prepared<double>&, const prepared_points<double>&,
                                       point_sums<double>&, point_outcome&);
template void mesh_on_device(const job&, const prepared<float>&, const slab<float>&, outcome&);
template void mesh_on_device(const job&, const prepared<double>&, const slab<double>&, outcome&);

}  // namespace potential_map
