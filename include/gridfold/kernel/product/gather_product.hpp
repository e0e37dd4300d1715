// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The matrix product by gathering: a thread owns elements of the result and reads a row and a column for each,
/// directly, through tiles in shared memory, or through rings of them (kernel/product/product_ring.hpp). A thread's
/// elements, and its steps of two tiles, are in kernel/product/product_operands.hpp. Source: Kirk, Hwu and El Hajj, 4th
/// ed., ch. 5 and 6.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/kernel/product/product_operands.hpp>
#include <gridfold/kernel/product/product_ring.hpp>
#include <gridfold/policy/memory_space.hpp>
#include <gridfold/view/transposed.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// C = A B for views of rank 2.
template <class Variant, class A, class B, class C>
struct gather_product : product_operands<Variant, A, B, C> {
  using operands = product_operands<Variant, A, B, C>;
  using operands::a, operands::b, operands::c, operands::tiles, operands::rows, operands::columns;
  using typename operands::block_shape, typename operands::coarsening, typename operands::input,
      typename operands::shared_storage, typename operands::sums;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const index3 tile = Variant::raster::tile_of(block.index(), tiles);
    auto owned_sums = block.template per_thread<sums>();
    if constexpr (has_ring<Variant>)
      product_ring<operands>::add(*this, block, tile, owned_sums);
    else if constexpr (policy::tiled_input<input>)
      add_tile_by_tile(block, tile, owned_sums);
    else
      block.each_thread([&](auto t) { add_directly(tile, t, owned_sums[t]); });
    block.each_thread([&](auto t) { write(tile, t, owned_sums[t]); });
  }

 private:
  using operands::height, operands::width, operands::depth, operands::row, operands::column, operands::within,
      operands::steps_together, operands::add_steps;

  GRIDFOLD_HD void add_directly(index3 at, thread t, sums& total) const
  {
    std::int64_t i_at[coarsening::x], j_at[coarsening::y];
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int i = 0; i < coarsening::x; ++i) i_at[i] = within(at.x * columns + column(t, i), width());
    GRIDFOLD_UNROLL_ON_DEVICE
    for (int j = 0; j < coarsening::y; ++j) j_at[j] = within(at.y * rows + row(t, j), height());
    sums local = total;
    for (std::int64_t k = 0; k < depth(); ++k)
      local.add([&](int j) { return a(j_at[j], k); }, [&](int i) { return b(k, i_at[i]); });
    total = local;
  }

  /// Two barriers per pair of tiles: after the load and after the use.
  template <class Block, class Sums>
  GRIDFOLD_HD void add_tile_by_tile(Block& block, index3 at, Sums& owned_sums) const
  {
    auto&& left = block.shared(member<&shared_storage::left_tile>{});
    auto&& right = block.shared(member<&shared_storage::right_tile>{});
    for (std::int64_t k = 0; k < depth(); k += input::tile) {
      block.each_thread([&](auto t) { load(at, t, k, left, right); });
      block.each_thread([&](auto t) {
        sums local = owned_sums[t];
        add_tile(t, left, right, local);
        owned_sums[t] = local;
      });
    }
  }

  /// Adds the products of two tiles.
  template <class Left, class Right>
  static GRIDFOLD_HD void add_tile(thread t, const Left& left, const Right& right, sums& to)
  {
    GRIDFOLD_UNROLL_BY(8 / steps_together())
    for (int s = 0; s < input::tile; s += steps_together()) add_steps(t, left, right, s, to);
  }

  template <class Left, class Right>
  GRIDFOLD_HD void load(index3 at, auto t, std::int64_t k, Left& left, Right& right) const
  {
    constexpr bool by_rows = Variant::loading::by_rows;
    const std::int64_t first_row = at.y * rows, first_column = at.x * columns;
    shared_storage::left::template load<by_rows || !view::is_column_major<A>, block_shape::threads>(
        left, t, depth() - k, height() - first_row, [&](int s, int line) { return a(first_row + line, k + s); });
    shared_storage::right::template load<!by_rows && view::is_column_major<B>, block_shape::threads>(
        right, t, depth() - k, width() - first_column, [&](int s, int line) { return b(k + s, first_column + line); });
  }

  GRIDFOLD_HD void write(index3 at, auto t, const sums& total) const
  {
    unrolled<coarsening::y, coarsening::x>(t, [&](int j, int i) {
      const std::int64_t r = at.y * rows + row(t, j), s = at.x * columns + column(t, i);
      if (r < height() && s < width()) c(r, s) = static_cast<typename C::value_type>(total.sum[j][i].value());
    });
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
