// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The default variants of multiply, by the width of an element and the layout of the operands.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/defaults/default_variants.hpp>
#include <gridfold/exec/executors.hpp>
#include <gridfold/policy/verb.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace defaults
{

/// Which operands of a product are contiguous along the inner dimension: only the right one (only the left one for a
/// column-major result), or any other case. If only the right one is, a block should own fewer of its lines.
struct by_columns {};
struct by_rows {};

}  // namespace defaults

template <class T, class Layout>
struct default_rule<device, verb::multiply, T, Layout>
    : shipped<gather, interleaved, coarsen<8, 8>, shared_tile<32>, block<16, 8>, vectors<4>, through_registers,
              stages<2>, raster<8>, warp<8, 4>> {
};
template <class T>
requires(sizeof(T) <= 4) struct default_rule<device, verb::multiply, T, defaults::by_columns>
    : shipped<gather, interleaved, vectors<4>, coarsen<8, 8>, shared_tile<32>, through_registers, stages<2>, raster<8>,
              block<8, 16>> {
};
/// For wider elements, a ring of tiles exceeds a kernel's static shared memory.
template <class T, class Layout>
requires(sizeof(T) > 4) struct default_rule<device, verb::multiply, T, Layout>
    : shipped<gather, interleaved, vectors<4>, coarsen<8, 4>, shared_tile<8>, block<16, 16>> {
};

template <int SimdBytes, bool OpenMP, class... T>
struct default_rule<host_for<SimdBytes, OpenMP>, verb::multiply, T...>
    : shipped<gather, interleaved, coarsen<64, 4>, global, block<1>> {
};

}  // namespace gridfold::inline GRIDFOLD_ABI
