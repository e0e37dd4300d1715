// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/cufft.cuh>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>

#include "engine/mesh.hpp"
#include "engine/owned_stream.hpp"
#include "engine/stopwatch.hpp"

namespace potential_map
{

std::string device_lacks_mesh() { return ""; }

template <class T>
void mesh_on_device(const job& what, const prepared<T>& from, const slab<T>& out, outcome& done)
{
  using namespace gridfold;
  const owned_stream stream;
  const device on(stream, pointer_checks::on);
  device_buffer<source<T>> atoms(from.atoms.size(), stream);
  device_buffer<T> values(static_cast<std::size_t>(out.planes.shape.count()), stream);
  device_buffer<coincidences> counts(1, stream);
  counts.copy_from(&done.on_atoms);
  atoms.copy_from(from.atoms.data());
  done.mesh = sum_by_mesh<T>(on, what, from, atoms.span(), out, values.data(), &counts.data()->infinite);
  const stopwatch copying;
  values.copy_to(out.values);
  counts.copy_to(&done.on_atoms);
  cuda_check(cudaStreamSynchronize(stream), "copying the map from the device");
  done.copying = copying.seconds();
}

template void mesh_on_device(const job&, const prepared<float>&, const slab<float>&, outcome&);
template void mesh_on_device(const job&, const prepared<double>&, const slab<double>&, outcome&);

}  // namespace potential_map
