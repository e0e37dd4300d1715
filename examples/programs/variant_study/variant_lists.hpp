// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The variants that are studied: for each kernel those for GPUs, and those for CPUs.
#pragma once

#include <gridfold/neighbors.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/policy/variants.hpp>

namespace study
{

namespace gf = gridfold;

using gathering = gf::list<gf::gather>;
using either_decomposition = gf::list<gf::gather, gf::scatter>;
using interleaved = gf::list<gf::interleaved>;
using either_assignment = gf::list<gf::contiguous, gf::interleaved>;

/// The textbook's variants, then coarsening in two dimensions, then tiles of sources for blocks of few threads.
struct coulomb_variants {
  using spaces = gf::list<gf::constant, gf::global, gf::read_only, gf::shared>;
  using device = gf::join<
      gf::cross<gathering, either_assignment, gf::coarsenings<1, 2, 4, 8, 16>, spaces, gf::list<gf::block<16, 8>>>,
      gf::cross<gathering, interleaved, gf::list<gf::coarsen<4, 4>, gf::coarsen<8, 2>, gf::coarsen<8, 4>>,
                gf::list<gf::read_only, gf::shared>, gf::list<gf::block<16, 8>>>,
      gf::cross<gathering, interleaved, gf::coarsenings<8>, gf::list<gf::shared_tile<512>, gf::shared_tile<1024>>,
                gf::list<gf::block<32, 1>, gf::block<32, 2>, gf::block<8, 8>>>,
      gf::cross<gf::list<gf::scatter>, interleaved, gf::coarsenings<1, 4>, gf::list<gf::constant, gf::global>,
                gf::list<gf::block<16, 8>>>>;
  using host = gf::join<gf::cross<gathering, either_assignment, gf::coarsenings<1, 4, 16>,
                                  gf::list<gf::constant, gf::global, gf::shared>, gf::list<gf::block<4, 4>>>,
                        gf::cross<gathering, gf::list<gf::contiguous>,
                                  gf::list<gf::coarsen<64>, gf::coarsen<16, 4>, gf::coarsen<32, 4>, gf::coarsen<64, 4>>,
                                  gf::list<gf::global>, gf::list<gf::block<1, 1>>>,
                        gf::cross<gf::list<gf::scatter>, gf::list<gf::contiguous>, gf::coarsenings<1, 4>,
                                  gf::list<gf::global>, gf::list<gf::block<16, 1>>>>;
};

/// Variants of Fan, CUDA Programming, then coarsened tiles, then vectors, then aligned tiles.
struct transpose_variants {
  using words = gf::list<gf::list<gf::interleaved, gf::vectors<4>>>;
  using tiles = gf::list<gf::tile<gf::unpadded>, gf::tile<gf::padded<1>>, gf::tile<gf::swizzled>>;
  using straight_across = gf::cross<either_decomposition, interleaved, gf::coarsenings<1>,
                                    gf::list<gf::global, gf::read_only>, gf::list<gf::block<32, 8>>>;
  using device = gf::join<
      straight_across,
      gf::cross<gathering, interleaved, gf::list<gf::coarsen<1, 4>, gf::coarsen<2, 8>>, tiles,
                gf::list<gf::block<32, 8>>>,
      gf::cross<either_decomposition, words, gf::list<gf::coarsen<8, 2>>,
                gf::list<gf::tile<gf::padded<1>>, gf::tile<gf::swizzled>>, gf::list<gf::block<8, 32>>>,
      gf::cross<either_decomposition, words, gf::list<gf::coarsen<4, 4>>, gf::list<gf::global>,
                gf::list<gf::block<16, 16>>>,
      gf::cross<gathering, words, gf::list<gf::coarsen<8, 2>>, gf::list<gf::list<gf::prefetching, gf::aligned_tile>>,
                gf::list<gf::raster<1>, gf::raster_by_columns>, gf::list<gf::block<8, 32>>>>;
  using host = gf::join<
      straight_across,
      gf::cross<either_decomposition, words, gf::list<gf::coarsen<4, 4>, gf::coarsen<8, 8>, gf::coarsen<16, 16>>,
                gf::list<gf::global>, gf::list<gf::block<1, 1>, gf::block<8, 8>>>,
      gf::cross<gathering, interleaved, gf::list<gf::coarsen<1, 4>>, tiles, gf::list<gf::block<32, 8>>>,
      gf::cross<gathering, words, gf::list<gf::coarsen<8, 2>>, gf::list<gf::tile<gf::padded<1>>>,
                gf::list<gf::block<8, 32>>>>;
};

struct reduce_variants {
  using in_registers = gf::list<gf::exchange_registers>;
  /// X vectors of four elements.
  template <int X>
  using vectors = gf::list<gf::coarsen<X>, gf::vectors<4>>;
  using block = gf::list<gf::block<256>>;
  using device = gf::join<
      gf::cross<gathering, either_assignment,
                gf::list<gf::coarsen<1>, gf::coarsen<4>, gf::coarsen<16>, vectors<1>, vectors<4>>, in_registers, block>,
      gf::cross<gathering, interleaved, gf::list<vectors<4>>,
                gf::list<gf::exchange_global, gf::exchange_shared, gf::exchange_dynamic_shared>, block>,
      gf::cross<gathering, interleaved, gf::list<vectors<2>, vectors<8>>, in_registers,
                gf::list<gf::block<256>, gf::block<512>>>,
      gf::cross<gf::list<gf::scatter>, interleaved, gf::list<gf::coarsen<1>, vectors<4>>, in_registers, block>>;
  using host = device;
};

/// The textbook's variants, then coarsened tiles, then rings of tiles.
struct multiply_variants {
  using square = gf::list<gf::block<16, 16>>;
  template <int Depth, class... Loading>
  using ring = gf::list<gf::shared_tile<Depth>, gf::stages<2>, gf::raster<8>, Loading...>;
  using rings =
      gf::cross<gathering, gf::list<gf::list<gf::interleaved, gf::vectors<4>>>, gf::list<gf::coarsen<8, 8>>,
                gf::list<ring<16>, ring<32>, ring<16, gf::through_registers>, ring<32, gf::through_registers>>,
                gf::list<gf::block<16, 8>, gf::block<8, 16>>>;
  using textbook = gf::list<gf::coarsen<1>, gf::coarsen<4, 4>>;
  using device = gf::unique<gf::join<
      gf::cross<gathering, interleaved, textbook,
                gf::list<gf::global, gf::read_only, gf::shared_tile<16>, gf::list<gf::shared_tile<16>, gf::row_by_row>>,
                square>,
      gf::cross<gathering, gf::list<gf::contiguous, gf::interleaved, gf::list<gf::interleaved, gf::vectors<4>>>,
                gf::list<gf::coarsen<4, 4>, gf::coarsen<8, 4>, gf::coarsen<8, 8>>,
                gf::list<gf::shared_tile<8>, gf::shared_tile<16>>, square>,
      rings>>;
  using host =
      gf::join<gf::cross<gathering, interleaved, textbook, gf::list<gf::global, gf::shared_tile<16>>, square>,
               gf::cross<gathering, gf::list<gf::contiguous>,
                         gf::list<gf::coarsen<16, 4>, gf::coarsen<32, 4>, gf::coarsen<64, 2>, gf::coarsen<64, 4>>,
                         gf::list<gf::global, gf::shared_tile<64>>, gf::list<gf::block<1, 1>>>>;
};

struct neighbors_variants {
  using device =
      gf::join<gf::supported<gf::verb::neighbors,
                             gf::cross<gf::list<gf::scatter, gf::gather>, either_assignment, gf::coarsenings<1, 4>,
                                       gf::list<gf::global, gf::read_only, gf::shared>, gf::list<gf::block<128>>>>,
               gf::cross<gathering, interleaved, gf::coarsenings<1>, gf::list<gf::shared, gf::shared_tile<1024>>,
                         gf::list<gf::block<32>, gf::block<64>>>>;
  using host = device;
};

struct copy_variants {
  using device =
      gf::cross<gathering, gf::list<gf::contiguous, gf::interleaved, gf::list<gf::interleaved, gf::vectors<4>>>,
                gf::coarsenings<1, 4, 8>, gf::list<gf::global, gf::read_only>, gf::list<gf::block<256>>>;
  using host = device;
};

}  // namespace study
