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

namespace policy
{

/// Whether a memory space has tiles of Ts: packed ones are filled by threads, not by the copies of a ring. A concept,
/// because nvcc 13.0 looks into an incomplete `S` in a requires-clause of the class.
template <class S, class T, int Stages>
concept packs = requires
{
  typename S::template element<T>;
}
&&(Stages == 1 || std::is_same_v<typename S::template element<T>, T>);

}  // namespace policy

/// Base of a memory space `Space` with tiles of `Items` inputs in shared memory, loaded by all threads of a block. If
/// Space::element<T> is another type than T, inputs are packed in tiles, of which there is one at a time.
template <class Space, int Items>
struct read_by_tiles : read_in_place<Space> {
  static constexpr int tile = Items;
  static constexpr bool takes_stages(int /*stages*/) { return true; }
  template <class T>
  using element = T;

  /// Aligned to 16 bytes and padded to a multiple of them, because nvcc may load 16 bytes at once.
  template <class T, int Stages>
  requires policy::packs<Space, T, Stages>
  struct alignas(alignof(T) > 16 ? alignof(T) : 16) storage {
    using kept = typename Space::template element<T>;
    std::conditional_t<Stages == 1, kept[Items], kept[Stages][Items]> tile;
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
    if constexpr (sizeof(typename Stage::value_type) >= 16 || !requires { stage.accessor(); }) {
      read_in_place<Space>::template for_each_element<By>(stage, f);
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
    using value = typename Inputs::value_type;
    auto&& elements = block.shared(member<&Block::shared_storage::tile>{});
    const int size = static_cast<int>(inputs.extent(0));
    for (int first = 0; first < size; first += Items) {
      const int items = size - first < Items ? size - first : Items;
      block.each_thread([&](auto t) {
        GRIDFOLD_UNROLL_BY(4)
        for (int n = 0; n < turns<Block>; ++n)
          if (const int i = n * Block::threads + t.rank; i < items)
            view::store_element(elements + i, static_cast<typename Space::template element<value>>(inputs(first + i)));
      });
      block.each_thread([&](auto t) { use(t, as_view_of<value>(elements, items)); });
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

/// Tiles of `Items` inputs in shared memory. In a product of matrices, `Items` is the tile's length along the inner
/// dimension. With stages<2> or more a block has a ring of tiles.
template <int Items>
struct shared_tile : read_by_tiles<shared_tile<Items>, Items> {
  static_assert(Items >= 1, "gridfold: a tile has no room (Items < 1): give shared_tile at least one item");
  static constexpr fixed_text name() { return Items == 256 ? "shared" : fixed_text("shared:") + Items; }
};

/// Tiles of 256 inputs in shared memory.
using shared = shared_tile<256>;

}  // namespace gridfold::inline GRIDFOLD_ABI
