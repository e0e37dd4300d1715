// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A ring of tiles of a matrix product's operand that is contiguous along the inner dimension, transposed on its way
/// into shared memory.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/parts/operand_ring.hpp>
#include <gridfold/kernel/parts/operand_tile.hpp>
#include <gridfold/kernel/parts/tile_share.hpp>
#include <gridfold/view/transposed.hpp>
#include <gridfold/view/vectors.hpp>

namespace gridfold::kernel
{

/// `Stages` tiles. A tile is filled in parts of some of its lines: threads load a part by vectors along k, multiply
/// some steps of another tile, which hides the latency of the loads, and store. So a thread holds few vectors at a
/// time.
template <class Operand, int Stages, int Depth, int Lines, int Width>
struct turning_ring : operand_tile<typename Operand::value_type, Depth, Lines> {
  using value = typename Operand::value_type;
  using tile = operand_tile<value, Depth, Lines>;
  using elements = typename tile::elements[Stages];

  /// Elements of the widest load.
  static constexpr int vector = operand_vector<Operand, Depth, Width>;

  /// Nothing is copied asynchronously.
  template <int N, class Block, class Thread, class Tile>
  static GRIDFOLD_HD void start(Block&, Thread, Tile&&, const Operand&, std::int64_t, std::int64_t)
  {
  }

  /// The vectors of a thread in one of Parts parts.
  template <int Parts, int Threads>
  struct part {
    static constexpr int lines = (Lines + Parts - 1) / Parts;
    using share = tile_share<Depth, lines, vector, Threads>;
    view::array<value, vector> held[share::count];
  };

  /// A thread's share of a part of the tile that begins at a line and a step of the operand, loaded by vectors of N;
  /// elements beyond the operand are zero.
  template <int N, int Parts, class Block, class Thread>
  static GRIDFOLD_HD part<Parts, Block::threads> load(const Block&, Thread t, const Operand& operand, std::int64_t line,
                                                      std::int64_t k, int number)
  {
    using part_type = part<Parts, Block::threads>;
    constexpr unsigned k_axis = view::is_column_major<Operand> ? 0 : 1;
    line += number * part_type::lines;
    const int steps_left = within_int(static_cast<std::int64_t>(operand.extent(k_axis)) - k);
    const int lines_left = within_int(static_cast<std::int64_t>(operand.extent(1 - k_axis)) - line);
    const std::int64_t stride = static_cast<std::int64_t>(operand.stride(1 - k_axis)), begin = line * stride + k;
    const auto place_of = [stride](tile_place p) { return p.row * stride + p.neighbour; };
    part_type loaded;
    part_type::share::each(t, [&](int item, tile_place own, tile_place patch) {
      const std::int64_t place = begin + place_of(own) + place_of(patch);
      const int step = own.neighbour + patch.neighbour;
      const bool has_line = own.row + patch.row < lines_left;
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < vector; e += N) {
        const auto neighbours = view::load_valid<N>(operand, place + e, has_line && step + e < steps_left);
        GRIDFOLD_UNROLL_ON_DEVICE
        for (int n = 0; n < N; ++n) loaded.held[item].element[e + n] = neighbours.element[n];
      }
    });
    return loaded;
  }

  /// Stores a part in its lines of a tile.
  template <int Parts, class Block, class Thread, class Tile>
  static GRIDFOLD_HD void store(const Block&, Thread t, Tile&& to, int number,
                                const part<Parts, Block::threads>& loaded)
  {
    using part_type = part<Parts, Block::threads>;
    part_type::share::each(t, [&](int item, tile_place own, tile_place patch) {
      const int line = number * part_type::lines + own.row + patch.row;
      if (Lines % Parts != 0 && line >= Lines) return;
      GRIDFOLD_UNROLL_ON_DEVICE
      for (int e = 0; e < vector; ++e)
        *tile::place(to, own.neighbour + patch.neighbour + e, line) = loaded.held[item].element[e];
    });
  }
};

}  // namespace gridfold::kernel
