// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Access patterns of `transform` and `copy`: the element that each item of each block computes. Source of the
/// library's patterns: Fan, CUDA Programming, ch. 7. A pattern of your own is any type with these static functions:
///
///   target(block, item, blocks, items, size)  the element that item `item` of `items` of block `block` of `blocks`
///                                             writes; one-to-one onto at least [0, size); results beyond `size` are
///                                             skipped
///   source(target, input)                     the element of input number `input` that is read for it
///   name()                                    the pattern's name, a constexpr gridfold::fixed_text
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstdint>
#include <gridfold/core/fixed_text.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Moves item after item, block after block: fully coalesced.
struct sequential {
  static constexpr GRIDFOLD_HD std::int64_t target(std::int64_t block, int item, std::int64_t /*blocks*/, int items,
                                                   std::int64_t /*size*/)
  {
    return block * items + item;
  }
  static constexpr GRIDFOLD_HD std::int64_t source(std::int64_t target, int /*input*/) { return target; }
  static constexpr fixed_text name() { return "sequential"; }
};

/// Exchanges neighbours in pairs: fully coalesced, since a warp's accesses stay within its sectors.
struct permuted : sequential {
  static constexpr GRIDFOLD_HD std::int64_t target(std::int64_t block, int item, std::int64_t blocks, int items,
                                                   std::int64_t size)
  {
    const int partner = (item ^ 1) < items ? item ^ 1 : item;
    return sequential::target(block, partner, blocks, items, size);
  }
  static constexpr fixed_text name() { return "permuted"; }
};

/// Shifts by one element and wraps the last one around: a warp's 128 bytes touch five sectors instead of four.
struct offset : sequential {
  static constexpr GRIDFOLD_HD std::int64_t target(std::int64_t block, int item, std::int64_t blocks, int items,
                                                   std::int64_t size)
  {
    const std::int64_t next = sequential::target(block, item, blocks, items, size) + 1;
    return next == size ? 0 : next;
  }
  static constexpr fixed_text name() { return "offset"; }
};

/// Moves elements that are the number of blocks apart: every thread touches its own sector.
struct strided : sequential {
  static constexpr GRIDFOLD_HD std::int64_t target(std::int64_t block, int item, std::int64_t blocks, int /*items*/,
                                                   std::int64_t /*size*/)
  {
    return block + item * blocks;
  }
  static constexpr fixed_text name() { return "strided"; }
};

/// Reads the first input's first element in all threads: one sector per warp, of which 4 of 32 bytes are used.
struct broadcast : sequential {
  static constexpr GRIDFOLD_HD std::int64_t source(std::int64_t target, int input) { return input == 0 ? 0 : target; }
  static constexpr fixed_text name() { return "broadcast"; }
};

/// An access pattern of transform and copy.
template <class P>
concept access_pattern = std::same_as<decltype(P::target(0, 0, 1, 1, 1)), std::int64_t> &&
    std::same_as<decltype(P::source(0, 0)), std::int64_t> && std::convertible_to<decltype(P::name()), fixed_text>;

}  // namespace gridfold::inline GRIDFOLD_ABI
