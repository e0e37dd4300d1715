// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Arguments of sums: sources and outputs, as passed to kernels.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/executor.hpp>
#include <iterator>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::launch
{

/// The type of the numbers of a container's sources.
template <class Container>
using source_number = std::remove_cvref_t<typename core::source_argument<Container>::number>;

/// A span of the sources of a container. Throws `error` if the executor cannot read them by the input policy.
template <class Space, class T, class Executor, class Sources>
cuda::std::span<const source<T>> readable_sources(const Executor& on, const Sources& sources)
{
  core::reachable_container<Executor, const Sources>::check();
  const cuda::std::span<const source<T>> inputs(core::pointer_to(sources), std::size(sources));
  if (!inputs.empty()) {
    if constexpr (Space::read_by_host)
      on.require_host_access(inputs.data(), "sources");
    else
      on.require_access(inputs.data(), "sources");
  }
  return inputs;
}

/// Throws `error` unless an output of these extents has one element per point.
inline void check_output(std::int64_t x, std::int64_t y, std::int64_t z, shape3 points)
{
  if (x != points.x || y != points.y || z != points.z)
    throw error({"the output's extents are ", z, " x ", y, " x ", x, " (z, y, x), the lattice's ", points.z, " x ",
                 points.y, " x ", points.x, " (every point needs an element): pass an output of the lattice's shape"});
}

}  // namespace gridfold::inline GRIDFOLD_ABI::launch
