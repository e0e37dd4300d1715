// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loading: along which dimension the threads of a block load the tiles of a product of matrices. Source: notes 001,
/// Fig. 6.4.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/policy/axis.hpp>
#include <string>

namespace gridfold
{

/// Along the dimension in which each operand is contiguous: coalesced for every layout (Fig. 6.4B).
struct corner_turning {
  using axis = axis::loading;
  static std::string name() { return "corner_turning"; }
};

/// Along rows, whatever the operand's layout: uncoalesced for column-major operands (Fig. 6.4A).
struct row_by_row {
  using axis = axis::loading;
  static std::string name() { return "row_by_row"; }
};

}  // namespace gridfold
