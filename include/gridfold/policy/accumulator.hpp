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

/// Whether an accumulation policy is a way to add what an operation combines: compensated and wide are of rounded sums.
template <class Op, class Accumulation, class T>
inline constexpr bool accumulates = std::same_as<Accumulation, plain> || (std::same_as<Op, sum> && rounds<T>);

/// Keeps the branch that it is called in: a compiler of the host turns it into no masked instructions. To be called
/// where values of a user's type are combined under a condition in a loop. GCC 11 and 12 make such a loop of structs
/// wrong at -O3 with AVX2: their vectoriser gives the masked loads of all members the mask of the first ones (compare
/// GCC's bug 114375).
GRIDFOLD_HD void keep_branch()
{
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDA_ARCH__)
  asm volatile("");
#endif
}

/// A `partial` is a partial result: `empty()` initially; elements are added to it, other partials are merged into it,
/// and it converts to a value at the end.
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
requires(!std::same_as<Accumulation, plain>) struct accumulator<sum, Accumulation, T> {
  using partial = running_sum<Accumulation, T>;
  sum op;

  [[nodiscard]] GRIDFOLD_HD partial empty() const { return {}; }
  GRIDFOLD_HD void add(partial& to, const T& element) const { to.add(element); }
  GRIDFOLD_HD void merge(partial& to, const partial& other) const { to.add(other); }
  [[nodiscard]] GRIDFOLD_HD auto value(const partial& of) const { return of.value(); }
};

}  // namespace policy

}  // namespace gridfold::inline GRIDFOLD_ABI
