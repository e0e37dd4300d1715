// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The default variants of histogram. On `device` there are several for elements of up to 4 bytes. With more elements
/// per block, blocks write their counts less often, but few blocks leave SMs idle; so large inputs take more elements
/// per block.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/defaults/default_variants.hpp>
#include <gridfold/defaults/estimated_time.hpp>
#include <gridfold/defaults/speeds.hpp>
#include <gridfold/exec/executors.hpp>
#include <gridfold/policy/verb.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace defaults
{

/// A variant that counts in shared memory, with its throughput in elements per nanosecond on a GPU of
/// measured_multiprocessors.
template <int Rate, class... Policies>
struct counting {
  using type = variant<scatter, read_only, exchange_shared, Policies...>;

  /// Estimated nanoseconds. The busiest multiprocessor decides.
  static double nanoseconds(std::int64_t elements, int multiprocessors)
  {
    constexpr std::int64_t each = std::int64_t{type::block::threads} * type::coarsening::items * type::vectors::width;
    return static_cast<double>(ceil_div(elements, each * multiprocessors)) * (each * measured_multiprocessors) / Rate;
  }
};

/// The variants for elements of at most `Bytes` bytes.
template <int Bytes>
struct counts;
template <>
struct counts<1> : count_rates<1> {
  using rule = least_time<counting<few, coarsen<4>, vectors<16>, block<256>>,
                          counting<some, coarsen<4, 4>, vectors<16>, block<256>>>;
};
template <>
struct counts<4> : count_rates<4> {
  using rule = least_time<counting<few, coarsen<4>, vectors<4>, block<512>>,
                          counting<some, coarsen<4, 4>, vectors<4>, block<512>>,
                          counting<many, coarsen<2, 32>, vectors<4>, block<512>>>;
};

}  // namespace defaults

template <class T>
requires(sizeof(T) <= 4) struct default_rule<device, verb::histogram, T>
    : defaults::counts<sizeof(T) == 1 ? 1 : 4>::rule {
};
/// Wider elements have one variant.
template <class T>
requires(sizeof(T) > 4) struct default_rule<device, verb::histogram, T>
    : shipped<scatter, interleaved, coarsen<4, 4>, vectors<4>, read_only, exchange_shared, block<512>> {
};

template <int SimdBytes, bool OpenMP, class... T>
struct default_rule<host_for<SimdBytes, OpenMP>, verb::histogram, T...>
    : shipped<scatter, contiguous, coarsen<256>, vectors<4>, global, exchange_shared, block<16>> {
};

}  // namespace gridfold::inline GRIDFOLD_ABI
