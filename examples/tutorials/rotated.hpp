// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A user's layout of tiles, with rotated rows.
// [header]
#pragma once
#include <gridfold/gridfold.hpp>
namespace gf = gridfold;

/// Element (i, j) is at column i + j, modulo the columns: a column's elements are in different banks, without padding.
struct rotated {
  static constexpr gf::fixed_text name() { return "rotated"; }

  template <class Extents>
  struct mapping : gf::tile_mapping<Extents> {
    using base = gf::tile_mapping<Extents>;
    using layout_type = rotated;
    GRIDFOLD_HD constexpr int operator()(int i, int j) const { return i * base::columns + (i + j) % base::columns; }
    static GRIDFOLD_HD constexpr int required_span_size() { return base::rows * base::columns; }
    static GRIDFOLD_HD constexpr bool is_always_strided() { return false; }
    static GRIDFOLD_HD constexpr bool is_strided() { return false; }
    static GRIDFOLD_HD constexpr bool is_always_exhaustive() { return true; }
    static GRIDFOLD_HD constexpr bool is_exhaustive() { return true; }
  };
};
// [header]
