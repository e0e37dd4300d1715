// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sums by accumulation policy. T is a scalar or a pack; each lane of a pack is a sum of its own.
/// policy/accumulation.hpp has the error bounds.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/math/fence.hpp>
#include <gridfold/math/pack.hpp>
#include <gridfold/policy/accumulation.hpp>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Whether sums of Ts are rounded, so that the accumulation policy matters. Specialised by number types that are not
/// floating-point types.
template <class T>
inline constexpr bool rounds = std::is_floating_point_v<T>;

namespace policy
{

/// A sum of terms of type T: `add` terms or whole sums, then read `value`.
template <class Accumulation, class T>
class running_sum;

template <class T>
class running_sum<plain, T> {
 public:
  GRIDFOLD_HD void add(const T& term) { sum_ += term; }
  GRIDFOLD_HD void add(const running_sum& other) { sum_ += other.sum_; }
  [[nodiscard]] GRIDFOLD_HD T value() const { return sum_; }

 private:
  T sum_ = T(0);
};

/// Aligned so that one access moves both numbers.
template <class T>
class alignas(std::is_arithmetic_v<T> ? 2 * sizeof(T) : alignof(T)) running_sum<compensated, T> {
 public:
  GRIDFOLD_HD void add(const T& addend)
  {
    using math::fenced;
    const T term = fenced(addend);
    const T next = fenced(sum_ + term);
    const T gained = fenced(next - sum_);
    lost_ += fenced(sum_ - fenced(next - gained)) + fenced(term - gained);
    sum_ = next;
  }
  GRIDFOLD_HD void add(const running_sum& other)
  {
    add(other.sum_);
    lost_ += other.lost_;
  }
  [[nodiscard]] GRIDFOLD_HD T value() const { return sum_ + math::fenced(lost_); }

 private:
  T sum_ = T(0), lost_ = T(0);
};

using math::convert_lanes;  // called unqualified: counted numbers have their own

template <class Wide, class T>
class running_sum<wide<Wide>, T> {
  using lanes = decltype(convert_lanes<Wide>(std::declval<T>()));

 public:
  GRIDFOLD_HD void add(const T& term) { sum_ += convert_lanes<Wide>(term); }
  GRIDFOLD_HD void add(const running_sum& other) { sum_ += other.sum_; }
  [[nodiscard]] GRIDFOLD_HD lanes value() const { return sum_; }

 private:
  lanes sum_ = lanes(0);
};

/// The type of a sum of Ts by an accumulation policy.
template <class Accumulation, class T>
using sum_of = decltype(running_sum<Accumulation, T>().value());

}  // namespace policy

}  // namespace gridfold::inline GRIDFOLD_ABI
