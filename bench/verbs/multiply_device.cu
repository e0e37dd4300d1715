// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Matrix products on the device: without tiles, with tiles, with corner turning and with coarsening, beside the
/// textbook's kernels by hand and cuBLAS's sgemm. Every product of small integers, which is exact, is first compared
/// with one in float64.
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/multiply.hpp>
#include <gridfold/policy/variants.hpp>
#include <memory>
#include <string>
#include <vector>

#include "../../examples/support/figures.hpp"
#include "../../examples/textbook/product.cuh"
#include "../support/device_timing.hpp"
#include "quads.hpp"
#include "timed_products.cuh"

namespace
{

namespace gf = gridfold;
using bench::column_major, bench::row_major, bench::shared_operands, bench::time_product, bench::time_products;

/// Times a kernel of the textbook by hand.
template <class LayoutB>
void time_by_hand(const shared_operands& on, const std::vector<float>& expected, const char* name,
                  void (*kernel)(const float*, const float*, float*, int))
{
  time_product<row_major, LayoutB>(on, expected, std::string("by hand/") + name, [on, kernel] {
    const auto blocks = static_cast<unsigned>(on->side / TILE_WIDTH);
    kernel<<<dim3(blocks, blocks), dim3(TILE_WIDTH, TILE_WIDTH)>>>(on->a.data(), on->b.data(), on->c.data(), on->side);
    gf::cuda_check(cudaGetLastError(), "launching a product by hand");
  });
}

using gathering = gf::list<gf::gather>;
using warp_wide = gf::list<gf::block<32, 8>>;
using square_block = gf::list<gf::block<16, 16>>;

/// The textbook's products (Kirk, Hwu and El Hajj, 4th ed., ch. 6); then products without tiles, and with tiles loaded
/// by rows or by corner turning, with other factors and blocks.
using of_the_textbook = gf::unique<gf::join<
    gf::list<figures::untiled, figures::figure_6_4a, figures::figure_6_4b, figures::product<gf::read_only>>,
    gf::cross<gathering, gf::list<gf::interleaved>, gf::list<gf::coarsen<4, 4>>,
              gf::list<gf::global, gf::read_only, gf::shared_tile<16>, gf::list<gf::shared_tile<16>, gf::row_by_row>>,
              square_block>,
    gf::cross<gathering, gf::list<gf::interleaved>, gf::list<gf::coarsen<1>, gf::coarsen<1, 4>>,
              gf::list<gf::global, gf::shared_tile<32>, gf::list<gf::shared_tile<32>, gf::row_by_row>>, warp_wide>>>;

/// One tile at a time, with variations of a thread's assignment and a tile's depth.
using one_tile = gf::cross<gathering, gf::list<gf::contiguous, gf::interleaved, bench::quads>,
                           gf::list<gf::coarsen<4, 4>, gf::coarsen<8, 8>>,
                           gf::list<gf::shared_tile<8>, gf::shared_tile<16>>, square_block>;

/// Rings of tiles, filled by asynchronous copies or, for operands along k, through registers. Varies sums per thread,
/// depth of a tile, stages and order of blocks.
template <class Coarsening, class Block, class... Ring>
using ring = gf::variant<gf::gather, gf::interleaved, gf::vectors<4>, Coarsening, Block, Ring...>;
using wide = gf::coarsen<8, 8>;
template <class Block, class... More>
using turning = ring<wide, Block, gf::shared_tile<32>, gf::stages<2>, gf::raster<8>, gf::through_registers, More...>;
/// For every layout.
using fast_rings = gf::list<turning<gf::block<8, 16>>, turning<gf::block<16, 8>>,
                            ring<wide, gf::block<8, 16>, gf::shared_tile<32>, gf::stages<2>, gf::raster<8>>,
                            ring<wide, gf::block<16, 8>, gf::shared_tile<32>, gf::stages<2>, gf::raster<8>>,
                            turning<gf::block<8, 16>, gf::warp<4, 8>>, turning<gf::block<16, 8>, gf::warp<8, 4>>>;
using rings =
    gf::join<fast_rings,
             gf::list<ring<wide, gf::block<16, 8>, gf::shared_tile<32>, gf::stages<2>>,
                      ring<wide, gf::block<16, 8>, gf::shared_tile<16>, gf::stages<2>, gf::raster<8>>,
                      ring<wide, gf::block<16, 8>, gf::shared_tile<16>, gf::stages<3>, gf::raster<8>>,
                      ring<wide, gf::block<16, 16>, gf::shared_tile<32>, gf::stages<2>, gf::raster<8>>,
                      ring<gf::coarsen<4, 8>, gf::block<32, 8>, gf::shared_tile<32>, gf::stages<2>, gf::raster<8>>>>;

template <class Variants, class LayoutA, class LayoutB>
void time_layouts(const shared_operands& on)
{
  time_products<Variants, LayoutA, LayoutB>(on, on->exact_product<LayoutA, LayoutB>());
}
/// With more variants if both operands are row-major.
template <class Variants, class OfRows = Variants>
void time_all_layouts(int side)
{
  const auto on = std::make_shared<const bench::operands>(side);
  time_layouts<OfRows, row_major, row_major>(on);
  time_layouts<Variants, row_major, column_major>(on);
  time_layouts<Variants, column_major, row_major>(on);
  time_layouts<Variants, column_major, column_major>(on);
}

void register_all()
{
  const auto middling = std::make_shared<const bench::operands>(2048);
  const auto by_rows = middling->exact_product<row_major, row_major>();
  const auto by_columns = middling->exact_product<row_major, column_major>();
  time_products<of_the_textbook, row_major, row_major>(middling, by_rows);
  time_by_hand<row_major>(middling, by_rows, "untiled", product_row_major);
  time_products<of_the_textbook, row_major, column_major>(middling, by_columns);
  time_by_hand<column_major>(middling, by_columns, "untiled", product_column_major);
  time_by_hand<column_major>(middling, by_columns, "figure_6_4a", product_loaded_by_rows);
  time_by_hand<column_major>(middling, by_columns, "figure_6_4b", product_corner_turning);
  time_all_layouts<fast_rings, gf::join<one_tile, rings>>(4096);
  time_all_layouts<fast_rings>(4095);
  time_all_layouts<fast_rings>(8192);
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
