// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The engine's meshes on the CPU in a build without FFTW: there are none.
#include <gridfold/core/error.hpp>

#include "engine/parts.hpp"

namespace potential_map
{

std::string host_lacks_mesh()
{
  return "this program has no particle mesh for the CPU (it is built without FFTW, libfftw3f and libfftw3): install "
         "FFTW (Debian: libfftw3-dev) and build it again, or use --method direct";
}

template <class T>
void mesh_on_host(const job&, const prepared<T>&, const slab<T>&, outcome&)
{
  throw gridfold::error(host_lacks_mesh());
}

template <class T>
void mesh_at_points_on_host(const job&, const prepared<T>&, const prepared_points<T>&, point_sums<T>&, point_outcome&)
{
  throw gridfold::error(host_lacks_mesh());
}

template void mesh_at_points_on_host(const job&, const prepared<float>&, const prepared_points<float>&,
                                     point_sums<float>&, point_outcome&);
template void mesh_at_points_on_host(const job&, const prepared<double>&, const prepared_points<double>&,
                                     point_sums<double>&, point_outcome&);
template void mesh_on_host(const job&, const prepared<float>&, const slab<float>&, outcome&);
template void mesh_on_host(const job&, const prepared<double>&, const slab<double>&, outcome&);

}  // namespace potential_map
