// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Converts a job's run-time choices to the types that kernels are compiled for.
#pragma once

#include <gridfold/core/error.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/distance_dielectric.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/policy/variants.hpp>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "engine/left_out_or_infinite.hpp"
#include "text/text.hpp"

namespace potential_map
{

/// Calls f(interaction) with the interaction of a job, under one singularity policy.
template <class Singularity, class F>
void with_interaction(const job& what, const Singularity& at_atoms, F f)
{
  using namespace gridfold;
  switch (what.pair) {
    case interaction::coulomb:
      return f(coulomb<rsqrt::approx, Singularity>{at_atoms});
    case interaction::yukawa:
      return f(yukawa<rsqrt::approx, Singularity>{what.kappa, at_atoms});
    case interaction::distance_dielectric:
      return f(distance_dielectric<rsqrt::approx, Singularity>{what.dielectric, at_atoms});
    case interaction::gaussian:
      return f(gaussian_density(what.width));
  }
}

/// Calls f(interaction) with the interaction and singularity policy of a job; atoms within `radius` of a point lie on
/// it.
template <class F>
void with_interaction(const job& what, double radius, coincidences* counts, F f)
{
  if (what.at_atoms == singularity::softened)
    with_interaction(what, gridfold::singularity::softened(what.softening), f);
  else
    with_interaction(
        what,
        left_out_or_infinite{{&counts->left_out, radius}, what.at_atoms == singularity::infinite, &counts->infinite},
        f);
}

template <class Variants>
std::vector<std::string> names_of()
{
  std::vector<std::string> names;
  gridfold::for_each(Variants{}, [&]<class V>() { names.push_back(V::name()); });
  return names;
}

/// Calls f.operator()<V>() with the variant of this name, or with the first if the name is empty. Throws
/// gridfold::error for an unknown name.
template <class Variants, class F>
void with_variant(const std::string& name, F f)
{
  bool found = false;
  gridfold::for_each(Variants{}, [&]<class V>() {
    if (found || !(name.empty() || name == V::name())) return;
    found = true;
    f.template operator()<V>();
  });
  if (!found)
    throw gridfold::error("there is no variant " + quoted(name) +
                          " (it is not compiled into this program for this processor): see --list-variants");
}

}  // namespace potential_map
