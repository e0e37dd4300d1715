// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Stages: how a block reads inputs that all of its threads need, by input policy.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/input.hpp>

namespace gridfold
{

/// What a block keeps in shared memory to read Ts by an input policy.
template <class Input, class T>
struct input_tile_storage {
  using type = nothing_shared;
};
template <int Items, class T>
struct input_tile_storage<shared_tile<Items>, T> {
  // nvcc reads 16 bytes at once where it can, the last element's too.
  struct alignas(alignof(T) > 16 ? alignof(T) : 16) type {
    T tile[Items];
  };
};

/// The first elements of a tile as a view to read.
template <class T, int Items>
GRIDFOLD_HD auto as_view(const T (&tile)[Items], int size)
{
  return cuda::std::mdspan<const T, cuda::std::dextents<int, 1>>(tile, size);
}

/// Calls use(thread, stage) for every thread of the block and every stage of the inputs, in order: the inputs
/// themselves are the only stage, but for input `shared`, where all threads first load a tile together (Fig. 18.6 has
/// its inputs in constant memory; the tile is the textbooks' usual alternative).
template <class Input, class Block, class Inputs, class Use>
GRIDFOLD_HD void for_each_input_tile(Block& block, const Inputs& inputs, Use use)
{
  if constexpr (is_shared<Input>) {
    auto&& tile = block.shared(member<&Block::shared_storage::tile>{});
    const int size = static_cast<int>(inputs.extent(0));
    for (int first = 0; first < size; first += Input::tile) {
      const int items = size - first < Input::tile ? size - first : Input::tile;
      block.each_thread([&](thread t) {
        for (int i = t.rank; i < items; i += Block::threads) tile[i] = inputs(first + i);
      });
      block.each_thread([&](auto t) { use(t, as_view(tile, items)); });
    }
  } else {
    block.each_thread([&](auto t) { use(t, inputs); });
  }
}

}  // namespace gridfold
