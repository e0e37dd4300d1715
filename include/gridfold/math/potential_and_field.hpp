// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The contribution of a source to the potential and to the field at a point, for sums of both in one pass.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/math/finite.hpp>
#include <gridfold/math/pack.hpp>

namespace gridfold::inline GRIDFOLD_ABI::math
{

/// A potential and a field, minus its gradient. V is a number, or a pack of several points' numbers.
template <class V>
struct potential_and_field {
  V potential, x, y, z;

  GRIDFOLD_HD potential_and_field(const V& value, const V& field_x, const V& field_y, const V& field_z)
      : potential(value), x(field_x), y(field_y), z(field_z)
  {
  }
  /// All four are one number, zero or NaN.
  explicit GRIDFOLD_HD potential_and_field(const V& all) : potential_and_field(all, all, all, all) {}
  potential_and_field() = default;

  GRIDFOLD_HD potential_and_field& operator+=(const potential_and_field& other)
  {
    potential += other.potential;
    x += other.x;
    y += other.y;
    z += other.z;
    return *this;
  }
  /// Adds to the potential alone.
  GRIDFOLD_HD potential_and_field& operator+=(const V& to_potential)
  {
    potential += to_potential;
    return *this;
  }
};

template <class V>
GRIDFOLD_HD auto get_lane(const potential_and_field<V>& of, int lane)
{
  using gridfold::get_lane;
  using number = typename lane_type<V>::type;
  return potential_and_field<number>(get_lane(of.potential, lane), get_lane(of.x, lane), get_lane(of.y, lane),
                                     get_lane(of.z, lane));
}

/// Whether all numbers are finite.
template <class V>
GRIDFOLD_HD bool is_finite(const potential_and_field<V>& of)
{
  using gridfold::is_finite;
  return is_finite(of.potential) && is_finite(of.x) && is_finite(of.y) && is_finite(of.z);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::math
