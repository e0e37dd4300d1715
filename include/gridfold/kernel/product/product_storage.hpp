// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The shared memory of a block of a matrix product.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <gridfold/exec/block.hpp>
#include <gridfold/kernel/product/operand_ring.hpp>
#include <gridfold/kernel/product/operand_tile.hpp>
#include <gridfold/kernel/product/turning_ring.hpp>
#include <gridfold/policy/memory_space.hpp>
#include <gridfold/view/transposed.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Whether each operand has a ring of tiles in shared memory: stages<2> or more.
template <class Variant>
inline constexpr bool has_ring = policy::tiled_input<typename Variant::input> && (Variant::stages::count > 1);

/// Whether a ring's tiles of an operand are transposed on their way into shared memory.
template <class Variant, bool AlongK>
inline constexpr bool turns = AlongK&& Variant::loading::transposes;

/// The assignment of an operand's lines to threads: single lines if a tile's vectors lie along k, else vectors of
/// lines.
template <class Variant, bool AlongK>
using map_of_lines = std::conditional_t<has_ring<Variant> && AlongK && !turns<Variant, AlongK>,
                                        typename Variant::assignment, typename Variant::item_map>;

/// The tiles of an operand in shared memory: a ring of tiles or one tile.
template <class Variant, class Operand, int Depth, int Lines, bool AlongK>
using operand_tiles = std::conditional_t<
    !has_ring<Variant>,
    operand_tile<typename Operand::value_type, Depth, Lines,
                 typename Variant::input::template element<typename Operand::value_type>>,
    std::conditional_t<turns<Variant, AlongK>,
                       turning_ring<Operand, Variant::stages::count, Depth, Lines, Variant::vectors::width>,
                       operand_ring<Operand, Variant::stages::count, Depth, Lines, AlongK, Variant::vectors::width>>>;

/// The shared memory for tiles of both operands, by input policy.
template <class Input, class Variant, class A, class B>
struct product_storage {
  using type = nothing_shared;
};
template <policy::tiled_input Input, class Variant, class A, class B>
struct product_storage<Input, Variant, A, B> {
  struct type {
    static constexpr int depth = Input::tile;
    using block = typename Variant::block;
    using coarsening = typename Variant::coarsening;
    using left = operand_tiles<Variant, A, depth, block::y * coarsening::y, !view::is_column_major<A>>;
    using right = operand_tiles<Variant, B, depth, block::x * coarsening::x, view::is_column_major<B>>;
    alignas(16) typename left::elements left_tile;
    alignas(16) typename right::elements right_tile;
  };
};

/// Upper bound of the bytes of an operand's tile, for all layouts and accessors.
template <class Variant, class T, int Lines, class Input = typename Variant::input>
inline constexpr std::size_t most_operand_bytes = 0;
template <class Variant, class T, int Lines, policy::tiled_input Input>
inline constexpr std::size_t most_operand_bytes<Variant, T, Lines, Input> = [] {
  constexpr int depth = Input::tile;
  std::size_t most = sizeof(typename operand_tile<T, depth, Lines, typename Input::template element<T>>::elements);
  if constexpr (has_ring<Variant>) {
    constexpr int vector = widest_vector_of<T, depth, Variant::vectors::width>;
    most = std::max({most, sizeof(typename operand_lines<T, depth, Lines, 1>::elements),
                     sizeof(typename operand_lines<T, depth, Lines, vector>::elements)});
  }
  return most * static_cast<std::size_t>(Variant::stages::count);
}();

/// Upper bound of a product's bytes of shared memory, for the tiles of both operands.
template <class Variant, class T>
inline constexpr std::size_t most_product_bytes =
    (most_operand_bytes<Variant, T, Variant::block::y * Variant::coarsening::y> + 15) / 16 * 16 +
    (most_operand_bytes<Variant, T, Variant::block::x * Variant::coarsening::x> + 15) / 16 * 16;

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
