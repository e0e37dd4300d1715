// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Transposes on the device: Fan's (CUDA Programming, ch. 7 and 8) by the library and by hand, tiles of many kinds,
/// CUB, cuBLAS and a copy, in one run. Every result is checked before it is timed. Usage: transpose_device [Google
/// Benchmark's options]
#include <cstddef>
#include <cstdio>
#include <cuda/cmath>
#include <cuda/std/span>
#include <gridfold/defaults/transpose.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/policy/variants.hpp>
#include <gridfold/transpose.hpp>
#include <gridfold/view/streaming.hpp>
#include <memory>
#include <string>
#include <utility>

#include "../../examples/support/figures.hpp"
#include "../../examples/textbook/transpose.cuh"
#include "../peers/transpose.hpp"
#include "../support/device_timing.hpp"

namespace
{

namespace gf = gridfold;

template <class T>
using matrix_view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>>;
template <class T>
using batch_view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 3>>;

/// Element n of the input: neighbours, and elements a power of two apart, differ.
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

/// Memory for the matrices of a problem and their transposes, shared by all problems. Results are checked when a
/// problem's benchmarks are registered; times do not depend on values.
struct memory {
  static constexpr std::size_t bytes = std::size_t{9} << 29;
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

template <class V, class Variants>
inline constexpr bool is_among = false;
template <class V, class... All>
inline constexpr bool is_among<V, gf::list<All...>> = (std::is_same_v<V, All> || ...);

/// Times a variant for a batch or one matrix. As for the default, a view of one matrix has two dimensions, because
/// narrow elements are slower with three.
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

/// Times the variants that may be the default, except those in the list of other variants.
template <class Others, bool IsBatch = false, class T>
void time_defaults(const shared_problem<T>& p)
{
  gf::for_each(gf::default_variants<gf::device, gf::verb::transpose, T>{}, [&]<class V>() {
    if constexpr (!is_among<V, Others>) time_variant<V, IsBatch>(p);
  });
}

/// Times variants with streaming views for reads, for writes, or for both.
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

/// Times Fan's transposes by hand, for a square matrix.
void time_by_hand(const shared_problem<float>& p)
{
  const auto time = [&](const char* name, void (*kernel)(const float*, float*, int)) {
    time_transpose(p, std::string("by hand/") + name, [p, kernel] {
      const int side = static_cast<int>(p->rows);
      const unsigned blocks = cuda::ceil_div(static_cast<unsigned>(side), unsigned{TILE_DIM});
      kernel<<<dim3(blocks, blocks), dim3(TILE_DIM, TILE_DIM)>>>(p->input.data(), p->output.data(), side);
      gf::cuda_check(cudaGetLastError(), "launching a transpose by hand");
    });
  };
  time("coalesced_read", transpose_coalesced_read);
  time("coalesced_write", transpose_coalesced_write);
  time("coalesced_write_ldg", transpose_coalesced_write_ldg);
  time("bank_conflicts", transpose_bank_conflicts);
  time("no_bank_conflicts", transpose_no_bank_conflicts);
}

using both = gf::list<gf::gather, gf::scatter>;
using gathering = gf::list<gf::gather>;
using elements = gf::list<gf::interleaved>;
template <int Width>
using words = gf::list<gf::list<gf::interleaved, gf::vectors<Width>>>;
using gf::block;
using gf::coarsen;
using gf::padded;
using gf::swizzled;
using gf::tile;

/// Fan's transposes, then others with his block shape: __ldg in a thread that owns an element of A, tiles owned by the
/// other side, swizzled tiles; then coarsened ones.
using textbook =
    gf::join<gf::list<figures::coalesced_read, figures::coalesced_write, figures::coalesced_write_ldg,
                      figures::bank_conflicts, figures::no_bank_conflicts>,
             gf::cross<gf::list<gf::scatter>, elements, gf::coarsenings<1>,
                       gf::list<gf::read_only, tile<gf::unpadded>, tile<padded<1>>>, gf::list<block<32, 32>>>,
             gf::cross<both, elements, gf::coarsenings<1>, gf::list<tile<swizzled>>, gf::list<block<32, 32>>>,
             gf::cross<gathering, elements, gf::list<coarsen<1, 4>, coarsen<2, 8>>,
                       gf::list<tile<gf::unpadded>, tile<padded<1>>, tile<swizzled>>, gf::list<block<32, 8>>>>;

/// In registers: a thread transposes 4 x 4 elements.
using in_registers = gf::cross<gathering, words<4>, gf::list<coarsen<4, 4>>, gf::list<gf::global>,
                               gf::list<block<8, 8>, block<8, 16>, block<8, 32>, block<16, 16>>>;

/// Vectors through shared memory: tiles of 64 x 64, 128 x 64, 64 x 128 and 32 x 128 (columns x rows of the input).
using blocks_of_8 = gf::list<block<8, 32>>;
using squares_64 = gf::join<
    gf::cross<gathering, words<4>, gf::list<coarsen<8, 2>>, gf::list<tile<padded<1>>, tile<swizzled>>, blocks_of_8>,
    gf::cross<gf::list<gf::scatter>, words<4>, gf::list<coarsen<8, 2>>, gf::list<tile<padded<1>>>, blocks_of_8>>;
template <class Block, class... Coarsenings>
using in_tiles = gf::cross<gathering, words<4>, gf::list<Coarsenings...>, gf::list<tile<padded<1>>>, gf::list<Block>>;
using larger = gf::join<in_tiles<block<8, 32>, coarsen<16, 2>, coarsen<8, 4>, coarsen<4, 4>>,
                        in_tiles<block<8, 16>, coarsen<8, 4>>, in_tiles<block<8, 64>, coarsen<8, 1>>>;
using best_elements =
    gf::join<gf::cross<gathering, elements, gf::list<coarsen<2, 8>>, gf::list<tile<padded<1>>>, gf::list<block<32, 8>>>,
             gf::cross<gf::list<gf::scatter>, elements, gf::list<coarsen<2, 8>>, gf::list<tile<padded<1>>>,
                       gf::list<block<32, 8>>>>;

/// Aligned tiles, in vectors of 16 bytes, column by column.
template <int Width, class Block, class... Coarsenings>
using aligned = gf::cross<gathering, words<Width>, gf::list<Coarsenings...>,
                          gf::list<gf::list<gf::prefetching, gf::aligned_tile>, gf::list<gf::aligned_tile>>,
                          gf::list<gf::raster_by_columns>, gf::list<Block>>;
template <int Bytes>
struct aligned_to;
template <>
struct aligned_to<1> {
  using type =
      gf::join<aligned<16, block<8, 32>, coarsen<16, 2>>, aligned<16, block<8, 64>, coarsen<16, 2>, coarsen<32, 2>>>;
};
template <>
struct aligned_to<2> {
  using type = gf::join<aligned<8, block<8, 32>, coarsen<8, 4>, coarsen<16, 2>, coarsen<16, 4>>,
                        aligned<8, block<8, 64>, coarsen<16, 2>>>;
};
template <>
struct aligned_to<4> {
  using type = gf::join<aligned<4, block<8, 32>, coarsen<4, 2>, coarsen<8, 2>, coarsen<4, 4>>,
                        aligned<4, block<8, 64>, coarsen<12, 2>, coarsen<8, 2>, coarsen<4, 2>>>;
};
template <>
struct aligned_to<8> {
  using type = aligned<2, block<8, 32>, coarsen<4>, coarsen<2, 2>, coarsen<4, 2>>;
};
template <>
struct aligned_to<16> {
  using type = aligned<1, block<8, 32>, coarsen<2>, coarsen<2, 2>>;
};
template <class T>
using aligned_tiles = typename aligned_to<static_cast<int>(sizeof(T))>::type;
/// An aligned tile row by row, and in bands of rows.
using aligned_in_bands =
    gf::cross<gathering, words<4>, gf::list<coarsen<8, 2>>, gf::list<gf::list<gf::prefetching, gf::aligned_tile>>,
              gf::list<gf::raster<1>, gf::raster<16>>, gf::list<block<8, 64>>>;

using square_floats = gf::unique<
    gf::join<textbook, in_registers, squares_64, larger, best_elements, aligned_tiles<float>, aligned_in_bands>>;
using ragged_floats = gf::unique<gf::join<in_tiles<block<8, 32>, coarsen<8, 2>, coarsen<8, 4>>, best_elements,
                                          aligned_tiles<float>, aligned_in_bands>>;
using few = in_tiles<block<8, 32>, coarsen<8, 2>>;
/// An aligned tile whose input policy decides what stays in the L2 cache.
template <class Input>
using leaving =
    gf::variant<gf::vectors<4>, coarsen<8, 2>, Input, gf::aligned_tile, gf::raster_by_columns, block<8, 64>>;

/// Elements of 8 bytes, in vectors.
using pairs = gf::cross<gathering, words<2>, gf::list<coarsen<8, 2>>,
                        gf::list<tile<padded<1>>, tile<padded<2>>, tile<swizzled>>, blocks_of_8>;

/// Elements of 16 bytes.
using wide =
    gf::cross<gathering, elements, gf::list<coarsen<1, 2>, coarsen<1, 4>, coarsen<2, 4>>,
              gf::list<gf::list<tile<padded<1>>>, gf::list<gf::prefetching, tile<padded<1>>>>, gf::list<block<32, 8>>>;

/// Elements of 2 bytes and of 1.
template <int Width>
using narrow = gf::cross<gathering, words<Width>, gf::list<coarsen<8, 4>, coarsen<16, 4>>,
                         gf::list<gf::list<tile<padded<2>>>, gf::list<gf::prefetching, tile<padded<2>>>>,
                         gf::list<block<8, 16>, block<8, 32>>>;

/// Tiles that fit the matrix, moved by vectors of 16 bytes.
template <int Width, class... Shapes>
using fitted =
    gf::cross<gathering, words<Width>, gf::list<gf::list<gf::prefetching, gf::fitted_tile>>, gf::list<Shapes...>>;
template <int Bytes>
struct fitted_to;
template <>
struct fitted_to<1> {
  using type = fitted<16, gf::list<coarsen<96>, block<256>>, gf::list<coarsen<64>, block<256>>>;
};
template <>
struct fitted_to<2> {
  using type = fitted<8, gf::list<coarsen<48>, block<256>>, gf::list<coarsen<48>, block<320>>,
                      gf::list<coarsen<48>, block<416>>, gf::list<coarsen<48>, block<640>>>;
};
template <>
struct fitted_to<4> {
  using type = fitted<4, gf::list<coarsen<24>, block<256>>, gf::list<coarsen<24>, block<320>>,
                      gf::list<coarsen<24>, block<416>>, gf::list<coarsen<32>, block<256>>>;
};
template <>
struct fitted_to<8> {
  using type =
      fitted<2, gf::list<coarsen<8>, block<256>>, gf::list<coarsen<12>, block<256>>, gf::list<coarsen<12>, block<416>>>;
};
template <>
struct fitted_to<16> {
  using type = fitted<1, gf::list<coarsen<8>, block<256>>, gf::list<coarsen<4>, block<512>>>;
};
template <class T>
using fitted_tiles = typename fitted_to<static_cast<int>(sizeof(T))>::type;

/// For matrices of a few columns (tall) or rows (flat): through registers, and in tiles of that many. For comparison
/// with the defaults.
using tall_in_registers = gf::list<gf::variant<coarsen<2, 4>, block<256>>, gf::variant<coarsen<2, 8>, block<128, 2>>>;
using flat_in_registers = gf::list<gf::variant<gf::scatter, coarsen<2, 4>, block<256>>>;
template <class T>
using in_tall_tiles = std::conditional_t<sizeof(T) <= 8,
                                         gf::list<gf::variant<coarsen<1, 8>, tile<padded<1>>, block<16, 16>>,
                                                  gf::variant<coarsen<1, 16>, tile<padded<1>>, block<32, 8>>>,
                                         gf::list<gf::variant<coarsen<2, 4>, tile<padded<1>>, block<16, 16>>>>;
template <class T>
using in_flat_tiles = std::conditional_t<sizeof(T) <= 8,
                                         gf::list<gf::variant<coarsen<2, 8>, tile<padded<4>>, block<256>>,
                                                  gf::variant<coarsen<1, 8>, tile<padded<1>>, block<256>>,
                                                  gf::variant<coarsen<1, 16>, tile<padded<1>>, block<256>>>,
                                         gf::list<gf::variant<coarsen<2, 4>, tile<padded<1>>, block<16, 16>>>>;

/// Small tiles: for small matrices of any shape.
using small = gf::list<gf::variant<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>,
                       gf::variant<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
                       gf::variant<coarsen<2, 4>, tile<padded<1>>, block<32, 16>>>;
/// The small tile of the default for elements of type T.
template <class T>
using smallest = gf::list<
    std::conditional_t<sizeof(T) <= 2, gf::variant<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
                       std::conditional_t<sizeof(T) <= 8, gf::variant<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>,
                                          gf::variant<coarsen<1, 2>, tile<padded<1>>, block<16, 8>>>>>;
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
  time_defaults<Variants>(p);
}

/// Matrices of a batch.
template <class T, class Variants = gf::join<small, aligned_tiles<T>>>
void time_batch(std::int64_t batches, std::int64_t rows, std::int64_t columns)
{
  const auto p = std::make_shared<problem<T>>(batches, rows, columns);
  time_copy(p);
  time_transpose(p, "default", [p] { gf::transpose(gf::device{}, p->batch_in(), p->batch_out()); });
  time_variants<Variants, true>(p);
  time_defaults<Variants, true>(p);
}

/// Matrices of a batch, some of which fit a tile.
template <class T>
void time_small_batch(std::int64_t batches, std::int64_t rows, std::int64_t columns)
{
  time_batch<T, gf::join<small, fitted_tiles<T>, aligned_tiles<T>>>(batches, rows, columns);
}

/// The number of columns of a matrix of about 512 MiB with this number of rows, or of rows for columns.
template <class T>
std::int64_t length_of(std::int64_t size)
{
  return (std::int64_t{1} << 29) / static_cast<std::int64_t>(sizeof(T)) / size + 1;
}

template <class T>
void time_few_columns(std::int64_t columns)
{
  const std::int64_t rows = length_of<T>(columns);
  if (columns <= 8)
    time_size<T, gf::join<tall_in_registers, fitted_tiles<T>>>(rows, columns);
  else if (columns < 32)
    time_size<T, gf::join<in_tall_tiles<T>, fitted_tiles<T>>>(rows, columns);
  else
    time_size<T, gf::join<in_tall_tiles<T>, smallest<T>, fitted_tiles<T>, aligned_tiles<T>>>(rows, columns);
}
template <class T>
void time_few_rows(std::int64_t rows)
{
  const std::int64_t columns = length_of<T>(rows);
  if (rows <= 4)
    time_size<T, gf::join<flat_in_registers, fitted_tiles<T>>>(rows, columns);
  else if (rows < 32)
    time_size<T, gf::join<in_flat_tiles<T>, fitted_tiles<T>>>(rows, columns);
  else
    time_size<T, gf::join<in_flat_tiles<T>, smallest<T>, fitted_tiles<T>, aligned_tiles<T>>>(rows, columns);
}
template <class T>
void time_thin(std::int64_t size)
{
  time_few_columns<T>(size);
  time_few_rows<T>(size);
}

__global__ void read_all(const float4* from, std::int64_t size, float* sum)
{
  float own = 0;
  for (std::int64_t n = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; n < size; n += gridDim.x * blockDim.x)
    own += from[n].x + from[n].y + from[n].z + from[n].w;
  if (own != own) *sum = own;  // never true, but keeps the loads
}

/// Times reading a number of MiB four times after a transpose of other memory, whose remains in the L2 cache slow the
/// reads.
template <class Input>
void time_reads_after(const shared_problem<float>& p, int mib)
{
  const std::int64_t bytes = std::int64_t{mib} << 20;
  const auto name = "after a transpose/" + std::to_string(mib) + " MiB four times, " + std::string(Input::name());
  benchmark::RegisterBenchmark(
      name.c_str(),
      [p, bytes](benchmark::State& state) {
        cudaEvent_t begin, end;
        gf::cuda_check(cudaEventCreate(&begin), "creating an event");
        gf::cuda_check(cudaEventCreate(&end), "creating an event");
        const auto* const other = reinterpret_cast<const float4*>(p->in_memory->input.data() + memory::bytes - bytes);
        for (auto _ : state) {
          gf::transpose<leaving<Input>>(gf::device{}, p->in(), p->out());
          gf::cuda_check(cudaEventRecord(begin), "recording an event");
          for (int n = 0; n < 4; ++n) read_all<<<1056, 256>>>(other, bytes / 16, p->output.data());
          gf::cuda_check(cudaEventRecord(end), "recording an event");
          gf::cuda_check(cudaEventSynchronize(end), "reading");
          float milliseconds = 0;
          gf::cuda_check(cudaEventElapsedTime(&milliseconds, begin, end), "asking for a time");
          state.SetIterationTime(milliseconds / 1e3);
        }
        gf::cuda_check(cudaEventDestroy(begin), "destroying an event");
        gf::cuda_check(cudaEventDestroy(end), "destroying an event");
        state.counters["B/s"] =
            benchmark::Counter(4.0 * static_cast<double>(bytes), benchmark::Counter::kIsIterationInvariantRate);
      })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->Iterations(20)
      ->Repetitions(5)
      ->ReportAggregatesOnly(true);
}

void register_reads_after()
{
  const auto p = std::make_shared<problem<float>>(16384, 8192);
  for (const int mib : {8, 16, 24, 32, 40}) {
    time_reads_after<gf::global>(p, mib);
    time_reads_after<gf::prefetching>(p, mib);
  }
}

void register_large_floats()
{
  const auto square = std::make_shared<problem<float>>(16384, 16384);
  time_copy(square);
  time_default(square);
  time_peers(square);
  time_by_hand(square);
  time_variants<square_floats>(square);
  time_defaults<square_floats>(square);
  time_streaming<few>(square);

  const auto ragged = std::make_shared<problem<float>>(16381, 8191);
  time_copy(ragged);
  time_default(ragged);
  time_peers(ragged);
  time_variants<ragged_floats>(ragged);
  time_defaults<ragged_floats>(ragged);

  using variants = aligned_tiles<float>;
  time_size<float, variants>(16382, 8190);
  time_size<float, variants>(16384, 8188);
  time_size<float, variants>(9973, 13007);
  time_size<float, variants>(134217, 1000);
  time_size<float, variants>(1000, 134217);
  time_size<float, variants>(262144, 4099);
  time_size<float, variants>(32771, 32003);
  time_size<float, variants>(40961, 9011);
}

/// Elements of other sizes than floats.
void register_large()
{
  using bytes = gf::join<narrow<16>, aligned_tiles<std::uint8_t>>;
  time_size<std::uint8_t, bytes>(32768, 32768);
  time_size<std::uint8_t, bytes>(32749, 32749);
  using halves = gf::join<narrow<8>, aligned_tiles<std::uint16_t>>;
  time_size<std::uint16_t, halves>(32768, 16384);
  time_size<std::uint16_t, halves>(16381, 32749);
  time_size<double, gf::join<pairs, aligned_tiles<double>>>(16384, 8192);
  using ragged_doubles = aligned_tiles<double>;
  time_size<double, ragged_doubles>(16384, 8190);
  time_size<double, ragged_doubles>(8191, 16381);
  using quads = gf::join<wide, aligned_tiles<__int128>>;
  time_size<__int128, quads>(8192, 8192);
  time_size<__int128, quads>(8191, 8209);
}

void register_small()
{
  for (const auto& [rows, columns] : {std::pair{777, 1031}, std::pair{1024, 1024}, std::pair{2049, 2049}})
    time_size<float, gf::join<small, aligned_tiles<float>>>(rows, columns);
  time_size<std::uint16_t, gf::join<small, aligned_tiles<std::uint16_t>>>(1024, 1024);
}

void register_batches()
{
  time_batch<float>(128, 1024, 1024);
  time_small_batch<float>(1000, 333, 405);
  time_small_batch<float>(3000, 200, 200);
  time_small_batch<float>(10000, 100, 128);
  time_small_batch<float>(30000, 70, 70);
  time_small_batch<float>(10000, 110, 111);
  time_small_batch<float>(20000, 80, 85);
  time_small_batch<float>(35000, 62, 62);
  time_small_batch<float>(100000, 32, 32);
  time_batch<float, gf::join<small, fitted_tiles<float>>>(1000000, 8, 8);
  time_batch<float, gf::join<small, fitted_tiles<float>>>(100000, 256, 3);
  time_batch<double>(100, 500, 1000);
  time_small_batch<double>(20000, 50, 50);
  time_small_batch<double>(8000, 70, 71);
  time_small_batch<double>(1000, 50, 300);
  time_small_batch<std::uint16_t>(1000, 333, 405);
  time_small_batch<std::uint16_t>(2000, 250, 260);
  time_small_batch<std::uint16_t>(4000, 190, 170);
  time_small_batch<std::uint16_t>(6000, 150, 150);
  time_small_batch<std::uint16_t>(8000, 131, 133);
  time_small_batch<std::uint16_t>(500, 9999, 50);
  time_small_batch<std::uint16_t>(10000, 100, 128);
  time_small_batch<std::uint16_t>(50000, 64, 64);
  time_small_batch<std::uint16_t>(50000, 50, 50);
  time_small_batch<std::uint16_t>(50000, 62, 62);
  time_small_batch<std::uint16_t>(500000, 17, 23);
  time_small_batch<std::uint16_t>(20000, 129, 65);
  time_small_batch<std::uint16_t>(10000, 120, 130);
  time_small_batch<std::uint8_t>(1000, 333, 405);
  time_small_batch<std::uint8_t>(10000, 100, 128);
}

void register_thin()
{
  for (const std::int64_t size : {2, 3, 4, 5, 7, 8, 12, 16, 24, 32, 48, 64, 100}) time_thin<float>(size);
  for (const std::int64_t size : {3, 7, 12, 32, 100}) {
    time_thin<double>(size);
    time_thin<std::uint16_t>(size);
    time_thin<std::uint8_t>(size);
    time_thin<__int128>(size);
  }
  // Up to the limits of fitted tiles, and beyond.
  for (const std::int64_t size : {47, 52, 63, 64, 65, 75, 113, 129, 200, 300}) time_thin<std::uint16_t>(size);
  // Few rows, for which narrow elements take longest.
  for (const std::int64_t rows : {2, 4, 6, 8, 10, 16}) {
    time_few_rows<std::uint16_t>(rows);
    time_few_rows<std::uint8_t>(rows);
  }
}

void register_all()
{
  register_large_floats();
  register_reads_after();
  register_large();
  register_small();
  register_batches();
  register_thin();
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
