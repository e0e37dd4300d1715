// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Access pattern: which element of a vector belongs to which item of which block. Source: notes 004, the five ways to
/// read and write z[n] = x[n] + y[n]. A user's own pattern is any type with the same static functions.
///
/// `place` maps item `item` of `items` of block `block` of `blocks` to an element, one-to-one onto at least [0, size);
/// what it puts beyond is left out. `source` is the element that is read for a place.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstdint>
#include <string>

namespace gridfold
{

/// Item after item, block after block: 100% of the bytes moved are asked for. Source: notes 004, `add`.
struct sequential {
  static constexpr GRIDFOLD_HD std::int64_t place(std::int64_t block, int item, std::int64_t /*blocks*/, int items,
                                                  std::int64_t /*size*/)
  {
    return block * items + item;
  }
  static constexpr GRIDFOLD_HD std::int64_t source(std::int64_t place) { return place; }
  static std::string name() { return "sequential"; }
};

/// Neighbours exchanged in pairs: as well coalesced, in another order. Source: notes 004, `add_permuted`.
struct permuted : sequential {
  static constexpr GRIDFOLD_HD std::int64_t place(std::int64_t block, int item, std::int64_t blocks, int items,
                                                  std::int64_t size)
  {
    const int partner = (item ^ 1) < items ? item ^ 1 : item;
    return sequential::place(block, partner, blocks, items, size);
  }
  static std::string name() { return "permuted"; }
};

/// One element on, and the first at the end: a warp's 128 bytes lie in five sectors. Source: notes 004, `add_offset`.
struct offset : sequential {
  static constexpr GRIDFOLD_HD std::int64_t place(std::int64_t block, int item, std::int64_t blocks, int items,
                                                  std::int64_t size)
  {
    const std::int64_t next = sequential::place(block, item, blocks, items, size) + 1;
    return next == size ? 0 : next;
  }
  static std::string name() { return "offset"; }
};

/// As many elements apart as there are blocks: a sector for every thread. Source: notes 004, `add_stride`.
struct strided : sequential {
  static constexpr GRIDFOLD_HD std::int64_t place(std::int64_t block, int item, std::int64_t blocks, int /*items*/,
                                                  std::int64_t /*size*/)
  {
    return block + item * blocks;
  }
  static std::string name() { return "strided"; }
};

/// Everyone reads the first element: one sector a warp, an eighth of it asked for. Source: notes 004, `add_broadcast`.
struct broadcast : sequential {
  static constexpr GRIDFOLD_HD std::int64_t source(std::int64_t /*place*/) { return 0; }
  static std::string name() { return "broadcast"; }
};

template <class P>
concept access_pattern = std::same_as<decltype(P::place(0, 0, 1, 1, 1)), std::int64_t> &&
    std::same_as<decltype(P::source(0)), std::int64_t> && std::convertible_to<decltype(P::name()), std::string>;

}  // namespace gridfold
