// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/exec/host.hpp>

#include "engine/mesh.hpp"

namespace potential_map
{

std::string host_lacks_mesh() { return ""; }

template <class T>
gridfold::mesh_parameters mesh_on_host(const job& what, const prepared<T>& from, const slab<T>& out,
                                       coincidences& on_atoms)
{
  return sum_by_mesh<T>(gridfold::host{out.threads}, what, from, from.atoms, out, out.values, &on_atoms.infinite);
}

template gridfold::mesh_parameters mesh_on_host(const job&, const prepared<float>&, const slab<float>&, coincidences&);
template gridfold::mesh_parameters mesh_on_host(const job&, const prepared<double>&, const slab<double>&,
                                                coincidences&);

}  // namespace potential_map
