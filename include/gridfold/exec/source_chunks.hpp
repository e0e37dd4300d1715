// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The sources of a sum as kernels read them, in one launch or in chunks.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/policy/input.hpp>
#include <gridfold/view/chunk.hpp>
#include <gridfold/view/input_view.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::exec
{

/// The most sources that one launch reads: a chunk of constant memory, else as many as an int can count.
template <class Space>
inline constexpr std::size_t most_sources = std::size_t{1} << 30;
template <int Items>
inline constexpr std::size_t most_sources<constant_chunk<Items>> = Items;

template <class T>
using source_view = cuda::std::mdspan<const source<T>, cuda::std::dextents<int, 1>>;

/// A view of some of the sources, by input policy.
template <class Space, class T>
auto view_in(cuda::std::span<const source<T>> sources)
{
  const int size = static_cast<int>(sources.size());
  if constexpr (is_constant<Space>) {
    view::chunk<source<T>, Space::chunk> piece;
    piece.size = size;
    for (int s = 0; s < size; ++s) piece.element[s] = sources[static_cast<std::size_t>(s)];
    return piece;
  } else if constexpr (policy::direct_input<Space>) {
    return view::input_view<Space>(source_view<T>(sources.data(), size));
  } else {
    return source_view<T>(sources.data(), size);
  }
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
