// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Stages: how a block reads inputs that all of its threads need, by space.
#pragma once

#include <cuda/std/mdspan>
#include <gridfold/config.hpp>
#include <gridfold/exec/thread.hpp>
#include <gridfold/policy/space.hpp>
#include <gridfold/view/copy_ahead.hpp>
#include <gridfold/view/watched.hpp>

namespace gridfold
{

/// What a block keeps in shared memory to read Ts by a space.
template <class Space, class T>
struct stage_storage {
  using type = nothing_shared;
};
template <int Items, class T>
struct stage_storage<shared_tile<Items>, T> {
  /// The tile that is read from, and the next one, which arrives meanwhile.
  struct type {
    T element[2][Items];
  };
  static_assert(sizeof(type) <= 48 * 1024,
                "gridfold: a block's two tiles are larger than 48 KiB (a block has no more shared memory): give "
                "shared_tile fewer items");
};

/// The first elements of a tile as a view to read.
template <class T, int Items>
GRIDFOLD_HD auto as_view(const T (&tile)[Items], int size)
{
  return cuda::std::mdspan<const T, cuda::std::dextents<int, 1>>(tile, size);
}

/// Calls use(thread, stage) for every thread of the block and every stage of the inputs, in order: the inputs
/// themselves are the only stage, but for space `shared`, where all threads load tiles together, each while they use
/// the one before (Fig. 18.6 has its inputs in constant memory; tiles are the textbooks' usual alternative).
template <class Space, class Block, class Inputs, class Use>
GRIDFOLD_HD void for_each_stage(Block& block, const Inputs& inputs, Use use)
{
  if constexpr (is_shared<Space>) {
    auto&& tiles = watched(block, block.shared().element, "tile");
    const int size = static_cast<int>(inputs.extent(0));
    const auto items = [&](int stage) {
      const int left = size - stage * Space::tile;
      return left < Space::tile ? left : Space::tile;
    };
    const auto load = [&](thread t, int stage) {
      GRIDFOLD_UNROLL_BY(4)
      for (int i = t.rank; i < items(stage); i += Block::threads)
        copy_ahead(tiles[stage % 2][i], inputs(stage * Space::tile + i));
    };
    block.each_thread([&](thread t) {
      load(t, 0);
      wait_for_copies();
    });
    for (int stage = 0; items(stage) > 0; ++stage) {
      block.each_thread([&](thread t) {
        load(t, stage + 1);
        use(t, as_view(tiles[stage % 2], items(stage)));
        wait_for_copies();
      });
    }
  } else {
    block.each_thread([&](thread t) { use(t, inputs); });
  }
}

}  // namespace gridfold
