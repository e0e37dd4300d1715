// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Matrix products on the device: without tiles, with tiles, with corner turning and with coarsening, beside the
/// textbook's kernels by hand and cuBLAS's sgemm. Every product of small integers, which is exact, is first compared
/// with one in float64.
#include <cublas_v2.h>

#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/multiply.hpp>
#include <gridfold/policy/variants.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "../examples/support/figures.hpp"
#include "device_timing.hpp"
#include "peers/by_hand/product.cuh"
#include "quads.hpp"

namespace
{

namespace gf = gridfold;
using row_major = cuda::std::layout_right;
using column_major = cuda::std::layout_left;

template <class Layout, class T>
using square = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>, Layout>;

void check(cublasStatus_t status)
{
  if (status != CUBLAS_STATUS_SUCCESS) throw gf::error(std::string("cuBLAS failed: ") + cublasGetStatusString(status));
}

/// c = a*b in float64, which has every sum of small integers exactly, by blocks of 16 x 16 threads.
template <class LayoutA, class LayoutB>
__global__ void multiply_exactly(square<LayoutA, const float> a, square<LayoutB, const float> b,
                                 square<row_major, float> c)
{
  const std::int64_t i = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const std::int64_t j = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= c.extent(0) || j >= c.extent(1)) return;
  double sum = 0;
  for (std::int64_t k = 0; k < a.extent(1); ++k) sum += static_cast<double>(a(i, k)) * static_cast<double>(b(k, j));
  c(i, j) = static_cast<float>(sum);
}

/// Two square matrices, and memory for their product, on the device.
struct operands {
  int side;
  gf::device_buffer<float> a, b, c;
  cublasHandle_t cublas{};

  explicit operands(int n) : side(n), a(elements()), b(elements()), c(elements())
  {
    std::mt19937 generator(1);
    std::uniform_int_distribution<int> number(-8, 8);
    std::vector<float> values(elements());
    for (auto* matrix : {&a, &b}) {
      for (float& v : values) v = static_cast<float>(number(generator));
      matrix->copy_from(values.data());
      gf::cuda_check(cudaDeviceSynchronize(), "copying a matrix");
    }
    check(cublasCreate(&cublas));
  }
  operands(const operands&) = delete;
  ~operands() { (void)cublasDestroy(cublas); }

  [[nodiscard]] std::size_t elements() const { return static_cast<std::size_t>(side) * static_cast<std::size_t>(side); }
  [[nodiscard]] double operations() const { return 2.0 * side * side * static_cast<double>(side); }
  [[nodiscard]] std::string label() const { return std::to_string(side) + "/"; }

  /// c = a*b by cuBLAS, which is column-major: computes c' = b' a'.
  template <class LayoutA, class LayoutB>
  void sgemm() const
  {
    const auto operation = [](bool by_columns) { return by_columns ? CUBLAS_OP_T : CUBLAS_OP_N; };
    const float one = 1, zero = 0;
    check(cublasSgemm(cublas, operation(std::is_same_v<LayoutB, column_major>),
                      operation(std::is_same_v<LayoutA, column_major>), side, side, side, &one, b.data(), side,
                      a.data(), side, &zero, c.data(), side));
  }

  template <class V, class LayoutA, class LayoutB>
  void multiply() const
  {
    gf::multiply<V>(gf::device{}, square<LayoutA, const float>(a.data(), side, side),
                    square<LayoutB, const float>(b.data(), side, side), square<row_major, float>(c.data(), side, side));
  }

  /// The product in float64.
  template <class LayoutA, class LayoutB>
  [[nodiscard]] std::vector<float> exact_product() const
  {
    const auto blocks = static_cast<unsigned>((side + 15) / 16);
    multiply_exactly<LayoutA, LayoutB><<<dim3(blocks, blocks), dim3(16, 16)>>>(
        square<LayoutA, const float>(a.data(), side, side), square<LayoutB, const float>(b.data(), side, side),
        square<row_major, float>(c.data(), side, side));
    gf::cuda_check(cudaGetLastError(), "multiplying in float64");
    return product();
  }

  [[nodiscard]] std::vector<float> product() const
  {
    std::vector<float> values(elements());
    c.copy_to(values.data());
    gf::cuda_check(cudaDeviceSynchronize(), "copying a product");
    return values;
  }
};

using shared_operands = std::shared_ptr<const operands>;

template <class LayoutA, class LayoutB>
std::string name_of_layouts()
{
  const std::string b = std::is_same_v<LayoutB, row_major> ? "B row-major/" : "B column-major/";
  return std::is_same_v<LayoutA, row_major> ? b : "A column-major, " + b;
}

/// Times work after checking its product.
template <class LayoutA, class LayoutB, class Work>
void time_product(const shared_operands& on, const std::vector<float>& expected, const std::string& what, Work work)
{
  const std::string name = on->label() + name_of_layouts<LayoutA, LayoutB>() + what;
  gf::cuda_check(cudaMemset(on->c.data(), 0xff, on->c.size() * sizeof(float)), "poisoning a product");
  work();
  if (on->product() != expected) throw gf::error(name + " is wrong (it differs from float64's): mend it");
  bench::time_on_device(name, "flop/s", on->operations(), work);
}

template <class Variants, class LayoutA, class LayoutB>
void time_variants(const shared_operands& on, const std::vector<float>& expected)
{
  time_product<LayoutA, LayoutB>(on, expected, "cuBLAS sgemm", [on] { on->sgemm<LayoutA, LayoutB>(); });
  gf::for_each(Variants{}, [&]<class V>() {
    time_product<LayoutA, LayoutB>(on, expected, V::name(), [on] { on->multiply<V, LayoutA, LayoutB>(); });
  });
}

/// Times a kernel of the textbook by hand.
template <class LayoutB>
void time_by_hand(const shared_operands& on, const std::vector<float>& expected, const char* name,
                  void (*kernel)(const float*, const float*, float*, int))
{
  time_product<row_major, LayoutB>(on, expected, std::string("by hand/") + name, [on, kernel] {
    const auto blocks = static_cast<unsigned>(on->side / by_hand::TILE_WIDTH);
    kernel<<<dim3(blocks, blocks), dim3(by_hand::TILE_WIDTH, by_hand::TILE_WIDTH)>>>(on->a.data(), on->b.data(),
                                                                                     on->c.data(), on->side);
    gf::cuda_check(cudaGetLastError(), "launching a product by hand");
  });
}

using gathering = gf::list<gf::gather>;
using warp_wide = gf::list<gf::block<32, 8>>;
using square_block = gf::list<gf::block<16, 16>>;

/// The textbook's products (Kirk, Hwu and El Hajj, 4th ed., ch. 6), then both accesses without tiles, and tiles loaded
/// either way, by other factors and blocks.
using of_the_textbook = gf::unique<gf::join<
    gf::list<figures::untiled, figures::figure_6_4a, figures::figure_6_4b, figures::product<gf::read_only>>,
    gf::cross<gathering, gf::list<gf::interleaved>, gf::list<gf::coarsen<4, 4>>,
              gf::list<gf::global, gf::read_only, gf::shared_tile<16>, gf::list<gf::shared_tile<16>, gf::row_by_row>>,
              square_block>,
    gf::cross<gathering, gf::list<gf::interleaved>, gf::list<gf::coarsen<1>, gf::coarsen<1, 4>>,
              gf::list<gf::global, gf::shared_tile<32>, gf::list<gf::shared_tile<32>, gf::row_by_row>>, warp_wide>>>;

/// One tile at a time: how a thread's sums lie beside each other, and the depth of a tile.
using one_tile = gf::cross<gathering, gf::list<gf::contiguous, gf::interleaved, bench::quads>,
                           gf::list<gf::coarsen<4, 4>, gf::coarsen<8, 8>>,
                           gf::list<gf::shared_tile<8>, gf::shared_tile<16>>, square_block>;

/// Rings of tiles that asynchronous copies of threads or bulk copies fill, or that operands along k pass through
/// registers into: sums of a
/// thread, depth of a tile, stages and order of blocks.
template <class Coarsening, class Block, class... Ring>
using ring = gf::variant<gf::gather, gf::interleaved, gf::vectors<4>, Coarsening, Block, Ring...>;
using wide = gf::coarsen<8, 8>;
/// For every layout.
using fast_rings =
    gf::list<ring<wide, gf::block<8, 16>, gf::shared_tile<32>, gf::stages<2>, gf::raster<8>, gf::through_registers>,
             ring<wide, gf::block<16, 8>, gf::shared_tile<32>, gf::stages<2>, gf::raster<8>, gf::through_registers>,
             ring<wide, gf::block<8, 16>, gf::shared_tile<32>, gf::stages<2>, gf::raster<8>>,
             ring<wide, gf::block<16, 8>, gf::shared_tile<32>, gf::stages<2>, gf::raster<8>>,
             ring<wide, gf::block<16, 8>, gf::shared_tile<32>, gf::stages<2>, gf::raster<8>, gf::bulk>>;
using rings =
    gf::join<fast_rings,
             gf::list<ring<wide, gf::block<16, 8>, gf::shared_tile<32>, gf::stages<2>>,
                      ring<wide, gf::block<16, 8>, gf::shared_tile<16>, gf::stages<2>, gf::raster<8>>,
                      ring<wide, gf::block<16, 8>, gf::shared_tile<16>, gf::stages<3>, gf::raster<8>>,
                      ring<wide, gf::block<16, 8>, gf::shared_tile<16>, gf::stages<3>, gf::raster<8>, gf::bulk>,
                      ring<wide, gf::block<16, 8>, gf::shared_tile<16>, gf::stages<4>, gf::raster<8>, gf::bulk>,
                      ring<wide, gf::block<16, 16>, gf::shared_tile<32>, gf::stages<2>, gf::raster<8>>,
                      ring<gf::coarsen<4, 8>, gf::block<32, 8>, gf::shared_tile<32>, gf::stages<2>, gf::raster<8>>>>;

template <class Variants, class LayoutA, class LayoutB>
void time_layouts(const shared_operands& on)
{
  time_variants<Variants, LayoutA, LayoutB>(on, on->exact_product<LayoutA, LayoutB>());
}
/// With more variants if both operands are row-major.
template <class Variants, class OfRows = Variants>
void time_all_layouts(int side)
{
  const auto on = std::make_shared<const operands>(side);
  time_layouts<OfRows, row_major, row_major>(on);
  time_layouts<Variants, row_major, column_major>(on);
  time_layouts<Variants, column_major, row_major>(on);
  time_layouts<Variants, column_major, column_major>(on);
}

void register_all()
{
  const auto middling = std::make_shared<const operands>(2048);
  const auto by_rows = middling->exact_product<row_major, row_major>();
  const auto by_columns = middling->exact_product<row_major, column_major>();
  time_variants<of_the_textbook, row_major, row_major>(middling, by_rows);
  time_by_hand<row_major>(middling, by_rows, "untiled", by_hand::product_row_major<float>);
  time_variants<of_the_textbook, row_major, column_major>(middling, by_columns);
  time_by_hand<column_major>(middling, by_columns, "untiled", by_hand::product_column_major<float>);
  time_by_hand<column_major>(middling, by_columns, "figure_6_4a", by_hand::product_loaded_by_rows<float>);
  time_by_hand<column_major>(middling, by_columns, "figure_6_4b", by_hand::product_corner_turning<float>);
  time_all_layouts<fast_rings, gf::join<one_tile, rings>>(4096);
  time_all_layouts<fast_rings>(4095);
  time_all_layouts<fast_rings>(8192);
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
