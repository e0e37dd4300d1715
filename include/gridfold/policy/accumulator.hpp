// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Accumulators of a reduction: the partial result of the elements seen so far, by operation and accumulation policy.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <gridfold/math/operation.hpp>
#include <gridfold/policy/accumulation.hpp>
#include <gridfold/policy/running_sum.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace policy
{

/// Whether an accumulation policy applies to an operation: compensated and wide need rounded sums.
template <class Op, class Accumulation, class T>
inline constexpr bool accumulates = !Accumulation::corrects_rounding || (std::same_as<Op, sum> && rounds<T>);

/// Keeps the branch in which it is called: prevents the host compiler from turning it into masked instructions. Call it
/// where values of a user's type are combined under a condition in a loop. There GCC 11 and 12 miscompile loops over
/// structs at -O3 with AVX2: the vectoriser masks the loads of all members with the first member's mask (compare GCC's
/// bug 114375).
GRIDFOLD_HD void keep_branch()
{
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDA_ARCH__)
  asm volatile("");
#endif
}

/// A `partial` is a partial result. It begins as `empty()`; elements are added to it, other partials are merged into
/// it, and it converts to a value at the end.
template <class Op, class Accumulation, class T>
struct accumulator {
  using partial = T;
  Op op;

  [[nodiscard]] GRIDFOLD_HD partial empty() const { return op.template identity<T>(); }
  GRIDFOLD_HD void add(partial& to, const T& element) const { to = static_cast<T>(op(to, element)); }
  GRIDFOLD_HD void merge(partial& to, const partial& other) const { to = static_cast<T>(op(to, other)); }
  [[nodiscard]] GRIDFOLD_HD T value(const partial& of) const { return of; }
};

template <class Accumulation, class T>
requires(Accumulation::corrects_rounding) struct accumulator<sum, Accumulation, T> {
  using partial = running_sum<Accumulation, T>;
  sum op;

  [[nodiscard]] GRIDFOLD_HD partial empty() const { return {}; }
  GRIDFOLD_HD void add(partial& to, const T& element) const { to.add(element); }
  GRIDFOLD_HD void merge(partial& to, const partial& other) const { to.add(other); }
  [[nodiscard]] GRIDFOLD_HD auto value(const partial& of) const { return of.value(); }
};

}  // namespace policy

}  // namespace gridfold::inline GRIDFOLD_ABI
