// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The density of charges smeared into Gaussians.
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <gridfold/core/error.hpp>
#include <gridfold/math/exponential.hpp>
#include <gridfold/math/interaction.hpp>
#include <numbers>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// q (2 pi sigma^2)^(-3/2) exp(-r^2 / (2 sigma^2)): the density of a charge spread as a normal distribution, in charge
/// per volume (e/Å^3). Finite everywhere; needs no reciprocal square root. Verbs throw `error` if the density at the
/// centre is not representable in the sources' type: for float if sigma is less than 6e-14 or more than 1.7e12.
class gaussian_density {
 public:
  using accepts_packs = void;
  using proportional_to_charge = void;

  /// \param sigma the standard deviation along each axis [Å], positive and finite. Throws `error` otherwise.
  explicit gaussian_density(double sigma)
  {
    if (!(sigma > 1e-30 && sigma < 1e30))
      throw error({"the width of a Gaussian is ", sigma,
                   " (no normal distribution): give a positive, finite standard deviation"});
    const double variance = sigma * sigma;
    exponent_ = -0.5 * std::numbers::log2e / variance;
    peak_ = 1 / (2 * std::numbers::pi * variance * std::sqrt(2 * std::numbers::pi * variance));
  }

  template <class T>
  void check() const
  {
    if (!math::is_normal_in<T>(peak_) || !math::is_normal_in<T>(-exponent_))
      throw error({"the density at the centre of a Gaussian is ", peak_,
                   " (beyond the range of the sources' type): give another width, or sources of double"});
  }

  template <class S, class T>
  GRIDFOLD_HD T operator()(S charge, const T& r2) const
  {
    return (charge * static_cast<S>(peak_)) * exponential_base2(T(static_cast<S>(exponent_)) * r2);
  }

 private:
  double exponent_, peak_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
