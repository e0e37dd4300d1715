// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The axes of a variant; a variant has one policy per axis. A policy names its axis by a member type `axis`.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>

namespace gridfold::inline GRIDFOLD_ABI::axis
{

struct decomposition;  ///< gather, scatter
struct assignment;     ///< contiguous, interleaved, or your own map
struct coarsening;     ///< coarsen<X, Y>: items per thread
struct vectors;        ///< vectors<N>: elements per load and store
struct input;          ///< constant_chunk<N>, global, prefetching, shared_tile<N>, ...: where inputs are read
struct exchange;       ///< exchange_registers, ...: where the threads of a block read each other's results
struct tile;           ///< untiled, tile<…>, aligned_tile, fitted_tile: how a matrix passes through shared memory
struct loading;        ///< corner_turning, row_by_row, through_registers: how tiles are loaded
struct stages;         ///< stages<N>: number of tiles that a block has in shared memory at once
struct raster;         ///< raster<N>: the order in which blocks take the tiles of a matrix
struct slices;         ///< slices<N>: threads of a block that share a point, and divide the sources
struct planes;         ///< planes<N>: planes of a lattice that a block's points lie in
struct culling;        ///< cull_by_block, cull_by_warp: where sources beyond a cutoff are left out
struct block;          ///< block<X, Y>: threads per block
struct warp;           ///< warp_by_rows, warp<X, Y>: which threads of a block form a warp
struct accumulation;   ///< plain, compensated, wide<T>: how terms are added

}  // namespace gridfold::inline GRIDFOLD_ABI::axis
