// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sums of an array on the device: variants, Fan's kernels by the library and by hand, CUB and Thrust in one run. Every
/// sum is checked before it is timed. Usage: reduce_device [Google Benchmark's options]
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cub/device/device_reduce.cuh>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/policy/variants.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/reduce_cub.hpp>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "../../examples/support/figures.hpp"
#include "../../examples/textbook/reduce.cuh"
#include "../support/device_timing.hpp"

namespace
{

namespace gf = gridfold;

/// Element i is (i mod 1024) / 1024: the mean of 2^k elements, k >= 10, is 1023/2048.
template <class T>
__global__ void fill_array(T* elements, std::int64_t count)
{
  const std::int64_t step = std::int64_t{blockDim.x} * gridDim.x;
  for (std::int64_t i = std::int64_t{blockDim.x} * blockIdx.x + threadIdx.x; i < count; i += step)
    elements[i] = static_cast<T>(i % 1024) / 1024;
}

/// An array on the device, and memory for its sum.
template <class T>
struct workload {
  std::int64_t count;
  gf::device_buffer<T> elements, result;

  explicit workload(std::int64_t bytes)
      : count(bytes / static_cast<std::int64_t>(sizeof(T))), elements(static_cast<std::size_t>(count)), result(1)
  {
    fill_array<<<1056, 256>>>(elements.data(), count);
    gf::cuda_check(cudaGetLastError(), "filling an array");
  }

  [[nodiscard]] double bytes() const { return static_cast<double>(elements.size()) * sizeof(T); }
  [[nodiscard]] std::string label() const
  {
    const std::int64_t kibibytes = static_cast<std::int64_t>(bytes()) >> 10;
    const std::string size =
        kibibytes < 1024 ? std::to_string(kibibytes) + " KiB/" : std::to_string(kibibytes >> 10) + " MiB/";
    return (sizeof(T) == 8 ? "double/" : "float/") + size;
  }

  /// An upper bound of the longest chain of additions in a sum of this array.
  [[nodiscard]] int additions() const { return count >> 30 > 0 ? 20000 : 2000; }

  /// Throws unless the last sum is correct up to one unit roundoff for each of `additions` additions in a chain.
  void check(const std::string& who, int additions) const { check(who, additions, result); }
  /// Checks a sum that is left in partial sums.
  void check(const std::string& who, int additions, const gf::device_buffer<T>& parts) const
  {
    std::vector<T> sums(parts.size());
    parts.copy_to(sums.data());
    gf::cuda_check(cudaDeviceSynchronize(), "summing an array");
    const double got = std::accumulate(sums.begin(), sums.end(), 0.0);
    const double expected = static_cast<double>(count) * 1023 / 2048;
    const double roundoff = std::numeric_limits<T>::epsilon() / 2;
    if (!(std::abs(got - expected) <= additions * roundoff * expected))
      throw gf::error(who + " sums to " + std::to_string(got) + " (the sum is " + std::to_string(expected) +
                      "): find the error before timing it");
  }
};

template <class T>
using shared_work = std::shared_ptr<workload<T>>;

template <class T, class Work>
void check_and_time(const shared_work<T>& on, const std::string& name, Work work, int additions = 2000)
{
  gf::cuda_check(cudaMemset(on->result.data(), 0xff, sizeof(T)), "clearing a result");
  work();
  on->check(on->label() + name, additions);
  bench::time_on_device(on->label() + name, "B/s", on->bytes(), work, 0.01);
}

/// Times Fan's kernels by hand. All but the atomic one leave a partial sum per block; adding these on the host, as Fan
/// does, is not timed.
void time_by_hand(const shared_work<float>& on)
{
  using numbers = gf::device_buffer<float>;
  constexpr int threads = reduce_threads;
  const auto count = static_cast<int>(on->count);
  const int blocks = count / threads;
  const auto sums = std::make_shared<numbers>(static_cast<std::size_t>(blocks)),
             changed = std::make_shared<numbers>(on->elements.size());
  gf::cuda_check(
      cudaMemcpy(changed->data(), on->elements.data(), on->elements.size() * sizeof(float), cudaMemcpyDeviceToDevice),
      "copying an array");
  const auto time = [&](const std::string& name, const std::shared_ptr<numbers>& parts, int additions, auto launch) {
    const std::string label = on->label() + "by hand/" + name;
    const auto work = [=] {
      launch();
      gf::cuda_check(cudaGetLastError(), "launching a sum by hand");
    };
    gf::cuda_check(cudaMemset(parts->data(), 0xff, parts->size() * sizeof(float)), "clearing sums");
    work();
    on->check(label, additions, *parts);
    bench::time_on_device(label, "B/s", on->bytes(), work, 0.01);
  };
  // A block of 128 threads adds its halves in seven steps, as the error bound assumes.
  time("reduce_global", sums, 7, [=] { reduce_global<<<blocks, threads>>>(changed->data(), sums->data()); });
  time("reduce_shared", sums, 7, [=] { reduce_shared<<<blocks, threads>>>(on->elements.data(), sums->data(), count); });
  time("reduce_dynamic", sums, 7,
       [=] { reduce_dynamic<<<blocks, threads, threads * sizeof(float)>>>(on->elements.data(), sums->data(), count); });
  const auto sum = std::make_shared<numbers>(1);
  time("reduce_atomic", sum, 7 + blocks, [=] {
    gf::cuda_check(cudaMemsetAsync(sum->data(), 0, sizeof(float)), "clearing a sum");
    reduce_atomic<<<blocks, threads>>>(on->elements.data(), sum->data(), count);
  });
}

/// Times a variant with at most this many blocks.
template <class V, class T>
void time_variant(const shared_work<T>& on, int blocks = gf::default_reduce_blocks)
{
  using scratch_type = decltype(gf::make_reduce_scratch<V, T>(gf::device{}));
  const auto scratch = std::make_shared<scratch_type>(gf::make_reduce_scratch<V, T>(gf::device{}, blocks));
  // The blocks of a scatter add one after another.
  check_and_time(
      on, V::name() + "/" + std::to_string(blocks) + " blocks",
      [on, scratch] { gf::reduce<V>(gf::device{}, on->elements.span(), on->result.span(), gf::sum{}, *scratch); },
      std::max(on->additions(), blocks));
}

template <class Variants, class T>
void time_variants(const shared_work<T>& on, std::initializer_list<int> blocks = {gf::default_reduce_blocks})
{
  for (int b : blocks) gf::for_each(Variants{}, [&]<class V>() { time_variant<V>(on, b); });
}

/// Times the default variant, with the scratch made for it.
template <class T>
void time_default(const shared_work<T>& on)
{
  using scratch_type = decltype(gf::make_reduce_scratch<T>(gf::device{}));
  const auto scratch = std::make_shared<scratch_type>(gf::make_reduce_scratch<T>(gf::device{}));
  check_and_time(
      on, "default",
      [on, scratch] { gf::reduce(gf::device{}, on->elements.span(), on->result.span(), gf::sum{}, *scratch); },
      on->additions());
}

/// Count: a type for the number of elements; 64 bits are slower.
template <class Count = int, class T>
void time_cub(const shared_work<T>& on)
{
  const auto count = static_cast<Count>(on->count);
  std::size_t bytes = 0;
  gf::cuda_check(cub::DeviceReduce::Sum(nullptr, bytes, on->elements.data(), on->result.data(), count), "asking CUB");
  const auto workspace = std::make_shared<gf::device_buffer<unsigned char>>(bytes);
  check_and_time(on, "cub::DeviceReduce::Sum", [on, workspace, count] {
    std::size_t size = workspace->size();
    gf::cuda_check(cub::DeviceReduce::Sum(workspace->data(), size, on->elements.data(), on->result.data(), count),
                   "CUB");
  });
}

/// Times CUB's sum with equal bits on every GPU, if CCCL has it. It allocates on the stream.
template <class T>
void time_cub_anywhere([[maybe_unused]] const shared_work<T>& on)
{
#if CCCL_VERSION >= 3003000
  check_and_time(on, "cub::DeviceReduce::Reduce, gpu_to_gpu", [on] {
    const auto same_bits = cuda::execution::require(cuda::execution::determinism::gpu_to_gpu);
    gf::cuda_check(cub::DeviceReduce::Reduce(on->elements.data(), on->result.data(), on->count, cuda::std::plus<T>{},
                                             T(0), same_bits),
                   "CUB");
  });
#endif
}

/// Times Thrust, which allocates and synchronises.
template <class T>
void time_thrust(const shared_work<T>& on)
{
  bench::time_on_device(
      on->label() + "thrust::reduce", "B/s", on->bytes(),
      [on] {
        benchmark::DoNotOptimize(
            thrust::reduce(thrust::device, on->elements.data(), on->elements.data() + on->count, T(0)));
      },
      0.01);
}

using gathering = gf::list<gf::gather>;
using interleaving = gf::list<gf::interleaved>;
using in_registers = gf::list<gf::exchange_registers>;
using every_exchange = gf::list<gf::exchange_global, gf::exchange_shared, gf::exchange_dynamic_shared,
                                gf::exchange_registers, gf::exchange_cub>;
/// X vectors of N elements.
template <int X, int N = 4>
using vectors = gf::list<gf::coarsen<X>, gf::vectors<N>>;
using words = gf::list<vectors<4>>;
using wide_block = gf::list<gf::block<256>>;

/// Fan's kernels (CUDA Programming, ch. 8 and 9), and atomic ones by other memory.
using textbook = gf::list<figures::reduce_global, figures::reduce_shared, figures::reduce_dynamic,
                          figures::reduce_atomic, figures::reduction<gf::scatter, gf::exchange_global>,
                          figures::reduction<gf::scatter, gf::exchange_dynamic_shared>, figures::reduce_kahan>;
using contenders = gf::cross<gathering, interleaving, gf::list<vectors<2>, vectors<4>, vectors<8>>, in_registers,
                             gf::list<gf::block<256>, gf::block<512>>>;
using assigned = gf::cross<gathering, gf::list<gf::contiguous, gf::interleaved>,
                           gf::list<gf::coarsen<4>, gf::coarsen<16>, vectors<4>>, in_registers, wide_block>;
using combined = gf::cross<gathering, interleaving, words, every_exchange, wide_block>;
using scattered = gf::cross<gf::list<gf::scatter>, interleaving, words, in_registers, wide_block>;
using accurate =
    gf::cross<gathering, interleaving, words, in_registers, wide_block, gf::list<gf::compensated, gf::wide<double>>>;
using doubles = gf::cross<gathering, interleaving, gf::list<vectors<4, 2>, vectors<8, 2>>, in_registers,
                          gf::list<gf::block<256>, gf::block<512>>>;

constexpr std::int64_t mebibyte = 1 << 20;

/// Times the default variant and CUB.
template <class T>
void time_usual(const shared_work<T>& on)
{
  if (on->count > std::numeric_limits<int>::max())
    time_cub<std::int64_t>(on);
  else
    time_cub(on);
  time_cub_anywhere(on);
  time_default(on);
}

/// Sums of the largest arrays on request; not every GPU has room for them.
void time_largest()
{
  try {
    time_usual(std::make_shared<workload<float>>(65536 * mebibyte));
    time_usual(std::make_shared<workload<double>>(65536 * mebibyte));
  } catch (const gf::error& e) {
    std::fprintf(stderr, "sums of 64 GiB are left out: %s\n", e.what());
  }
}

void register_all()
{
  for (std::int64_t size : {mebibyte, 16 * mebibyte, 256 * mebibyte, 4096 * mebibyte}) {
    const auto on = std::make_shared<workload<float>>(size);
    time_usual(on);
    time_thrust(on);
    time_variants<contenders>(on, {528, 1056, 2112, 4224});
    time_variants<scattered>(on);
    time_variants<accurate>(on);
    if (size == 256 * mebibyte) {
      time_by_hand(on);
      time_variants<textbook>(on, {static_cast<int>(on->count / reduce_threads)});
      time_variants<assigned>(on);
      time_variants<combined>(on);
    }
    const auto twice = std::make_shared<workload<double>>(size);
    time_usual(twice);
    time_variants<doubles>(twice);
    time_variants<doubles>(twice, {2112, 4224});
  }
  time_usual(std::make_shared<workload<float>>(mebibyte / 16));
  time_usual(std::make_shared<workload<double>>(mebibyte / 16));
  time_largest();
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
