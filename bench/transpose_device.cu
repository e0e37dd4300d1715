// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Transposes on the device: Fan's (CUDA Programming, ch. 7 and 8) by the library and by hand, tiles of many kinds,
/// CUB, cuBLAS and a copy, in one run. Every result is checked before it is timed. Usage: transpose_device [Google
/// Benchmark's options]
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cuda/cmath>
#include <cuda/std/span>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/policy/transpose_defaults.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/transpose.hpp>
#include <gridfold/view/streaming.hpp>
#include <memory>
#include <string>

#include "../examples/support/figures.hpp"
#include "device_timing.hpp"
#include "peers/by_hand/transpose.cuh"
#include "peers/transpose.hpp"

namespace
{

namespace gf = gridfold;

template <class T>
using matrix_view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>>;
template <class T>
using batch_view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 3>>;

/// Element n of the input: neighbours and elements a power of two apart are different.
template <class T>
__device__ T element(std::int64_t n)
{
  return static_cast<T>((n * 2654435761) >> 7 & 0x7f);
}

template <class T>
__global__ void fill(T* in, std::int64_t size)
{
  const std::int64_t n = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (n < size) in[n] = element<T>(n);
}

template <class T>
__global__ void count_wrong(batch_view<T> out, unsigned long long* wrong)
{
  const std::int64_t n = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x, columns = out.extent(2);
  if (n >= static_cast<std::int64_t>(out.size())) return;
  const std::int64_t row = n / columns, i = n % columns, b = row / out.extent(1), j = row % out.extent(1);
  if (out(b, j, i) != element<T>((b * columns + i) * out.extent(1) + j)) atomicAdd(wrong, 1ull);
}

/// Memory for the matrices of a problem and their transposes. All problems share it: results are checked when a
/// problem's benchmarks are registered, and times do not depend on values.
struct memory {
  static constexpr std::size_t bytes = std::size_t{9} << 27;
  gf::device_buffer<std::byte> input{bytes}, output{bytes};

  static std::shared_ptr<memory> of_all_problems()
  {
    static std::weak_ptr<memory> existing;
    auto all = existing.lock();
    if (!all) existing = all = std::make_shared<memory>();
    return all;
  }
};

/// Matrices, and memory for their transposes.
template <class T>
struct problem {
  std::int64_t batches, rows, columns;
  std::shared_ptr<memory> in_memory = memory::of_all_problems();
  cuda::std::span<T> input, output;

  problem(std::int64_t b, std::int64_t r, std::int64_t c) : batches(b), rows(r), columns(c)
  {
    const auto elements = static_cast<std::size_t>(size());
    if (elements * sizeof(T) > memory::bytes)
      throw gf::error(label() + " is larger than the memory of all problems: give memory::bytes more");
    input = {reinterpret_cast<T*>(in_memory->input.data()), elements};
    output = {reinterpret_cast<T*>(in_memory->output.data()), elements};
    fill<<<blocks(), 256>>>(input.data(), size());
    gf::cuda_check(cudaGetLastError(), "filling a matrix");
  }
  problem(std::int64_t r, std::int64_t c) : problem(1, r, c) {}

  [[nodiscard]] std::int64_t size() const { return batches * rows * columns; }
  [[nodiscard]] unsigned blocks() const { return static_cast<unsigned>(cuda::ceil_div(size(), 256)); }
  [[nodiscard]] matrix_view<T> in() const { return matrix_view<T>(input.data(), rows, columns); }
  [[nodiscard]] matrix_view<T> out() const { return matrix_view<T>(output.data(), columns, rows); }
  [[nodiscard]] batch_view<T> batch_in() const { return batch_view<T>(input.data(), batches, rows, columns); }
  [[nodiscard]] batch_view<T> batch_out() const { return batch_view<T>(output.data(), batches, columns, rows); }
  /// Bytes read and written.
  [[nodiscard]] double bytes() const { return 2.0 * static_cast<double>(size()) * sizeof(T); }
  [[nodiscard]] std::string label() const
  {
    return (batches > 1 ? std::to_string(batches) + "x" : "") + std::to_string(rows) + "x" + std::to_string(columns) +
           "x" + std::to_string(sizeof(T)) + "B/";
  }
};

template <class T>
using shared_problem = std::shared_ptr<problem<T>>;

template <class T>
bool is_transposed(const problem<T>& p)
{
  gf::device_buffer<unsigned long long> count(1);
  unsigned long long wrong = 0;
  count.copy_from(&wrong);
  count_wrong<<<p.blocks(), 256>>>(p.batch_out(), count.data());
  count.copy_to(&wrong);
  gf::cuda_check(cudaDeviceSynchronize(), "checking a transpose");
  return wrong == 0;
}

/// Runs, checks and times one way to transpose; wrong results are not timed.
template <class T, class Work>
void time_transpose(const shared_problem<T>& p, const std::string& name, Work work)
{
  gf::cuda_check(cudaMemset(p->output.data(), 0xff, p->output.size() * sizeof(T)), "poisoning an output");
  work();
  if (!is_transposed(*p)) {
    std::fprintf(stderr, "WRONG: %s%s\n", p->label().c_str(), name.c_str());
    return;
  }
  bench::time_on_device(p->label() + name, "B/s", p->bytes(), work, 0.004);
}

template <class T>
using contenders_of =
    typename gf::contenders<gf::device,
                            std::conditional_t<sizeof(T) <= 8, gf::verb::transpose, gf::verb::transpose_wide>, T>::type;

template <class V, class Variants>
inline constexpr bool is_among = false;
template <class V, class... All>
inline constexpr bool is_among<V, gf::list<All...>> = (std::is_same_v<V, All> || ...);

/// Times a variant of a batch, or of one matrix. A view of one matrix has two dimensions, as for the default: with a
/// third, narrow elements are slower.
template <class V, bool IsBatch, class T>
void time_variant(const shared_problem<T>& p)
{
  time_transpose(p, V::name(), [p] {
    if constexpr (IsBatch)
      gf::transpose<V>(gf::device{}, p->batch_in(), p->batch_out());
    else
      gf::transpose<V>(gf::device{}, p->in(), p->out());
  });
}

template <class Variants, bool IsBatch = false, class T>
void time_variants(const shared_problem<T>& p)
{
  gf::for_each(Variants{}, [&]<class V>() { time_variant<V, IsBatch>(p); });
}

/// Times the contenders for the default that suit the matrices, but for those that are among other variants.
template <class Others, bool IsBatch = false, class T>
void time_contenders(const shared_problem<T>& p)
{
  gf::for_each(contenders_of<T>{}, [&]<class C>() {
    using V = typename C::type;
    if constexpr (!is_among<V, Others>)
      if (std::isfinite(C::nanoseconds({p->batches, p->rows, p->columns}))) time_variant<V, IsBatch>(p);
  });
}

/// Times variants through streaming views for reads, for writes, or for both.
template <class Variants, class T>
void time_streaming(const shared_problem<T>& p)
{
  gf::for_each(Variants{}, [&]<class V>() {
    const std::string name = V::name() + "/streaming ";
    time_transpose(p, name + "in", [p] { gf::transpose<V>(gf::device{}, gf::streaming(p->in()), p->out()); });
    time_transpose(p, name + "out", [p] { gf::transpose<V>(gf::device{}, p->in(), gf::streaming(p->out())); });
    time_transpose(p, name + "both",
                   [p] { gf::transpose<V>(gf::device{}, gf::streaming(p->in()), gf::streaming(p->out())); });
  });
}

template <class T>
void time_copy(const shared_problem<T>& p)
{
  bench::time_on_device(
      p->label() + "cudaMemcpyAsync", "B/s", p->bytes(),
      [p] {
        gf::cuda_check(
            cudaMemcpyAsync(p->output.data(), p->input.data(), p->input.size() * sizeof(T), cudaMemcpyDeviceToDevice),
            "copying a matrix");
      },
      0.004);
}

void time_peers(const shared_problem<float>& p)
{
  if (peers::cub_takes(p->rows, p->columns))
    time_transpose(p, "cub::BlockExchange",
                   [p] { peers::cub_transpose(p->input.data(), p->output.data(), p->rows, p->columns); });
  if (const auto blas = peers::cublas::find())
    time_transpose(p, "cublasSgeam",
                   [p, blas] { blas->transpose(p->input.data(), p->output.data(), p->rows, p->columns); });
  else
    std::fputs("cublasSgeam: skipped, there is no cuBLAS here\n", stderr);
}

/// Times Fan's transposes by hand, of a square matrix.
void time_by_hand(const shared_problem<float>& p)
{
  const auto time = [&](const char* name, void (*kernel)(const float*, float*, int)) {
    time_transpose(p, std::string("by hand/") + name, [p, kernel] {
      const int side = static_cast<int>(p->rows);
      const unsigned blocks = cuda::ceil_div(static_cast<unsigned>(side), unsigned{by_hand::TILE_DIM});
      kernel<<<dim3(blocks, blocks), dim3(by_hand::TILE_DIM, by_hand::TILE_DIM)>>>(p->input.data(), p->output.data(),
                                                                                   side);
      gf::cuda_check(cudaGetLastError(), "launching a transpose by hand");
    });
  };
  time("coalesced_read", by_hand::transpose_coalesced_read<float>);
  time("coalesced_write", by_hand::transpose_coalesced_write<float>);
  time("coalesced_write_ldg", by_hand::transpose_coalesced_write_ldg<float>);
  time("bank_conflicts", by_hand::transpose_shared<0, float>);
  time("no_bank_conflicts", by_hand::transpose_shared<1, float>);
}

using both = gf::list<gf::gather, gf::scatter>;
using gathering = gf::list<gf::gather>;
using elements = gf::list<gf::interleaved>;
template <int Width>
using words = gf::list<gf::list<gf::interleaved, gf::vectors<Width>>>;
using gf::aligned_rows;
using gf::aligned_sides;
using gf::block;
using gf::coarsen;
using gf::padded;
using gf::square_by_square;
using gf::straight;
using gf::swizzled;
using gf::tile;

/// Fan's transposes, then others of blocks like his: __ldg for a thread that owns an element of A, tiles that the other
/// side owns, swizzled ones; then coarsened.
using textbook =
    gf::join<gf::list<figures::coalesced_read, figures::coalesced_write, figures::coalesced_write_ldg,
                      figures::bank_conflicts, figures::no_bank_conflicts>,
             gf::cross<gf::list<gf::scatter>, elements, gf::coarsenings<1>,
                       gf::list<gf::read_only, tile<gf::unpadded>, tile<padded<1>>>, gf::list<block<32, 32>>>,
             gf::cross<both, elements, gf::coarsenings<1>, gf::list<tile<swizzled>>, gf::list<block<32, 32>>>,
             gf::cross<gathering, elements, gf::list<coarsen<1, 4>, coarsen<2, 8>>,
                       gf::list<tile<gf::unpadded>, tile<padded<1>>, tile<swizzled>>, gf::list<block<32, 8>>>>;

/// Every order of blocks for one tile.
template <class Layout, class Start>
using orders = gf::list<tile<Layout, Start>, tile<Layout, Start, square_by_square<4>>,
                        tile<Layout, Start, square_by_square<8>>, tile<Layout, Start, square_by_square<16>>>;

/// In registers: a thread transposes 4 x 4 elements.
using in_registers = gf::cross<both, words<4>, gf::list<coarsen<4, 4>>, gf::list<gf::global>,
                               gf::list<block<8, 8>, block<8, 16>, block<8, 32>, block<16, 16>>>;

/// Vectors through shared memory: tiles of 64 x 64, 128 x 64, 64 x 128 and 32 x 128 (columns x rows of the input).
using blocks_of_8 = gf::list<block<8, 32>>;
using squares_64 = gf::cross<both, words<4>, gf::list<coarsen<8, 2>>,
                             gf::join<orders<padded<1>, straight>, gf::list<tile<swizzled>>>, blocks_of_8>;
using larger = gf::cross<both, words<4>, gf::list<coarsen<16, 2>, coarsen<8, 4>, coarsen<4, 4>, coarsen<16, 1>>,
                         gf::list<tile<padded<1>>, tile<padded<1>, straight, square_by_square<8>>>, blocks_of_8>;
template <class Coarsening, class Block>
using other_block =
    gf::cross<both, words<4>, gf::list<Coarsening>,
              gf::list<tile<padded<1>>, tile<padded<1>, straight, square_by_square<8>>>, gf::list<Block>>;
using other_blocks = gf::join<other_block<coarsen<8, 4>, block<8, 16>>, other_block<coarsen<8, 1>, block<8, 64>>>;
using best_elements =
    gf::cross<both, elements, gf::list<coarsen<2, 8>>, orders<padded<1>, straight>, gf::list<block<32, 8>>>;
using robust = gf::cross<gathering, elements, gf::list<coarsen<2, 8>>, gf::list<tile<padded<1>, aligned_rows<32>>>,
                         gf::list<block<32, 8>>>;
/// Eight or twelve elements per thread, and as many threads as a multiprocessor has.
using crowded = gf::cross<gathering, elements, gf::list<coarsen<2, 4>, coarsen<3, 4>>,
                          gf::list<gf::list<tile<padded<1>>>, gf::list<tile<padded<1>, aligned_rows<32>>>,
                                   gf::list<gf::prefetching, tile<padded<1>, aligned_rows<32>>>>,
                          gf::list<block<32, 16>>>;
using aligned_contenders = gf::join<robust, in_registers, squares_64, larger, other_blocks, best_elements>;
using few = gf::cross<both, words<4>, gf::list<coarsen<8, 2>>,
                      gf::list<tile<padded<1>>, tile<padded<1>, straight, square_by_square<8>>>, blocks_of_8>;

/// For matrices without aligned rows: tiles whose rows begin at sectors (32 bytes), pairs of sectors (64) or lines
/// (128).
template <class Start>
using slanted = gf::cross<gathering, words<4>, gf::list<coarsen<8, 2>, coarsen<8, 4>, coarsen<4, 4>>,
                          gf::list<tile<padded<1>, Start>, tile<padded<1>, Start, square_by_square<8>>>, blocks_of_8>;
using slanted_in_elements = gf::cross<gathering, elements, gf::list<coarsen<2, 8>, coarsen<2, 16>, coarsen<1, 16>>,
                                      gf::list<tile<padded<1>, aligned_rows<32>>, tile<padded<1>, aligned_rows<128>>,
                                               tile<padded<1>, aligned_rows<128>, square_by_square<8>>>,
                                      gf::list<block<32, 8>>>;
/// Tiles that are wider along the rows of the input, and of more threads.
using ragged_floats =
    gf::join<gf::cross<gathering, elements, gf::list<coarsen<2, 8>, coarsen<4, 8>, coarsen<4, 4>, coarsen<2, 4>>,
                       gf::list<tile<padded<1>, aligned_rows<32>>>, gf::list<block<32, 8>>>,
             crowded>;
using ragged_doubles = gf::join<gf::cross<gathering, elements, gf::list<coarsen<2, 8>, coarsen<2, 4>>,
                                          gf::list<tile<padded<1>, aligned_rows<32>>>, gf::list<block<32, 8>>>,
                                gf::cross<gathering, elements, gf::list<coarsen<2, 2>, coarsen<2, 4>>,
                                          gf::list<gf::list<tile<padded<1>, aligned_rows<32>>>,
                                                   gf::list<gf::prefetching, tile<padded<1>, aligned_rows<32>>>>,
                                          gf::list<block<32, 16>>>>;
/// Elements of one and two bytes, read by words of 4 bytes.
template <int Padding>
using in_words = gf::cross<gathering, words<8>, gf::list<coarsen<8, 4>, coarsen<16, 4>>,
                           gf::list<gf::list<tile<padded<Padding>, aligned_sides<32>>>,
                                    gf::list<gf::prefetching, tile<padded<Padding>, aligned_sides<32>>>>,
                           gf::list<block<8, 16>, block<8, 32>>>;
using unaligned_contenders =
    gf::unique<gf::join<ragged_floats, in_registers, squares_64, larger, best_elements, slanted<aligned_rows<32>>,
                        slanted<aligned_rows<64>>, slanted<aligned_rows<128>>, slanted_in_elements>>;

/// Elements of other sizes, in 16-byte vectors where they fit.
template <int Width>
using sized = gf::cross<both, words<Width>, gf::list<coarsen<8, 2>>,
                        gf::list<tile<padded<1>>, tile<padded<Width>>, tile<swizzled>>, blocks_of_8>;

/// Elements of 16 bytes.
using wide = gf::cross<gathering, elements, gf::list<coarsen<1, 2>, coarsen<1, 4>, coarsen<2, 4>>,
                       gf::list<gf::list<tile<padded<1>>>, gf::list<tile<padded<1>, aligned_rows<64>>>,
                                gf::list<gf::prefetching, tile<padded<1>>>>,
                       gf::list<block<32, 8>>>;

/// Tiles that fit the matrix, of 2,048 to 16,384 elements, moved in vectors of 16 bytes.
template <int Width, class... Shapes>
using fitted = gf::cross<gathering, words<Width>, gf::list<gf::fitted_tile>, gf::list<Shapes...>>;
template <int Bytes>
struct fitted_to;
template <>
struct fitted_to<1> {
  using type = fitted<8, gf::list<coarsen<64>, block<128>>, gf::list<coarsen<64>, block<256>>>;
};
template <>
struct fitted_to<2> {
  using type = fitted<8, gf::list<coarsen<32>, block<128>>, gf::list<coarsen<32>, block<256>>,
                      gf::list<coarsen<64>, block<256>>>;
};
template <>
struct fitted_to<4> {
  using type = fitted<4, gf::list<coarsen<16>, block<128>>, gf::list<coarsen<16>, block<256>>,
                      gf::list<coarsen<32>, block<128>>, gf::list<coarsen<32>, block<256>>>;
};
template <>
struct fitted_to<8> {
  using type =
      fitted<2, gf::list<coarsen<16>, block<128>>, gf::list<coarsen<8>, block<256>>, gf::list<coarsen<16>, block<256>>>;
};
template <>
struct fitted_to<16> {
  using type = fitted<1, gf::list<coarsen<8>, block<256>>, gf::list<coarsen<4>, block<512>>>;
};

/// For matrices of a few columns (tall) or rows (flat): through registers, and in tiles of that many.
using tall = gf::list<gf::variant<coarsen<2, 4>, block<256>>, gf::variant<coarsen<2, 8>, block<128, 2>>,
                      gf::variant<coarsen<2, 4>, tile<padded<1>>, block<16, 16>>>;
template <class T>
using tall_and_aligned =
    std::conditional_t<sizeof(T) <= 8,
                       gf::list<gf::variant<coarsen<1, 8>, tile<padded<1>, aligned_rows<32>>, block<16, 16>>,
                                gf::variant<coarsen<1, 16>, tile<padded<1>, aligned_rows<32>>, block<32, 8>>>,
                       gf::list<>>;
using in_flat_tiles = gf::list<gf::variant<coarsen<2, 8>, tile<padded<4>>, block<256>>,
                               gf::variant<coarsen<1, 8>, tile<padded<1>>, block<256>>,
                               gf::variant<coarsen<1, 16>, tile<padded<1>>, block<256>>>;
template <class T>
using flat = gf::join<gf::list<gf::variant<gf::scatter, coarsen<2, 4>, block<256>>,
                               gf::variant<coarsen<2, 4>, tile<padded<1>>, block<16, 16>>>,
                      std::conditional_t<sizeof(T) <= 8, in_flat_tiles, gf::list<>>>;

/// Small tiles: for small matrices of any shape.
using small = gf::list<gf::variant<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>,
                       gf::variant<coarsen<2, 4>, tile<padded<1>>, block<16, 16>>,
                       gf::variant<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
                       gf::variant<coarsen<2, 4>, tile<padded<1>>, block<32, 16>>,
                       gf::variant<coarsen<2, 8>, tile<padded<1>>, block<16, 16>>>;

/// Small tiles whose rows begin at sectors, for batches of matrices whose rows are not aligned.
using small_and_aligned = gf::cross<gathering, elements, gf::list<coarsen<1, 8>, coarsen<1, 16>, coarsen<2, 8>>,
                                    gf::list<tile<padded<1>, aligned_rows<32>>>, gf::list<block<32, 8>>>;

/// Elements of 2 bytes and of 1.
template <int Width>
using narrow = gf::cross<gathering, words<Width>, gf::list<coarsen<8, 4>, coarsen<16, 2>, coarsen<16, 4>>,
                         gf::list<tile<padded<2>>, tile<padded<2>, aligned_rows<32>>,
                                  gf::list<gf::prefetching, tile<padded<2>, aligned_rows<32>>>>,
                         gf::list<block<8, 16>, block<8, 32>>>;

template <class T>
void time_default(const shared_problem<T>& p)
{
  time_transpose(p, "default", [p] { gf::transpose(gf::device{}, p->in(), p->out()); });
}

template <class T, class Variants>
void time_size(std::int64_t rows, std::int64_t columns)
{
  const auto p = std::make_shared<problem<T>>(rows, columns);
  time_copy(p);
  time_default(p);
  time_variants<Variants>(p);
  time_contenders<Variants>(p);
}

template <class T>
void time_batch(std::int64_t batches, std::int64_t rows, std::int64_t columns)
{
  const auto p = std::make_shared<problem<T>>(batches, rows, columns);
  time_copy(p);
  time_transpose(p, "default", [p] { gf::transpose(gf::device{}, p->batch_in(), p->batch_out()); });
  using variants = gf::unique<gf::join<small, small_and_aligned, typename fitted_to<sizeof(T)>::type>>;
  time_variants<variants, true>(p);
  time_contenders<variants, true>(p);
}

/// The columns of so many rows of about 512 MiB, or the rows of columns.
template <class T>
std::int64_t length_of(std::int64_t size)
{
  return (std::int64_t{1} << 29) / static_cast<std::int64_t>(sizeof(T)) / size + 1;
}

template <class T>
void time_few_rows(std::int64_t rows)
{
  time_size<T, gf::join<flat<T>, typename fitted_to<sizeof(T)>::type>>(rows, length_of<T>(rows));
}

/// In few columns, then in few rows.
template <class T>
void time_thin(std::int64_t size)
{
  time_size<T, gf::join<tall, tall_and_aligned<T>, typename fitted_to<sizeof(T)>::type>>(length_of<T>(size), size);
  time_few_rows<T>(size);
}

void register_all()
{
  const auto square = std::make_shared<problem<float>>(16384, 16384);
  time_copy(square);
  time_peers(square);
  time_by_hand(square);
  time_variants<textbook>(square);
  time_variants<gf::unique<gf::join<aligned_contenders, ragged_floats>>>(square);
  time_streaming<few>(square);
  time_variants<small>(square);
  time_default(square);

  const auto ragged = std::make_shared<problem<float>>(16381, 8191);
  time_copy(ragged);
  time_peers(ragged);
  time_variants<unaligned_contenders>(ragged);
  time_variants<small>(ragged);
  time_default(ragged);
  time_size<float, gf::join<small, ragged_floats>>(16382, 8190);
  time_size<float, gf::join<small, ragged_floats>>(16384, 8188);
  time_size<float, small>(777, 1031);

  time_size<std::uint8_t, gf::join<sized<4>, narrow<8>, narrow<16>>>(32768, 32768);
  time_size<std::uint8_t, gf::join<sized<4>, narrow<8>, narrow<16>, in_words<4>>>(32749, 32749);
  time_size<std::uint16_t, gf::join<sized<4>, narrow<8>>>(32768, 16384);
  time_size<double, sized<2>>(16384, 8192);
  time_size<double, gf::join<small, ragged_doubles>>(16384, 8190);
  time_size<double, gf::join<small, ragged_doubles>>(8191, 16381);
  time_size<std::uint16_t, gf::join<sized<4>, narrow<8>, in_words<2>>>(16381, 32749);
  time_size<__int128, wide>(8192, 8192);
  time_size<__int128, wide>(8191, 8209);
  time_batch<float>(128, 1024, 1024);
  time_batch<float>(1000, 333, 405);
  time_batch<float>(10000, 100, 128);
  time_batch<float>(100000, 32, 32);
  time_batch<double>(100, 500, 1000);
  time_batch<float>(1000000, 8, 8);
  time_batch<float>(100000, 256, 3);
  time_batch<std::uint16_t>(1000, 333, 405);
  time_batch<std::uint16_t>(10000, 100, 128);
  time_batch<std::uint8_t>(1000, 333, 405);
  time_batch<std::uint8_t>(10000, 100, 128);
  for (const std::int64_t size : {2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 48}) time_thin<float>(size);
  for (const std::int64_t size : {3, 7, 12, 32}) {
    time_thin<double>(size);
    time_thin<std::uint16_t>(size);
    time_thin<std::uint8_t>(size);
    time_thin<__int128>(size);
  }
  // Those for which elements of one and two bytes have contenders.
  for (const std::int64_t rows : {2, 4, 6, 8, 10, 16}) {
    time_few_rows<std::uint16_t>(rows);
    time_few_rows<std::uint8_t>(rows);
  }
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
