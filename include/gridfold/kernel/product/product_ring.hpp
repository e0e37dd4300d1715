// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The matrix product through rings of tiles: a block multiplies one pair of tiles while it fills the next.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/product/product_operands.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Operands: product_operands with stages<2> or more.
template <class Operands>
struct product_ring {
  using input = typename Operands::input;
  using shared_storage = typename Operands::shared_storage;
  using sums = typename Operands::sums;

  /// One barrier per pair of tiles: after it the next tiles have arrived, and the ones just used may be overwritten.
  template <class Block, class Sums>
  static GRIDFOLD_HD void add(const Operands& of, Block& block, index3 at, Sums& owned_sums)
  {
    constexpr int stages = Operands::variant::stages::count;
    auto&& left = block.shared(member<&shared_storage::left_tile>{});
    auto&& right = block.shared(member<&shared_storage::right_tile>{});
    for (int s = 0; s < stages - 1; ++s)
      block.template each_thread_awaiting<stages - 2>(
          [&](auto t) { fill(of, block, t, at, s * input::tile, left[s], right[s], [](int /*part*/) {}); });
    int now = 0, last = stages - 1;
    for (std::int64_t k = 0; k < of.depth(); k += input::tile) {
      block.template each_thread_awaiting<stages - 2>([&](auto t) {
        sums local = owned_sums[t];
        fill(of, block, t, at, k + (stages - 1) * input::tile, left[last], right[last], [&](int part) {
          GRIDFOLD_UNROLL_ON_DEVICE
          for (int s = 0; s < steps_per_part(); s += Operands::steps_together())
            Operands::add_steps(t, left[now], right[now], part * steps_per_part() + s, local);
        });
        owned_sums[t] = local;
      });
      last = now;
      now = now + 1 < stages ? now + 1 : 0;
    }
  }

 private:
  /// Steps per part of a tile: up to 8.
  static GRIDFOLD_HD constexpr int steps_per_part()
  {
    constexpr int depth = input::tile, together = Operands::steps_together();
    for (int steps = 8; steps > 1; --steps)
      if (depth % steps == 0 && steps % together == 0) return steps;
    return together;
  }
  static GRIDFOLD_HD constexpr int parts() { return input::tile / steps_per_part(); }

  /// Fills a thread's share of the tiles from step k on. In between calls work(part) for each part of the tiles in use.
  template <class Block, class Left, class Right, class Work>
  static GRIDFOLD_HD void fill(const Operands& of, Block& block, auto t, index3 at, std::int64_t k, Left&& left,
                               Right&& right, Work work)
  {
    using left_ring = typename shared_storage::left;
    using right_ring = typename shared_storage::right;
    constexpr int patches = left_ring::template patches<Block::threads> + right_ring::template patches<Block::threads>;
    const std::int64_t line = at.y * Operands::rows, column = at.x * Operands::columns;
    if (k < of.depth()) {
      start<left_ring>(block, t, left, of.a, of.a_by_vectors, line, k);
      start<right_ring>(block, t, right, of.b, of.b_by_vectors, column, k);
    }
    int part = 0, patch = 0;
    const auto work_until = [&](int end) {
      GRIDFOLD_UNROLL_BY(1)
      for (; part < end; ++part) work(part);
    };
    if constexpr (patches == 0) {
      work_until(parts());
    } else {
      const auto work_on_share = [&] { work_until(++patch * parts() / patches); };
      left_ring::turn(block, t, left, of.a, line, k, work_on_share);
      right_ring::turn(block, t, right, of.b, column, k, work_on_share);
    }
  }
  template <class Ring, class Block, class Tile, class Operand>
  static GRIDFOLD_HD void start(Block& block, auto t, Tile&& to, const Operand& operand, bool by_vectors,
                                std::int64_t line, std::int64_t k)
  {
    if (Ring::vector == 1 || !by_vectors) return Ring::template start<1>(block, t, to, operand, line, k);
    Ring::template start<Ring::vector>(block, t, to, operand, line, k);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
