// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The output of a sum of potentials and fields on a lattice: two views that kernels write as one.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/math/potential_and_field.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// Stands for the potentials in a call for fields alone.
struct no_potentials {};

/// Potentials: a view of (z, y, x) of numbers, or no_potentials; Fields: a view of triples. T: the number type of sums.
template <class T, class Potentials, class Fields>
struct field_output {
  using value_type = math::potential_and_field<T>;
  static constexpr bool has_potentials = !std::is_same_v<Potentials, no_potentials>;

  Potentials potentials;
  Fields fields;

  [[nodiscard]] GRIDFOLD_HD std::int64_t extent(int axis) const
  {
    return static_cast<std::int64_t>(fields.extent(axis));
  }

  /// A reference to the potential and the field at a point.
  struct point {
    using triple = typename Fields::value_type;
    using number = decltype(triple::x);
    const field_output& of;
    std::int64_t k, j, i;

    GRIDFOLD_HD void operator=(const value_type& value) const
    {
      if constexpr (has_potentials)
        of.potentials(k, j, i) = static_cast<typename Potentials::value_type>(value.potential);
      of.fields(k, j, i) = in_output(value);
    }
    GRIDFOLD_HD void operator+=(const value_type& value) const
    {
      if constexpr (has_potentials)
        of.potentials(k, j, i) += static_cast<typename Potentials::value_type>(value.potential);
      const triple before = of.fields(k, j, i), more = in_output(value);
      of.fields(k, j, i) = triple{before.x + more.x, before.y + more.y, before.z + more.z};
    }

    static GRIDFOLD_HD triple in_output(const value_type& value)
    {
      return {static_cast<number>(value.x), static_cast<number>(value.y), static_cast<number>(value.z)};
    }
  };

  GRIDFOLD_HD point operator()(std::int64_t k, std::int64_t j, std::int64_t i) const { return {*this, k, j, i}; }
};

/// Whether the output of a kernel is a field_output.
template <class Out>
inline constexpr bool is_field_output = false;
template <class T, class Potentials, class Fields>
inline constexpr bool is_field_output<field_output<T, Potentials, Fields>> = true;

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
