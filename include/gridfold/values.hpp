// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Short forms: calls that return their result, in host memory, instead of writing it. They allocate what they need and
/// wait for the result. In a loop, call the verbs instead: on `device` they neither allocate nor wait.
///
/// Without an executor, a call on containers in host memory runs on `host`. In code compiled by nvcc, a call on
/// containers whose data() is a pointer with get(), such as thrust::device_vector's, runs on `device` on the default
/// stream.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstddef>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/field.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/math/operation.hpp>
#include <gridfold/neighbors.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/transpose.hpp>
#include <iterator>
#include <type_traits>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#endif

namespace gridfold::inline GRIDFOLD_ABI
{

namespace verbs
{

/// A container, or a view of one, of consecutive elements.
template <class C>
concept container = requires(const C& c)
{
  std::data(c);
  std::size(c);
};

}  // namespace verbs

namespace detail
{

template <verbs::container C>
auto span_of(const C& c)
{
  core::moved_elements<core::element_in<const C>>::check();
  return cuda::std::span<const core::element_in<const C>>(core::pointer_to(c), std::size(c));
}

/// The compile-time error of a wrong call of a reduction's short form.
template <class... C>
struct elements_side_by_side {
  static_assert(core::never<C...>,
                "gridfold: this is no container whose elements lie side by side in memory (a vector<bool> packs bits, "
                "a deque has many pieces): copy them to a vector, and pass that, after an executor if you like");
  static constexpr void check() {}
};

/// The executor for a container's memory.
template <verbs::container C>
auto executor_for(const C& /*c*/)
{
#ifdef __CUDACC__
  if constexpr (core::device_container<C>)
    return device{};
  else
    return host{};
#else
  static_assert(!core::device_container<C>,
                "gridfold: the elements lie in device memory (this file is compiled for the host alone): compile it "
                "with nvcc");
  return host{};
#endif
}

template <class Executor, verbs::container C, class Op>
auto combined(const Executor& on, const C& elements, const Op& op)
{
  core::reachable_container<Executor, C>::check();
  const auto all = detail::span_of(elements);
  using T = typename decltype(all)::value_type;
  auto scratch = gridfold::make_reduce_scratch<T, Op>(on);
  const buffer<T, Executor> result(on, 1);
  gridfold::reduce(on, all, result.span(), op, scratch);
  return result.values()[0];
}

/// The smallest or largest element, by minimum or maximum. For types without an identity the first element serves as
/// one.
template <class Executor, verbs::container C, class Op>
auto extremum(const Executor& on, const C& elements, const Op& op, const char* what)
{
  core::reachable_container<Executor, C>::check();
  const auto all = detail::span_of(elements);
  using T = typename decltype(all)::value_type;
  if (all.empty()) throw error({"there are no elements (there is no ", what, " of none): pass at least one"});
  if constexpr (cuda::std::numeric_limits<T>::is_specialized) {
    return detail::combined(on, elements, op);
  } else {
    std::vector<T> first(1);
    on.copy(all.data(), first.data(), 1);
    return detail::combined(on, elements, with_identity(op, first[0]));
  }
}

}  // namespace detail

/// The sum of a container's elements in their type; 0 for an empty container. The rounding error is that of `reduce`.
template <core::any_executor Executor, verbs::container C>
auto sum_of(const Executor& on, const C& elements)
{
  return detail::combined(on, elements, sum{});
}
template <verbs::container C>
auto sum_of(const C& elements)
{
  return gridfold::sum_of(detail::executor_for(elements), elements);
}
/// Any other call is one compile-time error, whose message says what to pass.
template <class... C>
auto sum_of(...)
{
  detail::elements_side_by_side<C...>::check();
}

/// The smallest element of a container. Throws `error` if it is empty.
template <core::any_executor Executor, verbs::container C>
auto minimum_of(const Executor& on, const C& elements)
{
  return detail::extremum(on, elements, minimum{}, "minimum");
}
template <verbs::container C>
auto minimum_of(const C& elements)
{
  return gridfold::minimum_of(detail::executor_for(elements), elements);
}
/// Any other call is one compile-time error, whose message says what to pass.
template <class... C>
auto minimum_of(...)
{
  detail::elements_side_by_side<C...>::check();
}

/// The largest element of a container. Throws `error` if it is empty.
template <core::any_executor Executor, verbs::container C>
auto maximum_of(const Executor& on, const C& elements)
{
  return detail::extremum(on, elements, maximum{}, "maximum");
}
template <verbs::container C>
auto maximum_of(const C& elements)
{
  return gridfold::maximum_of(detail::executor_for(elements), elements);
}
/// Any other call is one compile-time error, whose message says what to pass.
template <class... C>
auto maximum_of(...)
{
  detail::elements_side_by_side<C...>::check();
}

/// A row-major matrix in host memory.
template <class T>
struct matrix_values {
  shape3 shape;  ///< x: columns, y: rows
  std::vector<T> values;

  /// The elements, indexed by (row, column).
  [[nodiscard]] auto view() const
  {
    return cuda::std::mdspan<const T, cuda::std::dextents<std::int64_t, 2>>(values.data(), shape.y, shape.x);
  }
};

/// The transpose of a matrix in host memory: an mdspan of rank 2 of any layout.
template <core::is_mdspan In>
auto transpose(const In& in)
{
  static_assert(In::rank() == 2,
                "gridfold: the input of transpose is no matrix (its rank is not 2): pass an mdspan of "
                "two extents, or an executor, an input and an output for a batch");
  using T = typename In::value_type;
  const auto rows = static_cast<std::int64_t>(in.extent(0)), columns = static_cast<std::int64_t>(in.extent(1));
  matrix_values<T> result{{rows, columns, 1}, std::vector<T>(static_cast<std::size_t>(rows * columns))};
  gridfold::transpose(host{}, in,
                      cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>>(result.values.data(), columns, rows));
  return result;
}

/// The transpose of a row-major matrix of `rows` rows and `columns` columns in a container.
template <verbs::container C>
auto transpose(const C& elements, std::int64_t rows, std::int64_t columns)
{
  const auto all = detail::span_of(elements);
  using T = typename decltype(all)::value_type;
  if (rows < 0 || columns < 0 || (columns > 0 && rows > std::ssize(all) / columns) || std::ssize(all) != rows * columns)
    throw error({all.size(), " elements are no matrix of ", rows, " rows and ", columns,
                 " columns (it has as many as their product): pass its numbers of rows and columns"});
  const auto on = detail::executor_for(elements);
  const buffer<T, std::remove_const_t<decltype(on)>> turned(on, all.size());
  using extents = cuda::std::dextents<std::int64_t, 2>;
  gridfold::transpose(on, cuda::std::mdspan<const T, extents>(all.data(), rows, columns),
                      cuda::std::mdspan<T, extents>(turned.data(), columns, rows));
  return matrix_values<T>{{rows, columns, 1}, turned.values()};
}

/// The sum of an interaction over the sources in a container at every point of a lattice, in host memory; see the verb
/// lattice_sum.
template <verbs::container Sources, class Interaction>
auto lattice_sum(const Sources& sources, const lattice& where, const Interaction& pair)
{
  const auto all = detail::span_of(sources);
  using T = std::remove_cv_t<typename core::source_argument<decltype(all)>::number>;
  field<T> map(where);
  const auto on = detail::executor_for(sources);
  if constexpr (core::device_container<Sources>) {
    const buffer<T, std::remove_const_t<decltype(on)>> out(on, map.values.size());
    gridfold::lattice_sum(on, all, where, gridfold::view_of(out.data(), where.shape), pair);
    map.values = out.values();
  } else {
    gridfold::lattice_sum(on, all, where, map.view(), pair);
  }
  return map;
}

/// The neighbours of each particle, for positions in host memory; see `neighbors(on, positions, cutoff)`.
template <class T, int Dimensions>
neighbor_table neighbors(const positions<T, Dimensions>& from, double cutoff)
{
  return gridfold::neighbors(host{}, from, cutoff);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
