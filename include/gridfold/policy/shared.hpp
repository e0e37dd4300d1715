// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The memory space `shared`: tiles of the inputs in shared memory, one tile or a ring of them.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/memory_space.hpp>
#include <gridfold/view/as_view.hpp>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Tiles of `Items` inputs in shared memory, loaded by all threads of a block. In a product of matrices, `Items` is the
/// tile's length along the inner dimension. With stages<2> or more a block has a ring of tiles.
template <int Items>
struct shared_tile : read_in_place<shared_tile<Items>> {
  static_assert(Items >= 1, "gridfold: a tile has no room (Items < 1): give shared_tile at least one item");
  static constexpr int tile = Items;
  static constexpr fixed_text name() { return Items == 256 ? "shared" : fixed_text("shared:") + Items; }
  static constexpr bool takes_stages(int /*stages*/) { return true; }

  /// Aligned to 16 bytes and padded to a multiple of them, because nvcc may load 16 bytes at once.
  template <class T, int Stages>
  struct alignas(alignof(T) > 16 ? alignof(T) : 16) storage {
    std::conditional_t<Stages == 1, T[Items], T[Stages][Items]> tile;
  };

  /// One tile takes two barriers: after its load and after its use. A ring takes one barrier per tile.
  template <int Stages, class Block, class Inputs, class Use>
  static GRIDFOLD_HD void for_each_stage(Block& block, const Inputs& inputs, Use use)
  {
    if constexpr (Stages > 1)
      for_each_tile_of_ring<Stages>(block, inputs, use);
    else
      for_each_tile(block, inputs, use);
  }

  /// Small elements are read `By` at a time, as one vector.
  template <int By, class Stage, class F>
  static GRIDFOLD_HD void for_each_element(const Stage& stage, F f)
  {
    if constexpr (sizeof(typename Stage::value_type) >= 16) {
      read_in_place<shared_tile>::template for_each_element<By>(stage, f);
    } else {
      const int size = static_cast<int>(stage.extent(0));
      int s = 0;
      for (; s + By <= size; s += By) {
        const auto read = view::load_neighbours<By>(stage, s);
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < By; ++e) f(s + e, read.element[e]);
      }
      GRIDFOLD_UNROLL_BY(1)
      for (; s < size; ++s) f(s, stage(s));
    }
  }

 private:
  /// Inputs of a tile per thread, rounded up.
  template <class Block>
  static constexpr int turns = (Items + Block::threads - 1) / Block::threads;

  template <class Block, class Inputs, class Use>
  static GRIDFOLD_HD void for_each_tile(Block& block, const Inputs& inputs, Use use)
  {
    auto&& elements = block.shared(member<&Block::shared_storage::tile>{});
    const int size = static_cast<int>(inputs.extent(0));
    for (int first = 0; first < size; first += Items) {
      const int items = size - first < Items ? size - first : Items;
      block.each_thread([&](auto t) {
        GRIDFOLD_UNROLL_BY(4)
        for (int n = 0; n < turns<Block>; ++n)
          if (const int i = n * Block::threads + t.rank; i < items)
            view::store_element(elements + i, inputs(first + i));
      });
      block.each_thread([&](auto t) { use(t, as_view(elements, items)); });
    }
  }

  /// While the block uses one tile, copies of the next Stages - 1 tiles are in flight. After the barrier the next tile
  /// has arrived, and the tile just used may be overwritten.
  template <int Stages, class Block, class Inputs, class Use>
  static GRIDFOLD_HD void for_each_tile_of_ring(Block& block, const Inputs& inputs, Use use)
  {
    auto&& ring = block.shared(member<&Block::shared_storage::tile>{});
    const int size = static_cast<int>(inputs.extent(0));
    for (int s = 0; s < Stages - 1; ++s)
      block.template each_thread_awaiting<Stages - 2>([&](auto t) { start(block, t, inputs, s * Items, ring[s]); });
    int now = 0, last = Stages - 1;
    for (int first = 0; first < size; first += Items) {
      const int items = size - first < Items ? size - first : Items;
      block.template each_thread_awaiting<Stages - 2>([&](auto t) {
        start(block, t, inputs, first + (Stages - 1) * Items, ring[last]);
        use(t, as_view(ring[now], items));
      });
      last = now;
      now = now + 1 < Stages ? now + 1 : 0;
    }
  }

  /// Starts a thread's share of the copies of inputs from `first` on to a tile: a full tile, the last one, or nothing
  /// past the end.
  template <class Block, class Inputs, class Tile>
  static GRIDFOLD_HD void start(Block& block, thread t, const Inputs& inputs, int first, Tile&& to)
  {
    const int left = static_cast<int>(inputs.extent(0)) - first, items = left < Items ? left : Items;
    if (items <= 0) return;
    GRIDFOLD_UNROLL_BY(4)
    for (int n = 0; n < turns<Block>; ++n)
      if (const int i = n * Block::threads + t.rank; i < items)
        block.template copy_async<1>(to + i, inputs, first + i, true);
  }
};

/// Tiles of 256 inputs in shared memory.
using shared = shared_tile<256>;

}  // namespace gridfold::inline GRIDFOLD_ABI
