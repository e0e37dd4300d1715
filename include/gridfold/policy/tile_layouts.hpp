// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Layouts of tiles in shared memory, for mdspans of rank 2 with static extents. Shared memory has 32 banks of 4-byte
/// words: lanes that read down a column should access different banks.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Members common to the mappings of tile layouts: constant extents, and the properties of mappings that give every
/// element its own place.
template <class Extents>
struct tile_mapping {
  using extents_type = Extents;
  using index_type = typename Extents::index_type;
  using size_type = typename Extents::size_type;
  using rank_type = typename Extents::rank_type;
  static_assert(Extents::rank() == 2 && Extents::rank_dynamic() == 0,
                "gridfold: a tile's extents are not two constants (its layout is computed at compile time): give "
                "extents<int, Rows, Columns>");
  static constexpr index_type rows = static_cast<index_type>(Extents::static_extent(0));
  static constexpr index_type columns = static_cast<index_type>(Extents::static_extent(1));

  [[nodiscard]] GRIDFOLD_HD constexpr const Extents& extents() const { return extents_; }
  static GRIDFOLD_HD constexpr bool is_always_unique() { return true; }
  static GRIDFOLD_HD constexpr bool is_unique() { return true; }
  friend GRIDFOLD_HD constexpr bool operator==(const tile_mapping&, const tile_mapping&) { return true; }

 private:
  Extents extents_;
};

/// Row-major layout with N unused elements after each row. With N = 1, vertical neighbours of 4 bytes are in
/// neighbouring banks. Source: Fan, CUDA Programming, ch. 8.
template <int N>
struct padded {
  static_assert(N >= 0, "gridfold: a row's padding is negative (rows would overlap): give padded 0 or more elements");
  static constexpr fixed_text name() { return N == 0 ? "unpadded" : fixed_text("padded:") + N; }

  template <class Extents>
  struct mapping : tile_mapping<Extents> {
    using layout_type = padded;
    using base = tile_mapping<Extents>;
    using typename base::index_type;
    static constexpr index_type pitch = base::columns + N;

    GRIDFOLD_HD constexpr index_type operator()(index_type i, index_type j) const { return i * pitch + j; }
    static GRIDFOLD_HD constexpr index_type required_span_size() { return (base::rows - 1) * pitch + base::columns; }
    static GRIDFOLD_HD constexpr index_type stride(typename base::rank_type r) { return r == 0 ? pitch : 1; }
    static GRIDFOLD_HD constexpr bool is_always_strided() { return true; }
    static GRIDFOLD_HD constexpr bool is_strided() { return true; }
    static GRIDFOLD_HD constexpr bool is_always_exhaustive() { return N == 0; }
    static GRIDFOLD_HD constexpr bool is_exhaustive() { return N == 0; }
  };
};

/// Row-major layout: in a tile with 32 columns of 4 bytes, all elements of a column are in one bank, a 32-way bank
/// conflict.
using unpadded = padded<0>;

/// Row-major layout with columns permuted: element (i, j) is stored at column j xor i. No bank conflicts and no unused
/// memory. The number of columns must be a power of two.
struct swizzled {
  /// Whether a tile with this number of columns can have the layout.
  static constexpr bool takes(int /*rows*/, int columns) { return (columns & (columns - 1)) == 0; }
  static constexpr fixed_text name() { return "swizzled"; }

  template <class Extents>
  struct mapping : tile_mapping<Extents> {
    using layout_type = swizzled;
    using base = tile_mapping<Extents>;
    using typename base::index_type;
    static_assert(takes(base::rows, base::columns),
                  "gridfold: a swizzled tile's columns are no power of two (xor would leave the row): choose "
                  "block::x*coarsen::x so, or padded<1>");

    GRIDFOLD_HD constexpr index_type operator()(index_type i, index_type j) const
    {
      return i * base::columns + (j ^ (i & (base::columns - 1)));
    }
    static GRIDFOLD_HD constexpr index_type required_span_size() { return base::rows * base::columns; }
    static GRIDFOLD_HD constexpr bool is_always_strided() { return false; }
    static GRIDFOLD_HD constexpr bool is_strided() { return false; }
    static GRIDFOLD_HD constexpr bool is_always_exhaustive() { return true; }
    static GRIDFOLD_HD constexpr bool is_exhaustive() { return true; }
  };
};

}  // namespace gridfold::inline GRIDFOLD_ABI
