// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The default variants of reduce: one for each executor, a gather, so that results have a fixed order.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/defaults/default_variants.hpp>
#include <gridfold/exec/executors.hpp>
#include <gridfold/policy/verb.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

template <class... T>
struct default_rule<device, verb::reduce, T...>
    : shipped<gather, interleaved, coarsen<8>, vectors<4>, exchange_registers, block<256>> {
};
template <int SimdBytes, bool OpenMP, class... T>
struct default_rule<host_for<SimdBytes, OpenMP>, verb::reduce, T...>
    : shipped<gather, contiguous, coarsen<4>, vectors<4>, exchange_registers, block<256>> {
};

}  // namespace gridfold::inline GRIDFOLD_ABI
