// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/exec/host.hpp>

#include "engine/mesh.hpp"

namespace potential_map
{

std::string host_lacks_mesh() { return ""; }

template <class T>
gridfold::mesh_parameters mesh_on_host(const job& what, const prepared<T>& from, gridfold::field<T>& map,
                                       coincidences& on_atoms)
{
  check_threads(what.threads);
  return sum_by_mesh<T>(gridfold::host{what.threads}, what, from, from.atoms, map.view(), &on_atoms.infinite);
}

template gridfold::mesh_parameters mesh_on_host(const job&, const prepared<float>&, gridfold::field<float>&,
                                                coincidences&);
template gridfold::mesh_parameters mesh_on_host(const job&, const prepared<double>&, gridfold::field<double>&,
                                                coincidences&);

}  // namespace potential_map
