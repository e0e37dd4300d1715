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
  const auto points = static_cast<std::size_t>(out.planes.shape.count());
  device_buffer<T> values(points, stream);
  device_buffer<packed3<T>> field(out.field == nullptr ? 0 : points, stream);
  device_buffer<coincidences> counts(1, stream);
  counts.copy_from(&done.on_atoms);
  atoms.copy_from(from.atoms.data());
  const slab<T> there{out.planes, values.data(), 0, out.field == nullptr ? nullptr : field.data()};
  done.mesh = sum_by_mesh<T>(on, what, from, atoms.span(), there, &counts.data()->infinite, done.in_mesh);
  const stopwatch copying;
  values.copy_to(out.values);
  if (out.field != nullptr) field.copy_to(out.field);
  counts.copy_to(&done.on_atoms);
  cuda_check(cudaStreamSynchronize(stream), "copying the map from the device");
  done.copying = copying.seconds();
}

template <class T>
void mesh_at_points_on_device(const job& what, const prepared<T>& from, const prepared_points<T>& at, point_sums<T>& to,
                              point_outcome& done)
{
  using namespace gridfold;
  const owned_stream stream;
  const device on(stream, pointer_checks::on);
  const std::size_t points = to.values.size();
  device_buffer<source<T>> atoms(from.atoms.size(), stream);
  device_buffer<T> x(points, stream), y(points, stream), z(points, stream), values(points, stream);
  device_buffer<packed3<T>> field(to.field.size(), stream);
  device_buffer<coincidences> counts(1, stream);
  counts.copy_from(&done.on_atoms);
  atoms.copy_from(from.atoms.data());
  x.copy_from(at.x.data());
  y.copy_from(at.y.data());
  z.copy_from(at.z.data());
  done.mesh = sum_by_mesh_at<T>(on, what, from, box_of(at), atoms.span(), positions(x.span(), y.span(), z.span()),
                                values.span(), field.span(), counts.data());
  values.copy_to(to.values.data());
  if (!to.field.empty()) field.copy_to(to.field.data());
  counts.copy_to(&done.on_atoms);
  cuda_check(cudaStreamSynchronize(stream), "copying the values from the device");
}

template void mesh_on_device(const job&, const prepared<float>&, const slab<float>&, outcome&);
template void mesh_on_device(const job&, const prepared<double>&, const slab<double>&, outcome&);
template void mesh_at_points_on_device(const job&, const prepared<float>&, const prepared_points<float>&,
                                       point_sums<float>&, point_outcome&);
template void mesh_at_points_on_device(const job&, const prepared<double>&, const prepared_points<double>&,
                                       point_sums<double>&, point_outcome&);

}  // namespace potential_map
