// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Counts of a kernel's operations, made by counted numbers (model/counted.hpp).
#pragma once

#include <gridfold/core/config.hpp>

#include <array>
#include <cstdint>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Floating-point operations in one precision, as written in the kernel's source.
struct operation_counts {
  std::int64_t subtractions = 0, additions = 0, multiplications = 0, divisions = 0;
  std::int64_t square_roots = 0, reciprocal_roots = 0, exponentials = 0, exponentials_base2 = 0;
  std::int64_t comparisons = 0;
  /// Initial guesses of reciprocal square roots, by integer arithmetic on bits.
  std::int64_t rough_roots = 0;
  /// Multiplications that form one instruction (FMA) with the addition or subtraction of their product.
  std::int64_t fusions = 0;

  /// Subtractions, additions, multiplications and divisions.
  [[nodiscard]] constexpr std::int64_t arithmetic() const
  {
    return subtractions + additions + multiplications + divisions;
  }

  friend constexpr bool operator==(const operation_counts&, const operation_counts&) = default;
};

namespace detail
{

inline constexpr std::array every_operation{&operation_counts::subtractions,    &operation_counts::additions,
                                            &operation_counts::multiplications, &operation_counts::divisions,
                                            &operation_counts::square_roots,    &operation_counts::reciprocal_roots,
                                            &operation_counts::exponentials,    &operation_counts::exponentials_base2,
                                            &operation_counts::comparisons,     &operation_counts::rough_roots,
                                            &operation_counts::fusions};

}  // namespace detail

constexpr operation_counts operator-(operation_counts a, const operation_counts& b)
{
  for (auto operation : detail::every_operation) a.*operation -= b.*operation;
  return a;
}

/// Counts of kernels.
struct kernel_counts {
  operation_counts in_float{}, in_double{};
  /// Conversions between floating-point types.
  std::int64_t conversions = 0;
  /// Elements read through a kernel's input views; a source is one element of four numbers.
  std::int64_t reads = 0;
  /// Atomic additions to elements.
  std::int64_t atomics = 0;

  /// The operations in T, float or double.
  template <class T>
  [[nodiscard]] constexpr operation_counts& of()
  {
    if constexpr (std::is_same_v<T, float>)
      return in_float;
    else
      return in_double;
  }

  friend constexpr bool operator==(const kernel_counts&, const kernel_counts&) = default;
  friend constexpr kernel_counts operator-(const kernel_counts& a, const kernel_counts& b)
  {
    return {a.in_float - b.in_float, a.in_double - b.in_double, a.conversions - b.conversions, a.reads - b.reads,
            a.atomics - b.atomics};
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
