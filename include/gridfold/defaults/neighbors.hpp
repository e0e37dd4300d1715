// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The default variants of neighbors, and the number of particles from which it uses cells.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/defaults/default_variants.hpp>
#include <gridfold/exec/executors.hpp>
#include <gridfold/policy/verb.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

template <class... T>
struct default_rule<device, verb::neighbors, T...>
    : shipped<gather, interleaved, coarsen<1>, shared_tile<1024>, block<64>> {
};
template <int SimdBytes, bool OpenMP, class... T>
struct default_rule<host_for<SimdBytes, OpenMP>, verb::neighbors, T...>
    : shipped<gather, contiguous, coarsen<4>, read_only, block<128>> {
};

namespace defaults
{

/// From this number of particles on, `neighbors(on, positions, cutoff)` searches cells instead of testing all pairs. It
/// is the power of two nearest to the break-even at 30 neighbours per particle, from bench/defaults/run. See
/// docs/use/defaults.md.
template <class Executor>
inline constexpr std::int64_t particles_for_cells = std::int64_t{1} << 30;
template <>
inline constexpr std::int64_t particles_for_cells<device> = 4096;
template <int SimdBytes, bool OpenMP>
inline constexpr std::int64_t particles_for_cells<host_for<SimdBytes, OpenMP>> = 1024;

}  // namespace defaults

}  // namespace gridfold::inline GRIDFOLD_ABI
