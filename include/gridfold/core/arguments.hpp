// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Checks of the types of a verb's arguments. Each check is a class: a verb instantiates it first, so that a wrong
/// call's first error is the class's one sentence.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/core/source.hpp>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI::core
{

/// Always false: for static assertions in templates that only a wrong program instantiates.
template <class...>
inline constexpr bool never = false;

template <class T>
concept is_mdspan = requires(const T& view)
{
  view.mapping();
};

template <class T>
concept has_three_extents = is_mdspan<T> && T::rank()
== 3;

template <class A, class B>
concept same_values = std::same_as<typename A::value_type, typename B::value_type>;

template <class T>
struct element {
  using type = T;
};
template <is_mdspan View>
struct element<View> {
  using type = typename View::element_type;
};
/// A view's element type; for other types the type itself, so that a later check can refuse it.
template <class T>
using element_of = typename element<T>::type;

/// A container or span with contiguous elements.
template <class T>
concept is_contiguous = requires(T& elements)
{
  *std::data(elements);
  std::size(elements);
};

/// A container whose elements lie in device memory, by the type of its pointer: thrust::device_vector's has get().
template <class Elements>
concept device_container = requires(Elements& elements)
{
  elements.data().get();
};

/// A pointer to the first element of a container.
template <class Elements>
auto* pointer_to(Elements& elements)
{
  if constexpr (device_container<Elements>)
    return elements.data().get();
  else
    return std::data(elements);
}

template <class Elements>
using element_in = std::remove_pointer_t<decltype(core::pointer_to(std::declval<Elements&>()))>;

template <class T>
inline constexpr bool is_source = false;
template <class T>
inline constexpr bool is_source<source<T>> = !std::integral<T>;

}  // namespace gridfold::inline GRIDFOLD_ABI::core

namespace gridfold::inline GRIDFOLD_ABI::detail
{

template <class T>
concept holds_sources = core::is_contiguous<T> && core::is_source<std::remove_const_t<core::element_in<T>>>;

}  // namespace gridfold::inline GRIDFOLD_ABI::detail

namespace gridfold::inline GRIDFOLD_ABI::core
{

/// Whether a verb may run on an E. Verbs with common names and arguments of any type require it: argument-dependent
/// lookup makes other libraries' unqualified calls, with types of this library, find these verbs.
template <class E>
concept any_executor = requires(const E& on, const void* pointer)
{
  on.require_access(pointer, "");
};

/// Checks that the first argument of a function is an executor, if its other arguments are the library's own types.
template <class Executor>
struct executor_argument {
  static_assert(any_executor<Executor>,
                "gridfold: the first argument is no executor (it says where a kernel runs): pass host, device or trace "
                "first");
  static constexpr void check() {}
};

/// Checks that an executor reaches the memory of a container.
template <class Executor, class Elements>
struct reachable_container {
  static_assert(!(device_container<Elements> && Executor::runs_on_host),
                "gridfold: the container's elements lie in device memory, which this executor cannot read: pass "
                "device, or a container in host memory");
  static constexpr void check() {}
};

/// Checks that elements can be moved: they are not volatile, and can be copied and default-constructed.
template <class... Element>
struct moved_elements {
  static constexpr bool are_plain = (... && !std::is_volatile_v<Element>),
                        have_copies = (... && std::is_copy_constructible_v<std::remove_volatile_t<Element>>);
  static_assert(are_plain,
                "gridfold: the elements are volatile (they are moved several at a time): pass a view, span or "
                "container of elements that are not");
  static_assert(have_copies,
                "gridfold: the elements cannot be copied (a verb leaves its input as it is): pass elements that can");
  static_assert(!have_copies || (... && std::is_default_constructible_v<Element>),
                "gridfold: the elements have no default constructor (threads keep them in arrays, which exist before "
                "the elements are read): give their type one");
  static constexpr void check() {}
};

/// Checks the element type of a view, span or container that a verb writes.
template <class Element>
struct output_element {
  static_assert(!std::is_const_v<Element>,
                "gridfold: the output's elements are const (a verb writes them): pass a view, span or container of "
                "elements that are not");
  static_assert(!std::is_volatile_v<Element>,
                "gridfold: the output's elements are volatile (they are moved several at a time): pass a view, span "
                "or container of elements that are not");
  static constexpr void check() {}
};

/// Checks the sources of a sum; `number` is the type of their coordinates and charges.
template <class Sources>
struct source_argument {
  static_assert(detail::holds_sources<const Sources>,
                "gridfold: the sources are no container or span of source<float> or source<double> (an atom is a "
                "source<float>): pass a vector, span or device_buffer, after the executor");
  using number = std::remove_cvref_t<decltype(core::pointer_to(std::declval<const Sources&>())->charge)>;
  static constexpr void check() {}
};

/// Checks the element type of a sum's output.
template <class Element>
struct sum_element : output_element<Element> {
  static_assert(!std::integral<Element>,
                "gridfold: the output's elements are integers (a sum of real numbers would be truncated): pass an "
                "output of float or double");
};

}  // namespace gridfold::inline GRIDFOLD_ABI::core
