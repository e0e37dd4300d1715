// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs a lattice sum on the executor that a test is compiled for: the device in .cu files, else the host.
#pragma once

#include <doctest/doctest.h>

#include <cstddef>
#include <gridfold/core/field.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>
#include <limits>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#endif

namespace test
{

/// A map, and the number of pairs omitted from it.
template <class T>
struct summed {
  gridfold::field<T> map;
  unsigned long long left_out = 0;
};

/// lattice_sum<V> into memory full of NaN. `make_pair(counter)` makes the interaction with a counter.
template <class V, class Out, class T, class MakePair>
summed<Out> sum(const std::vector<gridfold::source<T>>& sources, const gridfold::lattice& where, MakePair make_pair)
{
  summed<Out> result{gridfold::field<Out>(where)};
  std::vector<Out>& values = result.map.values;
  values.assign(values.size(), std::numeric_limits<Out>::quiet_NaN());
#ifdef __CUDACC__
  gridfold::device_buffer<gridfold::source<T>> inputs(sources.size());
  gridfold::device_buffer<Out> outputs(values.size());
  gridfold::device_buffer<unsigned long long> count(1);
  inputs.copy_from(sources.data());
  outputs.copy_from(values.data());
  count.copy_from(&result.left_out);
  const auto out = gridfold::view_of(outputs.data(), where.shape);
  if constexpr (V::input::read_by_host)
    gridfold::lattice_sum<V>(gridfold::device{}, sources, where, out, make_pair(count.data()));
  else
    gridfold::lattice_sum<V>(gridfold::device{}, inputs.span(), where, out, make_pair(count.data()));
  outputs.copy_to(values.data());
  count.copy_to(&result.left_out);
  gridfold::cuda_check(cudaDeviceSynchronize(), "computing a test's map");
#else
  gridfold::lattice_sum<V>(gridfold::host{}, sources, where, result.map.view(), make_pair(&result.left_out));
#endif
  return result;
}

}  // namespace test
