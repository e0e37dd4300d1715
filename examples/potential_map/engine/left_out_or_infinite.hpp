// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The singularity policy of potential maps that are not softened.
#pragma once

#include <gridfold/math/interaction.hpp>

namespace potential_map
{

/// The singularity policies skip and infinite, chosen at run time: one kernel serves both, as they differ only where a
/// point lies on an atom.
struct left_out_or_infinite : gridfold::singularity::skip {
  bool as_infinite;
  unsigned long long* infinities;

  static constexpr bool may_be_infinite = true;
  [[nodiscard]] GRIDFOLD_HD bool is_infinite() const { return as_infinite; }
  GRIDFOLD_HD void made_infinite() const { gridfold::singularity::add_to_count(infinities, 1); }
};

}  // namespace potential_map
