// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/exec/host.hpp>

#include "engine/mesh.hpp"

namespace potential_map
{

std::string host_lacks_mesh() { return ""; }

template <class T>
void mesh_on_host(const job& what, const prepared<T>& from, const slab<T>& out, outcome& done)
{
  const gridfold::host on{out.threads};
  done.mesh = sum_by_mesh<T>(on, what, from, from.atoms, out, &done.on_atoms.infinite, done.in_mesh);
}

template <class T>
void mesh_at_points_on_host(const job& what, const prepared<T>& from, const prepared_points<T>& at, point_sums<T>& to,
                            point_outcome& done)
{
  check_threads(what.threads);
  const gridfold::host on{what.threads};
  done.mesh = sum_by_mesh_at<T>(on, what, from, box_of(at), from.atoms, gridfold::positions(at.x, at.y, at.z),
                                to.values, to.field, &done.on_atoms);
}

template void mesh_on_host(const job&, const prepared<float>&, const slab<float>&, outcome&);
template void mesh_on_host(const job&, const prepared<double>&, const slab<double>&, outcome&);
template void mesh_at_points_on_host(const job&, const prepared<float>&, const prepared_points<float>&,
                                     point_sums<float>&, point_outcome&);
template void mesh_at_points_on_host(const job&, const prepared<double>&, const prepared_points<double>&,
                                     point_sums<double>&, point_outcome&);

}  // namespace potential_map
