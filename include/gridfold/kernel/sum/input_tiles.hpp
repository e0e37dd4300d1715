// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How a block reads inputs that all of its threads need, by input policy: stage by stage.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/input.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// The shared memory for tiles of Ts, by input policy: one tile, or a ring of `Stages`.
template <class Input, class T, int Stages = 1>
struct input_tile_storage {
  using type = nothing_shared;
};
// The storage is aligned to 16 bytes and padded to a multiple of them, because nvcc may load 16 bytes at once.
template <int Items, class T>
struct input_tile_storage<shared_tile<Items>, T, 1> {
  struct alignas(alignof(T) > 16 ? alignof(T) : 16) type {
    T tile[Items];
  };
};
template <int Items, class T, int Stages>
struct input_tile_storage<shared_tile<Items>, T, Stages> {
  struct alignas(alignof(T) > 16 ? alignof(T) : 16) type {
    T tile[Stages][Items];
  };
};

/// A view of the first elements of a tile.
template <class T, int Items>
GRIDFOLD_HD auto as_view(const T (&tile)[Items], int size)
{
  return cuda::std::mdspan<const T, cuda::std::dextents<int, 1>>(tile, size);
}

/// Starts a thread's share of the copies of the inputs from number `first` on to a tile: a full one, the last one, or
/// none beyond the last.
template <int Items, class Block, class Inputs, class Tile>
GRIDFOLD_HD void start_input_tile(Block& block, thread t, const Inputs& inputs, int first, Tile&& tile)
{
  const int left = static_cast<int>(inputs.extent(0)) - first, items = left < Items ? left : Items;
  if (items <= 0) return;
  constexpr int turns = (Items + Block::threads - 1) / Block::threads;
  GRIDFOLD_UNROLL_BY(4)
  for (int n = 0; n < turns; ++n)
    if (const int i = n * Block::threads + t.rank; i < items)
      block.template copy_async<1>(tile + i, inputs, first + i, true);
}

/// for_each_input_tile with a ring of tiles: while the block uses one, copies of the next Stages - 1 are in flight. One
/// barrier per tile: after it the next tile has arrived, and the one just used may be overwritten.
template <class Input, int Stages, class Block, class Inputs, class Use>
GRIDFOLD_HD void for_each_tile_of_ring(Block& block, const Inputs& inputs, Use use)
{
  auto&& ring = block.shared(member<&Block::shared_storage::tile>{});
  const int size = static_cast<int>(inputs.extent(0));
  for (int s = 0; s < Stages - 1; ++s)
    block.template each_thread_awaiting<Stages - 2>(
        [&](auto t) { kernel::start_input_tile<Input::tile>(block, t, inputs, s * Input::tile, ring[s]); });
  int now = 0, last = Stages - 1;
  for (int first = 0; first < size; first += Input::tile) {
    const int items = size - first < Input::tile ? size - first : Input::tile;
    block.template each_thread_awaiting<Stages - 2>([&](auto t) {
      kernel::start_input_tile<Input::tile>(block, t, inputs, first + (Stages - 1) * Input::tile, ring[last]);
      use(t, as_view(ring[now], items));
    });
    last = now;
    now = now + 1 < Stages ? now + 1 : 0;
  }
}

/// Calls use(thread, stage) for every thread of the block and every stage of the inputs, in order. With input `shared`
/// a stage is a tile in shared memory, which all threads of the block load together; there is a barrier after the load
/// and one after the use. With a ring of `Stages` tiles there is one barrier per tile. With other inputs there is one
/// stage, a view of all inputs.
template <class Input, int Stages = 1, class Block, class Inputs, class Use>
GRIDFOLD_HD void for_each_input_tile(Block& block, const Inputs& inputs, Use use)
{
  if constexpr (policy::is_shared<Input> && Stages > 1) {
    kernel::for_each_tile_of_ring<Input, Stages>(block, inputs, use);
  } else if constexpr (policy::is_shared<Input>) {
    auto&& tile = block.shared(member<&Block::shared_storage::tile>{});
    const int size = static_cast<int>(inputs.extent(0));
    for (int first = 0; first < size; first += Input::tile) {
      const int items = size - first < Input::tile ? size - first : Input::tile;
      block.each_thread([&](auto t) {
        constexpr int turns = (Input::tile + Block::threads - 1) / Block::threads;
        GRIDFOLD_UNROLL_BY(4)
        for (int n = 0; n < turns; ++n)
          if (const int i = n * Block::threads + t.rank; i < items) view::store_element(tile + i, inputs(first + i));
      });
      block.each_thread([&](auto t) { use(t, as_view(tile, items)); });
    }
  } else {
    block.each_thread([&](auto t) { use(t, inputs); });
  }
}

/// Whether a vector holds several elements of a stage: of a tile in shared memory.
template <class Input, class Stage>
concept several_in_vector = policy::is_shared<Input> && requires
{
  requires sizeof(typename Stage::value_type) < 16;
};

/// Calls f(i, element i) for every element of a stage, in order, unrolled by `By` on the device. Elements of which a
/// vector holds several are read By at a time.
template <class Input, int By, class Stage, class F>
GRIDFOLD_HD void for_each_element(const Stage& stage, F f)
{
  const int size = static_cast<int>(stage.extent(0));
  if constexpr (several_in_vector<Input, Stage>) {
    int s = 0;
    for (; s + By <= size; s += By) {
      const auto read = view::load_neighbours<By>(stage, s);
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < By; ++e) f(s + e, read.element[e]);
    }
    GRIDFOLD_UNROLL_BY(1)
    for (; s < size; ++s) f(s, stage(s));
  } else {
    GRIDFOLD_UNROLL_BY(By)
    for (int s = 0; s < size; ++s) f(s, stage(s));
  }
}

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
