// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Transposes on the device: Fan's (CUDA Programming, ch. 7 and 8) by the library and by hand, aligned tiles of several
/// kinds, CUB and cuBLAS; the default of many shapes beside a copy. Every result is checked before it is timed.
/// transpose_rule_device compares the default with other variants. Usage: transpose_device [Google Benchmark's options]
#include <cstddef>
#include <cstdio>
#include <cuda/cmath>
#include <cuda/std/span>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/policy/variants.hpp>
#include <gridfold/transpose.hpp>
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

template <class Variants, class T>
void time_variants(const shared_problem<T>& p)
{
  gf::for_each(Variants{}, [&]<class V>() {
    time_transpose(p, V::name(), [p] { gf::transpose<V>(gf::device{}, p->in(), p->out()); });
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

using gf::aligned_tile, gf::block, gf::coarsen, gf::fitted_tile, gf::padded, gf::prefetching, gf::raster_by_columns,
    gf::tile, gf::variant, gf::vectors;

/// Fan's transposes.
using textbook = gf::list<figures::coalesced_read, figures::coalesced_write, figures::coalesced_write_ldg,
                          figures::bank_conflicts, figures::no_bank_conflicts>;

/// Aligned tiles of floats: by input, order of tiles and size. And a padded tile.
template <class Coarsening, class Block, class... More>
using aligned = variant<vectors<4>, Coarsening, aligned_tile, Block, More...>;
using tiles =
    gf::list<variant<coarsen<2, 8>, tile<padded<1>>, block<32, 8>>, aligned<coarsen<8, 2>, block<8, 64>, prefetching>,
             aligned<coarsen<8, 2>, block<8, 64>, prefetching, gf::raster<16>>,
             aligned<coarsen<8, 2>, block<8, 64>, raster_by_columns>,
             aligned<coarsen<8, 2>, block<8, 64>, prefetching, raster_by_columns>,
             aligned<coarsen<8, 2>, block<8, 32>, prefetching, raster_by_columns>,
             aligned<coarsen<4, 2>, block<8, 64>, prefetching, raster_by_columns>,
             aligned<coarsen<12, 2>, block<8, 64>, prefetching, raster_by_columns>>;
/// An aligned tile whose input policy decides what stays in the L2 cache.
template <class Input>
using leaving = aligned<coarsen<8, 2>, block<8, 64>, Input, raster_by_columns>;

/// Times the default and a copy. As a user's, a view of one matrix has two dimensions, because narrow elements are
/// slower with three.
template <class T>
auto time_shape(std::int64_t batches, std::int64_t rows, std::int64_t columns)
{
  const auto p = std::make_shared<problem<T>>(batches, rows, columns);
  time_copy(p);
  time_transpose(p, "default", [p] {
    if (p->batches == 1)
      gf::transpose(gf::device{}, p->in(), p->out());
    else
      gf::transpose(gf::device{}, p->batch_in(), p->batch_out());
  });
  return p;
}

/// Times matrices of about 512 MiB: of this many columns, and of this many rows.
template <class T>
void time_thin(std::int64_t size)
{
  const std::int64_t length = (std::int64_t{1} << 29) / static_cast<std::int64_t>(sizeof(T)) / size + 1;
  time_shape<T>(1, length, size);
  time_shape<T>(1, size, length);
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
  const auto p = std::make_shared<problem<float>>(1, 16384, 8192);
  for (const int mib : {8, 16, 24, 32, 40}) {
    time_reads_after<gf::global>(p, mib);
    time_reads_after<gf::prefetching>(p, mib);
  }
}

void register_large_floats()
{
  const auto square = time_shape<float>(1, 16384, 16384);
  time_peers(square);
  time_by_hand(square);
  time_variants<gf::join<textbook, tiles>>(square);
  const auto ragged = time_shape<float>(1, 16381, 8191);
  time_peers(ragged);
  time_variants<tiles>(ragged);
  for (const auto& [rows, columns] : {std::pair{40961, 9011}, std::pair{32771, 32003}, std::pair{134217, 1000}})
    time_shape<float>(1, rows, columns);
}

/// Elements of other sizes than floats.
void register_large()
{
  time_shape<std::uint8_t>(1, 32768, 32768);
  time_shape<std::uint8_t>(1, 32749, 32749);
  time_shape<std::uint16_t>(1, 32768, 16384);
  time_shape<std::uint16_t>(1, 16381, 32749);
  time_shape<double>(1, 16384, 8192);
  time_shape<double>(1, 8191, 16381);
  time_shape<__int128>(1, 8192, 8192);
  time_shape<__int128>(1, 8191, 8209);
}

void register_batches()
{
  time_shape<float>(1000, 333, 405);
  time_shape<float>(35000, 62, 62);
  time_shape<double>(100, 500, 1000);
  time_shape<double>(20000, 50, 50);
  time_shape<std::uint16_t>(1000, 333, 405);
  time_shape<std::uint16_t>(2000, 250, 260);
  time_shape<std::uint16_t>(4000, 190, 170);
  time_shape<std::uint16_t>(6000, 150, 150);
  time_shape<std::uint16_t>(10000, 100, 128);
  time_shape<std::uint16_t>(50000, 50, 50);
  const auto filling = time_shape<std::uint16_t>(50000, 64, 64);  // three fill a tile, but not one of 5/4 the size
  using larger = variant<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<320>>;
  time_transpose(filling, larger::name(),
                 [filling] { gf::transpose<larger>(gf::device{}, filling->batch_in(), filling->batch_out()); });
}

void register_thin()
{
  for (const std::int64_t size : {2, 3, 4, 5, 7, 8, 12, 16, 32}) time_thin<float>(size);
  for (const std::int64_t size : {3, 7, 12, 32}) {
    time_thin<std::uint8_t>(size);
    time_thin<std::uint16_t>(size);
    time_thin<double>(size);
    time_thin<__int128>(size);
  }
  for (const std::int64_t size : {100, 129, 200}) time_thin<std::uint16_t>(size);
}

void register_all()
{
  register_large_floats();
  register_reads_after();
  register_large();
  register_batches();
  register_thin();
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
