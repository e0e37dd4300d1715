// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// An exchange policy for reduce by cub::BlockReduce. Not included by gridfold.hpp, since CUB is slow to compile.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/exchange.hpp>
#include <nv/target>
#ifdef __CUDACC__
#include <cub/block/block_reduce.cuh>
#endif

namespace gridfold::inline GRIDFOLD_ABI
{

/// Exchange by CUB's block-wide reduction; on the host like exchange_registers.
struct exchange_cub {
  using axis = axis::exchange;
  static constexpr bool in_global = false, uses_dynamic_shared = false;
  static constexpr fixed_text name() { return "exchange:cub"; }

  template <class Shape, class Partial>
  struct combination {
    using in_registers = exchange_registers::combination<Shape, Partial>;
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

    template <class Block, class Shared, class Values, class Fold, class Workspace>
    static GRIDFOLD_HD void combine(Block& block, Shared&& storage, Values& values, const Fold& fold,
                                    Workspace in_global)
    {
      NV_IF_TARGET(NV_IS_DEVICE, (block.each_thread([&](auto t) {
                     values[t] = collective(storage.of_cub).Reduce(values[t], merged<Fold>{fold});
                   });),
                   (in_registers::combine(block, storage.of_warp, values, fold, in_global);))
    }
  };
};

}  // namespace gridfold::inline GRIDFOLD_ABI
