// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb multiply: the product of two matrices. Its kernel is kernel/product/gather_product.hpp, by default with
/// rings of tiles (defaults/multiply.hpp).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/defaults/multiply.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/product/gather_product.hpp>
#include <gridfold/policy/running_sum.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/view/transposed.hpp>
#include <string>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

/// multiply supports gathers that read directly (`global`, `read_only`) or by tiles (`shared`). row_by_row needs one
/// tile in shared memory, through_registers a ring of tiles (stages<2> or more). Axes: assignment, coarsening, vectors,
/// input, loading and stages (of tiles), raster, block, warp, accumulation.
template <>
struct verb_traits<verb::multiply> {
  template <class V>
  static constexpr bool uses_axes =
      uses_only<V, axis::decomposition, axis::assignment, axis::coarsening, axis::vectors, axis::input, axis::loading,
                axis::stages, axis::raster, axis::block, axis::warp, axis::accumulation>;
  template <class V>
  static constexpr bool warps_fill_block = V::warp::template fills<typename V::block>;
  template <class V>
  static constexpr bool loads = V::input::takes_stages(V::stages::count) &&
                                !(V::stages::count == 1 ? V::loading::transposes : V::loading::by_rows) &&
                                (policy::tiled_input<typename V::input> ||
                                 (V::input::is_direct && !V::loading::by_rows));
  /// Whether an operand's lines are assigned one by one or by vectors.
  template <class V>
  static constexpr bool is_one_to_one =
      policy::deals_rectangle<typename V::assignment, typename V::block, typename V::coarsening>&&
          policy::deals_rectangle<typename V::item_map, typename V::block, typename V::coarsening>;

  template <bool Explain, class V, class T = float>
  static constexpr bool check()
  {
    if constexpr (!V::decomposition::owns_outputs) {
      static_assert(
          !Explain,
          "gridfold: multiply does not scatter (one thread adds up all products of an element of c): give gather");
      return false;
    } else if constexpr (!warps_fill_block<V>) {
      static_assert(!Explain,
                    "gridfold: warps do not fill the block of a product (X or Y of warp<X, Y> does not divide that of "
                    "the block): give a block of whole warps, or warp_by_rows");
      return false;
    } else if constexpr (!loads<V>) {
      static_assert(
          !Explain,
          "gridfold: multiply has no such variant (constant memory has no room for a matrix, row_by_row loads "
          "one tile at a time, and through_registers a ring of tiles): give global or read_only, or "
          "shared_tile<...>, and with it row_by_row, or stages<...> with or without through_registers");
      return false;
    } else if constexpr (!rounds<T> && V::accumulation::corrects_rounding) {
      static_assert(
          !Explain,
          "gridfold: integers are added exactly (there is no rounding to compensate): give plain accumulation");
      return false;
    } else if constexpr (!policy::check_kept<Explain, typename V::input, T, V::stages::count>()) {
      return false;
    } else if constexpr (kernel::most_product_bytes<V, T> > max_shared_bytes) {
      static_assert(!Explain,
                    "gridfold: the tiles of multiply are larger than the 227 KiB of shared memory that a block can "
                    "have: give shared_tile fewer items, stages fewer tiles, or take a smaller block or coarsening");
      return false;
    } else if constexpr (!exec::check_registers<Explain, V, sizeof(kernel::product_tile<V, T>)>()) {
      return false;
    } else {
      return policy::check_assignment<Explain, is_one_to_one<V>, V>();
    }
  }
  /// T: the type of the operands' elements.
  template <class V, class T = float>
  static constexpr bool has_kernel = check<false, V, T>();
};

namespace detail
{

template <class View>
inline constexpr bool is_matrix = false;
template <class T, class Index, std::size_t Rows, std::size_t Columns, class Layout, class Accessor>
inline constexpr bool is_matrix<cuda::std::mdspan<T, cuda::std::extents<Index, Rows, Columns>, Layout, Accessor>> =
    std::is_same_v<Layout, cuda::std::layout_right> || std::is_same_v<Layout, cuda::std::layout_left>;

template <class Element>
concept multiplies_and_adds = requires(Element a)
{
  a* a + a;
};

template <class A, class B, class C>
struct multiply_arguments : core::output_element<typename C::element_type>,
                            core::moved_elements<typename A::element_type, typename B::element_type> {
  static constexpr void check() {}

  static_assert(is_matrix<A> && is_matrix<B> && is_matrix<C>,
                "gridfold: an argument of multiply is no matrix (an mdspan of rank 2, layout_right or layout_left): "
                "pass a view of two extents");
  static_assert(core::same_values<A, B>,
                "gridfold: the operands of multiply are of different types (their products have no single type): "
                "convert one");
  static_assert(multiplies_and_adds<typename A::value_type>,
                "gridfold: the elements of multiply are no numbers (they have no products and sums): pass views of "
                "numbers");
  static_assert(!std::integral<typename C::value_type> || std::integral<typename A::value_type>,
                "gridfold: the product of multiply has integers as elements (its operands have none, and sums "
                "would be truncated): pass a c of the operands' type");
};

template <class A, class B, class C>
void check_product(const A& a, const B& b, const C& c)
{
  core::check_extents(a, "a");
  core::check_extents(b, "b");
  core::check_extents(c, "c");
  if (std::cmp_not_equal(a.extent(1), b.extent(0)))
    throw error({"a is ", core::extents_of(a), " and b is ", core::extents_of(b),
                 " (the inner extents differ): give b as many rows as a has columns"});
  if (std::cmp_not_equal(a.extent(0), c.extent(0)) || std::cmp_not_equal(b.extent(1), c.extent(1)))
    throw error({"c is ", core::extents_of(c), " and a*b is ", a.extent(0), " x ", b.extent(1),
                 " (every element needs a place): pass a c of the product's shape"});
}

template <class V, class Executor, class A, class B, class C>
void gather_all_products(const Executor& on, const A& a, const B& b, const C& c)
{
  using kernel_type = kernel::gather_product<V, A, B, C>;
  kernel_type product{{a, b, c, kernel_type::tiles_of(c.extent(0), c.extent(1))}};
  if constexpr (kernel::has_ring<V>) {
    using tiles = typename kernel_type::shared_storage;
    product.a_by_vectors = kernel::is_in_vectors<tiles::left::vector>(a);
    product.b_by_vectors = kernel::is_in_vectors<tiles::right::vector>(b);
    if constexpr (kernel_type::turns_a || kernel_type::turns_b)
      if ((kernel_type::turns_a && !product.a_by_vectors) || (kernel_type::turns_b && !product.b_by_vectors)) {
        using as_they_lie = typename policy::with_policy<V, axis::loading, corner_turning>::type;
        detail::gather_all_products<as_they_lie>(on, a, b, c);
        return;
      }
  }
  on.run(product, product.grid());
}

/// The layout that selects a product's default variant; for a column-major c the operands change places.
template <class A, class B, class C>
using product_layout =
    std::conditional_t<view::is_column_major<C> ? !view::is_column_major<A> && !view::is_column_major<B>
                                                : view::is_column_major<A> && view::is_column_major<B>,
                       defaults::by_columns, defaults::by_rows>;

}  // namespace detail

/// Sets c to the matrix product a*b.
///
/// \tparam V the variant, see verb_traits<verb::multiply>. x of block and coarsening counts columns of c, and y rows;
///   for a column-major c, x counts rows and y columns, so that neighbouring threads write neighbouring elements. With
///   `warp<X, Y>` a warp is X by Y neighbouring threads. With input `shared_tile<N>` a tile has N steps of the inner
///   dimension. Threads load it along the dimension in which the operand is contiguous (corner_turning), or as if the
///   operand had c's layout (row_by_row), which is uncoalesced for the other layout. With `stages<N>` asynchronous
///   copies fill a ring of N tiles ahead, in the operand's order. A copy is a vector of 16 bytes, or of V's width where
///   the operand is contiguous along the inner dimension, if all its rows (columns, if column-major) begin aligned and
///   consist of whole vectors; else it is one element. With `through_registers` an operand that is contiguous along the
///   inner dimension is transposed on its way into the ring, if it consists of whole vectors: neighbours in a tile then
///   belong to one step. With input `global` the layouts decide whether neighbouring threads read neighbouring
///   elements.
/// \param on the executor. On `device` the call is asynchronous on its stream, allocates nothing and does not
///   synchronise.
/// \param a, b, c mdspans of extents (m, k), (k, n) and (m, n), each layout_right (row-major) or layout_left
///   (column-major), of any index type, in memory that the executor can access. a and b have one floating-point type, c
///   may be wider. c does not overlap a or b. If k is 0, c becomes 0.
///
/// An element of c is the sum of k products, fused with the addition or rounded to the operands' type, with the error
/// bound of V's accumulation (policy/accumulation.hpp).
///
/// Throws `error` for extents that do not match or that a view's index type cannot count, memory that the executor
/// cannot access, and failed launches. Source: Kirk, Hwu and El Hajj, 4th ed., ch. 5 and 6.
template <class V, core::any_executor Executor, core::is_mdspan A, core::is_mdspan B, core::is_mdspan C>
void multiply(const Executor& on, const A& a, const B& b, const C& c)
{
  detail::multiply_arguments<A, B, C>::check();
  policy::variant_argument<verb::multiply, V, typename A::value_type>::check();
  detail::check_product(a, b, c);
  if (c.extent(0) == 0 || c.extent(1) == 0) return;
  on.require_access(c.data_handle(), "elements of c");
  if (a.extent(1) != 0) {
    on.require_access(a.data_handle(), "elements of a");
    on.require_access(b.data_handle(), "elements of b");
  }
  const auto left = on.argument(V::input::view_of(a), "a", role::input);
  const auto right = on.argument(V::input::view_of(b), "b", role::input);
  const auto to = on.argument(c, "c", role::output);
  if constexpr (supports<verb::multiply, V, typename A::value_type>) {
    if constexpr (view::is_column_major<C>)
      detail::gather_all_products<V>(on, view::transposed(right), view::transposed(left), view::transposed(to));
    else
      detail::gather_all_products<V>(on, left, right, to);
  }
}

/// multiply by the executor's default variant (docs/use/defaults.md).
template <core::any_executor Executor, core::is_mdspan A, core::is_mdspan B, core::is_mdspan C>
void multiply(const Executor& on, const A& a, const B& b, const C& c)
{
  using T = typename A::value_type;
  using layout = detail::product_layout<A, B, C>;
  defaults::argument<Executor, verb::multiply, T, layout>::check();
  detail::multiply_arguments<A, B, C>::check();
  gridfold::with_default_variant<verb::multiply, T, layout>(
      on, static_cast<std::int64_t>(c.size()),
      [&]<class V>(const auto& executor) { gridfold::multiply<V>(executor, a, b, c); });
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... V>
auto multiply(...)
{
  static_assert(core::never<V...>,
                "gridfold: these are not the arguments of multiply (executor, a, b, c): pass an executor and three "
                "mdspans of rank 2, in this order");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
