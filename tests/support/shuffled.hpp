// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Assignments that are one-to-one and have no other regularity.
#pragma once

#include <cstdint>
#include <gridfold/core/config.hpp>
#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace test
{

/// A pseudo-random permutation of a block's items: four rounds of a Feistel network on the numbers below the next power
/// of four, repeated until the result is a valid item.
template <unsigned Seed>
struct shuffled {
  using axis = gridfold::axis::assignment;
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int items)
  {
    const auto all = static_cast<unsigned>(threads * items);
    unsigned half = 1;
    while (1u << 2 * half < all) ++half;
    auto number = static_cast<unsigned>(thread * items + item);
    do number = permuted(number, half);
    while (number >= all);
    return static_cast<int>(number);
  }
  static constexpr gridfold::fixed_text name() { return gridfold::fixed_text("shuffled") + static_cast<int>(Seed); }

 private:
  static constexpr GRIDFOLD_HD unsigned permuted(unsigned number, unsigned half)
  {
    const unsigned low_bits = (1u << half) - 1;
    unsigned high = number >> half, low = number & low_bits;
    for (unsigned round = 0; round < 4; ++round) {
      unsigned mixed = (low + 1 + round) * 0x9e3779b9u + Seed * 0x85ebca6bu;
      mixed = (mixed ^ mixed >> 15) * 0xc2b2ae35u;
      const unsigned next = high ^ (mixed >> 16 & low_bits);
      high = low;
      low = next;
    }
    return high << half | low;
  }
};

}  // namespace test
