// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The singularity policies of potential maps, chosen at run time, so that one compiled kernel serves all.
#pragma once

#include <gridfold/math/interaction.hpp>
#include <gridfold/math/pack.hpp>

namespace potential_map
{

/// Either of the singularity policies skip and infinite, chosen at run time. One kernel serves both, because they
/// differ only if a point lies on an atom.
struct left_out_or_infinite : gridfold::singularity::skip {
  bool as_infinite;
  unsigned long long* infinities;

  static constexpr bool may_be_infinite = true;
  [[nodiscard]] GRIDFOLD_HD bool is_infinite() const { return as_infinite; }
  GRIDFOLD_HD void made_infinite() const { gridfold::singularity::add_to_count(infinities, 1); }
};

/// Also softens if delta2 is not zero. Adding it to every squared distance costs too much only for Coulomb's sums
/// without a cutoff.
struct any_singularity : left_out_or_infinite {
  double delta2;

  template <class T>
  GRIDFOLD_HD T soften(const T& r2) const
  {
    return r2 + T(static_cast<typename gridfold::lane_type<T>::type>(delta2));
  }
};

}  // namespace potential_map
