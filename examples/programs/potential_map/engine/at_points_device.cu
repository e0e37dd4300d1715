// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>

#include "engine/at_points.hpp"
#include "engine/owned_stream.hpp"

namespace potential_map
{

template <class T>
coincidences values_on_device(const job& what, const prepared<T>& from, const prepared_points<T>& at,
                              std::vector<T>& values)
{
  using namespace gridfold;
  const owned_stream stream;
  const device on(stream, pointer_checks::on);
  device_buffer<source<T>> atoms(from.atoms.size(), stream);
  device_buffer<T> x(values.size(), stream), y(values.size(), stream), z(values.size(), stream),
      sums(values.size(), stream);
  device_buffer<coincidences> counts(1, stream);
  coincidences on_atoms;
  counts.copy_from(&on_atoms);
  atoms.copy_from(from.atoms.data());
  x.copy_from(at.x.data());
  y.copy_from(at.y.data());
  z.copy_from(at.z.data());
  sum_at_points<T>(on, what, from.radius, atoms.span(), positions(x.span(), y.span(), z.span()), sums.span(),
                   counts.data());
  sums.copy_to(values.data());
  counts.copy_to(&on_atoms);
  cuda_check(cudaStreamSynchronize(stream), "copying the values from the device");
  return on_atoms;
}

template coincidences values_on_device(const job&, const prepared<float>&, const prepared_points<float>&,
                                       std::vector<float>&);
template coincidences values_on_device(const job&, const prepared<double>&, const prepared_points<double>&,
                                       std::vector<double>&);

}  // namespace potential_map
