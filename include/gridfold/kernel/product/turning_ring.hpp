// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A ring of tiles of a matrix product's operand that is contiguous along the inner dimension, transposed on its way
/// into shared memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/product/operand_ring.hpp>
#include <gridfold/kernel/product/permuted_tile.hpp>
#include <gridfold/kernel/product/tile_share.hpp>
#include <gridfold/view/transposed.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// A ring of `Stages` tiles that are transposed in registers. A thread takes patches of a few steps by a few lines: it
/// loads lines by vectors along k, and stores steps by vectors of lines. The operand consists of whole vectors
/// (is_in_vectors).
template <class Operand, int Stages, int Depth, int Lines, int Width>
struct turning_ring : permuted_tile<typename Operand::value_type, Depth, Lines> {
  using value = typename Operand::value_type;
  using tile = permuted_tile<value, Depth, Lines>;
  using elements = typename tile::elements[Stages];

  /// Elements per load: the steps of a patch.
  static constexpr int vector = operand_vector<Operand, Depth, Width>;

  /// Patches of a tile along k and across it; patches of a thread, at most.
  static constexpr int patches_across = Depth / vector, patches_down = Lines / tile::height;
  template <int Threads>
  static constexpr int patches = (patches_across * patches_down + Threads - 1) / Threads;

  /// Does nothing: this ring has no asynchronous copies.
  template <int N, class Block, class Tile>
  static GRIDFOLD_HD void start(const Block&, auto, Tile&&, const Operand&, std::int64_t, std::int64_t)
  {
  }

  /// Moves a thread's patches to a tile, one after the other. The tile begins at `line` and step `k` of the operand.
  /// work() is called between a patch's loads and its stores, to hide the latency of the loads. Elements beyond the
  /// operand are zero.
  template <class Block, class Tile, class Work>
  static GRIDFOLD_HD void turn(const Block&, auto t, Tile&& to, const Operand& operand, std::int64_t line,
                               std::int64_t k, Work work)
  {
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int n = 0; n < patches<Block::threads>; ++n) {
      const tile_place at = begin_of_patch<Block::threads>(t.rank, n);
      const bool owned = patches_across * patches_down % Block::threads == 0 || at.row < Lines;
      const patch loaded = load(operand, line, k, at, owned);
      work();
      if (owned) store(to, at, loaded);
    }
  }

 private:
  static constexpr int height = tile::height;
  using patch = view::array<value, vector * height>;

  /// The place of a thread's patch in a tile. Neighbouring threads load neighbouring vectors.
  template <int Threads>
  static GRIDFOLD_HD tile_place begin_of_patch(int rank, int number)
  {
    const auto patch_at = [](int across, int down) { return tile_place{across * vector, down * height}; };
    if constexpr (Threads % patches_across == 0)
      return patch_at(rank % patches_across, rank / patches_across + number * (Threads / patches_across));
    else
      return patch_at((number * Threads + rank) % patches_across, (number * Threads + rank) / patches_across);
  }

  static GRIDFOLD_HD patch load(const Operand& operand, std::int64_t line, std::int64_t k, tile_place at, bool owned)
  {
    constexpr unsigned k_axis = view::is_column_major<Operand> ? 0 : 1;
    const int steps_left = within_int(static_cast<std::int64_t>(operand.extent(k_axis)) - k);
    const int lines_left = within_int(static_cast<std::int64_t>(operand.extent(1 - k_axis)) - line);
    const std::int64_t stride = static_cast<std::int64_t>(operand.stride(1 - k_axis));
    const std::int64_t begin = (line + at.row) * stride + (k + at.neighbour);
    patch loaded;
    const auto load_lines = [&](auto is_valid) {
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int l = 0; l < height; ++l) {
        const auto along_k = view::load_valid<vector>(operand, begin + l * stride, owned && is_valid(l));
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int e = 0; e < vector; ++e) loaded.element[e * height + l] = along_k.element[e];
      }
    };
    if (steps_left >= Depth && lines_left >= Lines)
      load_lines([](int /*line*/) { return true; });
    else
      load_lines([&](int l) { return at.neighbour < steps_left && at.row + l < lines_left; });
    return loaded;
  }

  template <class Tile>
  static GRIDFOLD_HD void store(Tile&& to, tile_place at, const patch& from)
  {
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int e = 0; e < vector; ++e) {
      view::array<value, height> lines;
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int l = 0; l < height; ++l) lines.element[l] = from.element[e * height + l];
      view::store_neighbours(tile::place(to, at.neighbour + e, at.row), lines);
    }
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
