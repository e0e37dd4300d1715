// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loading: how a block loads the tiles of a matrix product. A loading has a name and two members:
///
///   by_rows     whether a block loads each operand along the rows of the result, whatever the operand's layout; only
///               one tile at a time
///   transposes  whether a block transposes operands that lie along the inner dimension; only for a ring of tiles
///
/// Source: Kirk, Hwu and El Hajj, 4th ed., Fig. 6.4.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/policy/axis.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Loads along the dimension in which each operand is contiguous (corner turning): coalesced for every layout.
struct corner_turning {
  using axis = axis::loading;
  static constexpr bool by_rows = false, transposes = false;
  static constexpr fixed_text name() { return "corner_turning"; }
};

/// Loads as if each operand had the layout of the result: uncoalesced for operands of the other layout.
struct row_by_row {
  using axis = axis::loading;
  static constexpr bool by_rows = true, transposes = false;
  static constexpr fixed_text name() { return "row_by_row"; }
};

/// Like corner_turning, for a ring of tiles (stages<2> or more), but transposes an operand that is contiguous along the
/// inner dimension: threads load its vectors into registers, multiply meanwhile, and store vectors of lines. The order
/// in which operands are then read puts the registers of a multiply-add in different banks. An operand without whole
/// vectors is loaded as by corner_turning.
struct through_registers {
  using axis = axis::loading;
  static constexpr bool by_rows = false, transposes = true;
  static constexpr fixed_text name() { return "through_registers"; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
