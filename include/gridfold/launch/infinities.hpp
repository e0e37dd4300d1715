// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sets infinities of sums at points on sources, by a pass over the charges, if the variant's kernels do not set them.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/shape.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/sum/gather_sum.hpp>
#include <gridfold/kernel/sum/infinite_points.hpp>
#include <gridfold/launch/replace.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/decomposition.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::launch
{

/// Whether a variant's kernels set infinities themselves: true if one thread reads all sources of a point.
template <class V>
inline constexpr bool sets_infinities = V::decomposition::owns_outputs&& kernel::reads_all_sources<V>;

/// Whether an output belongs to a pass over charges, whose points become infinite as charges are stored. The pass reads
/// all sources in one launch, and always gathers.
template <class Out>
inline constexpr bool takes_charges = false;
template <class Out, class Singularity>
inline constexpr bool takes_charges<kernel::infinite_points<Out, Singularity>> = true;

/// The output of a sum, as passed to its kernel.
template <class Executor, class Out>
auto output_of(const Executor& on, const Out& out, [[maybe_unused]] bool add)
{
  if constexpr (takes_charges<Out>)
    return out;
  else
    return on.argument(out, "out", add ? role::update : role::output);
}

/// If singular points are infinite, and the variant's kernels do not make them so, a first pass sums the charges on
/// each point. Their sign selects +inf, -inf or 0, which replaces the output or, with Add, is added to it. Returns
/// whether a pass was made. sum(out, interaction, add) sums over all sources. An output that is added to has no place
/// for charges, so `sum` gets a temporary output.
template <class V, bool Add, class Executor, class Out, class Interaction, class Sum>
bool set_infinities([[maybe_unused]] const Executor& on, [[maybe_unused]] shape3 shape, [[maybe_unused]] Out out,
                    const Interaction& pair, [[maybe_unused]] const Sum& sum)
{
  auto at_sources = math::singularity_of(pair);
  using singularity = decltype(at_sources);
  if constexpr (!singularity::may_be_infinite || sets_infinities<V>) {
    return false;
  } else {
    if (!math::makes_infinite(at_sources)) return false;
    const kernel::to_infinity<singularity> infinity{at_sources};
    const math::charge_on_point charges{{.radius = math::radius_of(at_sources)}};
    if constexpr (Add) {
      auto to = on.argument(out, "out", role::update);
      sum(kernel::infinite_points<decltype(to), singularity>{to, infinity}, charges, false);
    } else {
      sum(out, charges, false);
      launch::replace<V>(on, shape, out, role::update, infinity);
    }
    return true;
  }
}

}  // namespace gridfold::inline GRIDFOLD_ABI::launch
