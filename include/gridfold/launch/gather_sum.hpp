// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches of kernel/sum/gather_sum.hpp: one for each chunk of the sources.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cuda/std/span>
#include <gridfold/core/error.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/exec/source_chunks.hpp>
#include <gridfold/kernel/sum/gather_sum.hpp>
#include <gridfold/kernel/sum/lattice_axes.hpp>
#include <gridfold/kernel/sum/source_search.hpp>
#include <gridfold/launch/infinities.hpp>
#include <gridfold/math/interaction.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::launch
{

/// The most sources that one launch of a gather reads. Sums are split into overlapping launches (launch_order), so that
/// only the last one has a tail effect, unless the accumulation corrects rounding, which a split would lose.
template <class V, class Executor>
inline constexpr std::size_t most_gathered_sources =
    Executor::launches_overlap && !V::accumulation::corrects_rounding ? V::input::per_overlapping_launch
                                                                      : V::input::per_launch;

/// Whether the host can read the sources of a gather. The host then searches for sources on points
/// (kernel/sum/source_search.hpp); otherwise each block searches.
template <class Input, class Executor>
concept reads_sources = Input::read_by_host || Executor::runs_on_host;

/// The lattice as an argument of gather_sum. If the host can read the sources, it includes the result of its search for
/// sources on points.
template <class Space, class Executor, class T, bool IsPart>
auto searched(const Executor& /*on*/, const kernel::lattice_axes<T, IsPart>& axes,
              [[maybe_unused]] cuda::std::span<const source<T>> sources)
{
  if constexpr (reads_sources<Space, Executor>) {
    bool found = false;
    for (const source<T>& from : sources) found = found || kernel::is_near_point(axes, from);
    return kernel::host_searched_lattice<kernel::lattice_axes<T, IsPart>>{axes, found};
  } else {
    return kernel::block_searched_lattice<kernel::lattice_axes<T, IsPart>>{axes};
  }
}
/// Points of a list need no search by the host.
template <class Space, class Executor, class Where, class Sources>
const Where& searched(const Executor& /*on*/, const Where& points, const Sources& /*sources*/)
{
  return points;
}

/// The most sources that a launch of this sum reads. Throws `error` if infinities need all sources in one launch and
/// there are more.
template <class V, class Out, class Executor, class Interaction>
std::size_t sources_per_launch(const Executor& /*on*/, std::size_t sources, [[maybe_unused]] const Interaction& pair)
{
  constexpr std::size_t most = V::input::per_launch;
  if constexpr (takes_charges<Out>) {
    if (sources > most)
      throw error(
          {"points on sources become infinite, and ", sources, " sources are added to the output by input ",
           V::input::name().c_str(), " (one launch reads ", most,
           ", and an infinity has the sign of all charges on its point): give input read_only, or omit add_to"});
    return most;
  } else {
    if constexpr (kernel::reads_all_sources<V>)
      if (math::makes_infinite(math::singularity_of(pair))) {
        if (sources > most)
          throw error({"points on sources become infinite, and there are ", sources, " sources (one launch reads ",
                       most,
                       ", and an infinity has the sign of all charges on its point): give fewer sources, or "
                       "singularity::skip"});
        return most;
      }
    return most_gathered_sources<V, Executor>;
  }
}

/// Sets an output to the sum over all sources at points, or adds the sum to it.
template <class V, class Executor, class T, class Where, class Out, class Interaction>
void gather_sum(const Executor& on, cuda::std::span<const source<T>> sources, const Where& where, const Out& out,
                const Interaction& pair, bool add)
{
  using input = typename V::input;
  const std::size_t most = launch::sources_per_launch<V, Out>(on, sources.size(), pair);
  const auto to = launch::output_of(on, out, add);
  exec::for_each_chunk(sources, most, [&](const auto& chunk, launch_order order) {
    const auto seen = input::parameter_of(exec::view_of(chunk));
    const auto& from = on.argument(seen, "sources", role::input);  // a reference: a constant chunk has up to 32 KB
    const auto points = launch::searched<input>(on, where, chunk);
    using kernel_type =
        kernel::gather_sum<V, T, std::remove_cvref_t<decltype(from)>, std::remove_cvref_t<decltype(points)>,
                           std::remove_cvref_t<decltype(to)>, Interaction>;
    on.run(kernel_type{from, points, to, pair, add, order}, kernel_type::grid(where.shape()));
    add = true;
  });
}

}  // namespace gridfold::inline GRIDFOLD_ABI::launch
