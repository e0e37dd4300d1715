// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Makes points on sources infinite (singularity::infinite), in a pass that sums the charges on each point.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/limits>
#include <gridfold/math/interaction.hpp>

namespace gridfold::inline GRIDFOLD_ABI::kernel
{

/// An infinity of the sign of the charges on a point; zero if they are zero, NaN if they are NaN. A singularity policy
/// may count the infinities.
template <class Singularity>
struct to_infinity {
  Singularity policy;

  template <class T>
  GRIDFOLD_HD T operator()(T charges) const
  {
    const T limit = cuda::std::numeric_limits<T>::infinity();
    if (charges < T(0) || charges > T(0)) math::count_infinity(policy);
    return charges > T(0) ? limit : charges < T(0) ? -limit : charges + T(0);
  }
};

/// The output of a pass over the charges on points. Storing the charge on a point adds its infinity to the point's
/// element, or nothing if the charge is zero. The charges themselves are not stored, so one launch has to read all
/// sources.
template <class Out, class Singularity>
struct infinite_points {
  using value_type = typename Out::value_type;
  Out out;
  to_infinity<Singularity> infinity;

  /// A reference to an element; = and += both add the infinity.
  struct point {
    const infinite_points& of;
    std::int64_t k, j, i;

    GRIDFOLD_HD void operator=(value_type charges) const
    {
      const value_type limit = of.infinity(charges);
      if (limit != value_type(0)) of.out(k, j, i) += limit;
    }
    GRIDFOLD_HD void operator+=(value_type charges) const { *this = charges; }
  };

  GRIDFOLD_HD point operator()(std::int64_t k, std::int64_t j, std::int64_t i) const { return {*this, k, j, i}; }
};

}  // namespace gridfold::inline GRIDFOLD_ABI::kernel
