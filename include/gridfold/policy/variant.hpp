// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Variant: one choice of every policy.
#pragma once

#include <gridfold/policy/accumulation.hpp>
#include <gridfold/policy/assignment.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/coarsening.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <gridfold/policy/space.hpp>
#include <string>
#include <type_traits>

namespace gridfold
{

/// One choice of every policy; a verb compiles one kernel for it. Trailing policies may be left to their defaults.
template <class Decomposition = gather, class Assignment = interleaved, class Coarsening = coarsen<1>,
          class Space = global, class Block = block<32, 4>, class Accumulation = plain>
struct variant {
  static_assert(gridfold::decomposition<Decomposition>,
                "gridfold: the 1st policy of a variant is no decomposition (it says who owns what): put gather or "
                "scatter there");
  static_assert(gridfold::assignment<Assignment>,
                "gridfold: the 2nd policy of a variant is no assignment (it needs static constexpr int "
                "index(thread, item, threads, items) and name()): put contiguous, interleaved or your own there");
  static_assert(
      gridfold::coarsening<Coarsening>,
      "gridfold: the 3rd policy of a variant is no coarsening (it says how many items a thread works on): put "
      "coarsen<X, Y> there");
  static_assert(gridfold::space<Space>,
                "gridfold: the 4th policy of a variant is no space (it says where inputs are read): put constant, "
                "global, read_only or shared there, in a reduction dynamic_shared or registers too");
  static_assert(gridfold::block_shape<Block>,
                "gridfold: the 5th policy of a variant is no block (it is the shape of a thread block): put block<X, "
                "Y> there");
  static_assert(gridfold::accumulation<Accumulation>,
                "gridfold: the 6th policy of a variant is no accumulation (it says how terms are added): put plain, "
                "compensated or wide<T> there");

  using decomposition = Decomposition;
  using assignment = Assignment;
  using coarsening = Coarsening;
  using space = Space;
  using block = Block;
  using accumulation = Accumulation;

  /// The policies' names joined by slashes, e.g. "gather/interleaved/8x4/global/32x4"; `plain` goes unsaid.
  static std::string name()
  {
    std::string policies = Decomposition::name() + "/" + Assignment::name() + "/" + Coarsening::name() + "/" +
                           Space::name() + "/" + Block::name();
    return std::is_same_v<Accumulation, plain> ? policies : policies + "/" + Accumulation::name();
  }
};

template <class V>
inline constexpr bool is_variant = false;
template <class... P>
inline constexpr bool is_variant<variant<P...>> = true;

}  // namespace gridfold
