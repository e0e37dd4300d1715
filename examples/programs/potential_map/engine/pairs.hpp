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
#include <type_traits>
#include <vector>

#include "engine/any_singularity.hpp"
#include "engine/engine.hpp"
#include "text/text.hpp"

namespace potential_map
{

/// Calls f(interaction) with the interaction of a job. Its singularity policy is chosen at run time, so that kernels
/// are compiled only once. Atoms within `radius` of a point lie on it.
template <class F>
void with_any_interaction(const job& what, double radius, coincidences* counts, F f)
{
  using namespace gridfold;
  const double delta2 =
      what.at_atoms == singularity::softened ? gridfold::singularity::softened(what.softening).delta2 : 0;
  const any_singularity at_atoms{
      {{&counts->left_out, radius}, what.at_atoms == singularity::infinite, &counts->infinite}, delta2};
  switch (what.pair) {
    case interaction::coulomb:
      return f(coulomb<rsqrt::approx, any_singularity>{at_atoms});
    case interaction::yukawa:
      return f(yukawa<rsqrt::approx, any_singularity>{what.kappa, at_atoms});
    case interaction::distance_dielectric:
      return f(distance_dielectric<rsqrt::approx, any_singularity>{what.dielectric, at_atoms});
    case interaction::gaussian:
      return f(gaussian_density(what.width));
  }
}

/// Calls cut_sum if a job has a cutoff, else whole_sum, with the requested interaction. In whole sums, Coulomb's
/// interaction without atoms on points, the usual case, has its own type; sums with a cutoff would gain only 3%.
template <class Cut, class Whole>
void with_interaction(const job& what, double radius, coincidences* counts, Cut cut_sum, Whole whole_sum)
{
  if (what.cutoff > 0) return with_any_interaction(what, radius, counts, cut_sum);
  if (what.pair == interaction::coulomb && what.at_atoms == singularity::leave_out)
    return whole_sum(gridfold::coulomb<>{{&counts->left_out, radius}});
  with_any_interaction(what, radius, counts, whole_sum);
}

/// Whether sums of an interaction are compiled in several variants; one suffices for rarely used interactions.
template <class Interaction>
inline constexpr bool has_variants = std::is_same_v<Interaction, gridfold::coulomb<>>;

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
