// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The default variants of transform and copy: one for each executor.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/defaults/default_variants.hpp>
#include <gridfold/exec/executors.hpp>
#include <gridfold/policy/verb.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

template <class... T>
struct default_rule<device, verb::transform, T...>
    : shipped<gather, interleaved, vectors<4>, coarsen<4>, read_only, block<256>> {
};
template <class... T>
struct default_rule<device, verb::copy, T...> : default_rule<device, verb::transform, T...> {
};

template <int SimdBytes, bool OpenMP, class... T>
struct default_rule<host_for<SimdBytes, OpenMP>, verb::transform, T...>
    : shipped<gather, interleaved, vectors<4>, coarsen<4>, read_only, block<256>> {
};
template <int SimdBytes, bool OpenMP, class... T>
struct default_rule<host_for<SimdBytes, OpenMP>, verb::copy, T...>
    : default_rule<host_for<SimdBytes, OpenMP>, verb::transform, T...> {
};

}  // namespace gridfold::inline GRIDFOLD_ABI
