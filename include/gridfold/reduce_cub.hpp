// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// For the verb reduce: blocks that combine through cub::BlockReduce. Not part of gridfold.hpp, since CUB takes long to
/// compile.
#pragma once

#include <gridfold/config.hpp>

#include <gridfold/kernel/combine.hpp>
#include <gridfold/policy/space.hpp>
#include <nv/target>
#include <string>
#ifdef __CUDACC__
#include <cub/block/block_reduce.cuh>
#endif

namespace gridfold
{

/// As `registers`, but by CUB's block-wide collective. On the host the same as `registers`.
struct cub_block {
  static std::string name() { return "cub_block"; }
};

template <>
inline constexpr bool is_space<cub_block> = true;

template <class Shape, class Partial>
struct combination<cub_block, Shape, Partial> {
  static constexpr bool needs_global = false;
  using in_registers = combination<registers, Shape, Partial>;
#ifdef __CUDACC__
  using collective = cub::BlockReduce<Partial, Shape::x, cub::BLOCK_REDUCE_WARP_REDUCTIONS, Shape::y>;
  union storage {
    typename collective::TempStorage of_cub;
    typename in_registers::storage of_warp;
  };
#else
  union storage {
    typename in_registers::storage of_warp;
  };
#endif

  template <class Fold>
  struct merged {
    const Fold& fold;
    GRIDFOLD_HD Partial operator()(Partial a, const Partial& b) const
    {
      fold.merge(a, b);
      return a;
    }
  };

  template <class Block, class Values, class Fold, class Room>
  static GRIDFOLD_HD void combine(Block& block, storage& room, Values& values, const Fold& fold, Room in_global)
  {
    NV_IF_TARGET(NV_IS_DEVICE, (block.each_thread([&](thread t) {
                   values[t] = collective(room.of_cub).Reduce(values[t], merged<Fold>{fold});
                 });),
                 (in_registers::combine(block, room.of_warp, values, fold, in_global);))
  }
};

}  // namespace gridfold
