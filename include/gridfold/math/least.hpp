// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Minimum of non-negative numbers, for loops in which every instruction counts.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/bit>
#include <cuda/std/limits>
#include <gridfold/math/pack.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace math
{

/// Lane-wise minimum of the numbers added, none of which may be negative or NaN.
template <class T>
class least {
 public:
  GRIDFOLD_HD void add(const T& x)
  {
    if (x < value_) value_ = x;
  }
  [[nodiscard]] GRIDFOLD_HD T value() const { return value_; }

 private:
  T value_ = cuda::std::numeric_limits<T>::infinity();
};

/// Non-negative floats are ordered like their bits, and the device has one instruction for the minimum of three
/// integers.
template <>
class least<float> {
 public:
  GRIDFOLD_HD void add(float x)
  {
    const auto bits = cuda::std::bit_cast<std::uint32_t>(x);
    bits_ = bits < bits_ ? bits : bits_;
  }
  [[nodiscard]] GRIDFOLD_HD float value() const { return cuda::std::bit_cast<float>(bits_); }

 private:
  std::uint32_t bits_ = 0x7f800000u;  // infinity
};

/// Compares only the upper half of a double's bits, so `value` may be too small by a relative 2^-20.
template <>
class least<double> {
 public:
  GRIDFOLD_HD void add(double x)
  {
    const auto bits = static_cast<std::uint32_t>(cuda::std::bit_cast<std::uint64_t>(x) >> 32);
    bits_ = bits < bits_ ? bits : bits_;
  }
  [[nodiscard]] GRIDFOLD_HD double value() const
  {
    return cuda::std::bit_cast<double>(static_cast<std::uint64_t>(bits_) << 32);
  }

 private:
  std::uint32_t bits_ = 0x7ff00000u;  // infinity
};

template <class T, int Lanes>
class least<pack<T, Lanes>> {
 public:
  GRIDFOLD_HD void add(const pack<T, Lanes>& x) { value_.lane = x.lane < value_.lane ? x.lane : value_.lane; }
  /// The minimum over all lanes.
  [[nodiscard]] GRIDFOLD_HD T value() const
  {
    T all = value_.lane[0];
    for (int l = 1; l < Lanes; ++l) all = value_.lane[l] < all ? value_.lane[l] : all;
    return all;
  }

 private:
  pack<T, Lanes> value_ = pack<T, Lanes>(cuda::std::numeric_limits<T>::max());
};

}  // namespace math

}  // namespace gridfold::inline GRIDFOLD_ABI
