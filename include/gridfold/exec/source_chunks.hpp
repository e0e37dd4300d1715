// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sources of a sum in one launch or in chunks.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/kernel.hpp>

namespace gridfold::inline GRIDFOLD_ABI::exec
{

/// A view of sources that one launch reads.
template <class T>
auto view_of(cuda::std::span<const source<T>> sources)
{
  return cuda::std::mdspan<const source<T>, cuda::std::dextents<int, 1>>(sources.data(),
                                                                         static_cast<int>(sources.size()));
}

/// Calls launch(chunk of the sources, launch_order) for chunks of at most `most` sources and nearly equal sizes; at
/// least once.
template <class T, class Launch>
void for_each_chunk(cuda::std::span<const source<T>> sources, std::size_t most, Launch launch)
{
  const std::size_t chunks = sources.empty() ? 1 : (sources.size() - 1) / most + 1;
  for (std::size_t c = 0; c < chunks; ++c) {
    const std::size_t size = sources.size() / (chunks - c);
    launch(sources.first(size), launch_order{.follows = c > 0, .precedes = c + 1 < chunks});
    sources = sources.subspan(size);
  }
}

}  // namespace gridfold::inline GRIDFOLD_ABI::exec
