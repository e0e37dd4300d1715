// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loading: along which dimension the threads of a block load the tiles of a matrix product. Source: Kirk, Hwu and El
/// Hajj, 4th ed., Fig. 6.4.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/policy/axis.hpp>
#include <string>

namespace gridfold
{

/// Loads along the dimension in which each operand is contiguous (corner turning): coalesced for every layout.
struct corner_turning {
  using axis = axis::loading;
  static std::string name() { return "corner_turning"; }
};

/// Loads along rows for every layout: uncoalesced for column-major operands.
struct row_by_row {
  using axis = axis::loading;
  static std::string name() { return "row_by_row"; }
};

}  // namespace gridfold
