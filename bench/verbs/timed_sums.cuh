// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lattice sums of a workload on the device, by many variants, with the errors of their maps.
#pragma once

#include <thrust/execution_policy.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>

#include <cmath>
#include <cuda/functional>
#include <cuda/std/limits>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/policy/variants.hpp>
#include <memory>
#include <string>
#include <utility>

#include "../support/device_timing.hpp"
#include "../support/workload.hpp"
#include "exact_map.cuh"

namespace bench
{

/// The difference between a number and the expected one; infinite for NaN.
struct difference {
  template <class T>
  __device__ double operator()(T got, double expected) const
  {
    const double d = std::abs(static_cast<double>(got) - expected);
    return d == d ? d : cuda::std::numeric_limits<double>::infinity();
  }
};

/// A workload, memory for its map on the device, and the expected map.
template <class T>
struct on_device {
  workload<T> work;
  gridfold::device_buffer<gridfold::source<T>> sources;
  gridfold::device_buffer<T> map;
  gridfold::device_buffer<double> expected;

  template <class Interaction = gridfold::coulomb<>>
  explicit on_device(workload<T> w, const Interaction& pair = {})
      : work(std::move(w)),
        sources(work.sources.size()),
        map(static_cast<std::size_t>(work.where.shape.count())),
        expected(exact_map(work, pair))
  {
    sources.copy_from(work.sources.data());
    gridfold::cuda_check(cudaMemset(map.data(), 0, map.size() * sizeof(T)), "clearing a map");
  }

  /// The largest error of the current map, relative to its largest value.
  [[nodiscard]] double error() const
  {
    const auto largest = [&](auto numbers, auto from) {
      return thrust::inner_product(thrust::device, numbers, numbers + map.size(), from, 0.0, cuda::maximum{},
                                   difference{});
    };
    return largest(map.data(), expected.data()) / largest(expected.data(), thrust::make_constant_iterator(0.0));
  }

  [[nodiscard]] std::string label() const
  {
    return work.name + " " + name_of(work.where.shape) + (sizeof(T) == 8 ? " double/" : "/");
  }
};

template <class T>
using shared_work = std::shared_ptr<on_device<T>>;

template <class V, class T, class Interaction>
void time_variant(const shared_work<T>& on, const Interaction& pair)
{
  const auto sum = [on, pair] {
    const auto out = gridfold::view_of(on->map.data(), on->work.where.shape);
    if constexpr (V::input::read_by_host)
      gridfold::lattice_sum<V>(gridfold::device{}, on->work.sources, on->work.where, out, pair);
    else
      gridfold::lattice_sum<V>(gridfold::device{}, on->sources.span(), on->work.where, out, pair);
  };
  time_on_device(on->label() + V::name() + "/" + name_of(pair), "pairs/s", on->work.pairs(), sum, usual_seconds,
                 [on] { return on->error(); });
}

template <class Variants, class T, class Interaction>
void time_variants(const shared_work<T>& on, const Interaction& pair)
{
  gridfold::for_each(Variants{}, [&]<class V>() { time_variant<V>(on, pair); });
}
template <class Rsqrt, class Variants, class T>
void time_variants(const shared_work<T>& on)
{
  time_variants<Variants>(on, gridfold::coulomb<Rsqrt>{});
}

}  // namespace bench
