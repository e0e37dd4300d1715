// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb multiply: the product of two matrices.
#pragma once

#include <gridfold/config.hpp>

#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/arguments.hpp>
#include <gridfold/defaults.hpp>
#include <gridfold/error.hpp>
#include <gridfold/kernel/gather_product.hpp>
#include <gridfold/math/running_sum.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/input_view.hpp>
#include <gridfold/view/transposed.hpp>
#include <gridfold/view/watched.hpp>
#include <string>
#include <type_traits>
#include <utility>

namespace gridfold
{

/// Whether multiply has a kernel for a variant (`value`): every gather that reads its operands in space `global`,
/// `read_only`, `shared` or `shared_rows`.
template <class V>
struct multiplies
    : std::bool_constant<std::is_same_v<typename V::decomposition, gather> && !is_constant<typename V::space> &&
                         (input_space<typename V::space> || is_shared_rows<typename V::space>)> {
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
struct multiply_arguments : output_element<typename C::element_type> {
  static_assert(is_matrix<A> && is_matrix<B> && is_matrix<C>,
                "gridfold: an argument of multiply is no matrix (an mdspan of rank 2, layout_right or layout_left): "
                "pass a view of two extents");
  static_assert(same_values<A, B>,
                "gridfold: the operands of multiply are of different types (their products have none): convert one");
  static_assert(multiplies_and_adds<typename A::value_type>,
                "gridfold: the elements of multiply are no numbers (they have no products and sums): pass views of "
                "numbers");
  static_assert(!std::integral<typename C::value_type> || std::integral<typename A::value_type>,
                "gridfold: the product of multiply has integers as elements (those of its operands are none, and would "
                "be cut): pass a c of the operands' type");
};

template <class View>
std::string shape_of(const View& matrix)
{
  return std::to_string(matrix.extent(0)) + " x " + std::to_string(matrix.extent(1));
}

template <class A, class B, class C>
void check_product(const A& a, const B& b, const C& c)
{
  if (std::cmp_not_equal(a.extent(1), b.extent(0)))
    throw error("a is " + shape_of(a) + " and b is " + shape_of(b) +
                " (the inner extents differ): give b as many rows as a has columns");
  if (std::cmp_not_equal(a.extent(0), c.extent(0)) || std::cmp_not_equal(b.extent(1), c.extent(1)))
    throw error("c is " + shape_of(c) + " and a*b is " + std::to_string(a.extent(0)) + " x " +
                std::to_string(b.extent(1)) + " (every element needs a place): pass a c of the product's shape");
}

template <class V, class Executor, class A, class B, class C>
void gather_all_products(const Executor& on, const A& a, const B& b, const C& c)
{
  using kernel = gather_product<V, A, B, C>;
  static_assert(sizeof(typename kernel::shared_storage) <= 48 * 1024,
                "gridfold: the tiles of multiply are larger than a block's 48 KiB of shared memory: give shared_tile "
                "fewer items, or take a smaller block or coarsening");
  on.run(kernel{a, b, c}, kernel::grid(c.extent(0), c.extent(1)));
}

}  // namespace detail

/// Sets c to the matrix product a*b.
///
/// \tparam V the variant; see `multiplies` for those that have a kernel. The block and the coarsening count columns of
/// c
///   along x and rows along y, for a column-major c rows along x and columns along y: neighbouring threads write
///   neighbouring elements. In space `shared` a tile takes shared_tile's items of the inner dimension, and its threads
///   load along the dimension in which the operand's layout is contiguous (corner turning); in space `shared_rows` they
///   load as if both operands had c's layout, uncoalesced for one that has not. In space `global` the layouts alone say
///   whether neighbouring threads read neighbours (k*Width + col) or not (col*Width + k).
/// \param on the executor. On `device` the call is asynchronous on its stream, allocates nothing and does not
///   synchronise.
/// \param a, b, c mdspans of extents (m, k), (k, n) and (m, n), each layout_right (row-major) or layout_left
///   (column-major), of any index type, in memory that the executor reaches; a and b have the same type of number, c
///   may be wider. c does not overlap a or b. Where k is 0, c becomes 0.
///
/// An element of c is the sum of k products, each rounded to the operands' type or not at all (fused), added by V's
/// accumulation, whose error bound stands in policy/accumulation.hpp.
/// Throws `error` for extents that do not fit, memory that the executor cannot reach, and launches that fail.
/// Source: notes 001.
template <class V, class Executor, detail::is_mdspan A, detail::is_mdspan B, detail::is_mdspan C>
void multiply(const Executor& on, const A& a, const B& b, const C& c)
{
  detail::executor_argument<Executor>::check();
  static_assert(is_variant<V>,
                "gridfold: the template argument of multiply is no variant (it says how to fold the work): give "
                "variant<...>");
  static_assert(std::is_same_v<typename V::decomposition, gather>,
                "gridfold: multiply does not scatter (an element of c has one owner, who adds up all its products): "
                "give gather");
  static_assert(multiplies<V>::value,
                "gridfold: multiply does not read from this space (a matrix does not fit the launch's parameters): "
                "give global, read_only, shared_tile<...> or shared_rows<...>");
  detail::multiply_arguments<A, B, C>::check();
  static_assert(rounds<typename A::value_type> || std::is_same_v<typename V::accumulation, plain>,
                "gridfold: integers are added exactly (there is no rounding to compensate): give plain accumulation");
  detail::check_product(a, b, c);
  if (c.extent(0) == 0 || c.extent(1) == 0) return;
  on.require_access(c.data_handle(), "elements of c");
  if (a.extent(1) != 0) {
    on.require_access(a.data_handle(), "elements of a");
    on.require_access(b.data_handle(), "elements of b");
  }
  const auto left = gridfold::watched(on, input_view<typename V::space>(a), "a", role::input);
  const auto right = gridfold::watched(on, input_view<typename V::space>(b), "b", role::input);
  const auto to = gridfold::watched(on, c, "c", role::output);
  if constexpr (is_column_major<C>)
    detail::gather_all_products<V>(on, transposed(right), transposed(left), transposed(to));
  else
    detail::gather_all_products<V>(on, left, right, to);
}

/// The same by the executor's default variant (defaults.hpp).
template <class Executor, detail::is_mdspan A, detail::is_mdspan B, detail::is_mdspan C>
void multiply(const Executor& on, const A& a, const B& b, const C& c)
{
  detail::default_argument<Executor, verb::multiply>::check();
  detail::multiply_arguments<A, B, C>::check();
  by_default<verb::multiply, typename A::value_type>(
      on, static_cast<std::int64_t>(c.size()), [&]<class V>(const auto& executor) { multiply<V>(executor, a, b, c); });
}

/// Any other call, refused.
template <class... V>
auto multiply(...)
{
  static_assert(detail::never<V...>,
                "gridfold: these are not the arguments of multiply (executor, a, b, c): pass an executor and three "
                "mdspans of rank 2, in this order");
}

}  // namespace gridfold
