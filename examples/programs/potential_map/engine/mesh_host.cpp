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
  done.mesh = sum_by_mesh<T>(on, what, from, from.atoms, out, out.values, &done.on_atoms.infinite);
}

template void mesh_on_host(const job&, const prepared<float>&, const slab<float>&, outcome&);
template void mesh_on_host(const job&, const prepared<double>&, const slab<double>&, outcome&);

}  // namespace potential_map
