// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Times the four variants that the rule of transposes chooses from, other candidates and cudaMemcpy on random shapes:
/// matrices, thin matrices and batches. Writes a table for bench/fit_transposes, which prints how much slower the rule
/// is than the fastest. Usage: transpose_rule_device [SHAPES OF EACH WIDTH AND SEED [SEED…]]
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda/std/mdspan>
#include <exception>
#include <functional>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/transpose.hpp>
#include <gridfold/tune/device_timer.cuh>
#include <random>
#include <string>
#include <vector>

namespace
{
namespace gf = gridfold;
using gf::aligned_tile, gf::block, gf::coarsen, gf::fitted_tile, gf::list, gf::padded, gf::prefetching,
    gf::raster_by_columns, gf::tile, gf::variant, gf::vectors;

/// Further variants for elements of `Bytes` bytes, which the rule does not choose from.
template <int Bytes>
struct others;
template <>
struct others<1> {
  using type = list<variant<vectors<16>, coarsen<96>, prefetching, fitted_tile, block<256>>,
                    variant<vectors<16>, coarsen<96>, prefetching, fitted_tile, block<320>>,
                    variant<vectors<16>, coarsen<16, 2>, prefetching, aligned_tile, block<8, 32>>,
                    variant<vectors<16>, coarsen<16, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>>;
};
template <>
struct others<2> {
  using type = list<variant<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<320>>,
                    variant<vectors<8>, coarsen<48>, prefetching, fitted_tile, block<416>>,
                    variant<vectors<8>, coarsen<16, 2>, prefetching, aligned_tile, block<8, 32>>,
                    variant<vectors<8>, coarsen<16, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>>;
};
template <>
struct others<4> {
  using type = list<variant<vectors<4>, coarsen<24>, prefetching, fitted_tile, block<416>>,
                    variant<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
                    variant<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, block<8, 32>>,
                    variant<vectors<4>, coarsen<8, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>>;
};
template <>
struct others<8> {
  using type = list<variant<vectors<2>, coarsen<12>, prefetching, fitted_tile, block<416>>,
                    variant<coarsen<2, 4>, tile<padded<1>>, block<32, 8>>,
                    variant<vectors<2>, coarsen<4, 2>, prefetching, aligned_tile, block<8, 32>>,
                    variant<vectors<2>, coarsen<4, 2>, prefetching, aligned_tile, raster_by_columns, block<8, 64>>>;
};
template <>
struct others<16> {
  using type = list<variant<coarsen<4>, prefetching, fitted_tile, block<512>>,
                    variant<coarsen<1, 4>, tile<padded<1>>, block<32, 8>>,
                    variant<coarsen<1, 2>, prefetching, tile<padded<1>>, block<32, 8>>,
                    variant<coarsen<2>, prefetching, aligned_tile, raster_by_columns, block<8, 32>>>;
};

constexpr std::int64_t least = 4 << 20, most = 768 << 20;  ///< bytes of a problem

constexpr double brief = 60e-6;  ///< seconds; shorter calls are timed more often

using gf::defaults::transpose_size;

template <class T>
double bytes_of(const transpose_size& size)
{
  return static_cast<double>(size.batches) * static_cast<double>(size.rows) * static_cast<double>(size.columns) *
         sizeof(T);
}

/// Extents of problems, their logarithms uniformly distributed. Problems that are too large are halved.
template <class T>
struct shapes {
  std::mt19937_64 generator;

  std::int64_t between(double low, double high)
  {
    return static_cast<std::int64_t>(
        std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(generator)));
  }
  /// A matrix, a thin matrix or a batch.
  transpose_size any(int kind)
  {
    if (kind == 0) {
      const std::int64_t rows = between(200, 40000);
      return {1, rows, between(200, 40000)};
    }
    if (kind == 1) {
      const std::int64_t thin = between(2, 300), wide = between(1e4, 1e8);
      if (generator() % 2 == 1) return {1, thin, wide};
      return {1, wide, thin};
    }
    const std::int64_t rows = between(4, 400), columns = between(4, 400);
    return {between(50, 2e6), rows, columns};
  }
  transpose_size next(int n)
  {
    for (;;) {
      transpose_size size = any(n % 3);
      while (bytes_of<T>(size) > static_cast<double>(most))
        (size.batches > 1 ? size.batches : size.rows > size.columns ? size.rows : size.columns) /= 2;
      if (bytes_of<T>(size) >= static_cast<double>(least)) return size;
    }
  }
};

double median(std::vector<double> times)
{
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// A call and its times.
struct contender {
  std::string name;
  std::function<void()> call;
  std::vector<double> times;

  /// The time of one call, from four consecutive calls.
  void time(gf::timer_of<gf::device>& timer)
  {
    times.push_back(timer.seconds([this] { call(), call(), call(), call(); }) / 4);
  }
};

/// Times all candidates; the first is cudaMemcpy. Slow variants are timed once. Calls of the others alternate, so that
/// the L2 cache that one leaves behind seldom affects another.
void time_all(gf::timer_of<gf::device>& timer, std::vector<contender>& all)
{
  double best = INFINITY;
  for (contender& of : all) {
    of.call();
    of.time(timer);
    if (&of != &all.front()) best = std::min(best, of.times.front());
  }
  const bool is_brief = best < brief;
  for (contender& of : all) {
    if (!is_brief && &of != &all.front() && of.times.front() > 1.5 * best) continue;
    of.times.clear();
    of.call();
    for (int round = 0; round < (is_brief ? 21 : 9); ++round) of.time(timer);
  }
}

template <class T>
void time_width(int count, const std::vector<unsigned>& seeds)
{
  const gf::device on{};
  gf::timer_of<gf::device> timer(on);
  gf::device_buffer<T> input(most / sizeof(T)), output(most / sizeof(T));
  gf::cuda_check(cudaMemset(input.data(), 1, most), "filling a matrix");
  using view = cuda::std::dextents<std::int64_t, 3>;
  for (const unsigned seed : seeds) {
    shapes<T> random{std::mt19937_64(seed + sizeof(T))};
    for (int n = 0; n < count; ++n) {
      const transpose_size of = random.next(n);
      const cuda::std::mdspan<const T, view> in(input.data(), of.batches, of.rows, of.columns);
      const cuda::std::mdspan<T, view> out(output.data(), of.batches, of.columns, of.rows);
      std::vector<contender> all{{"cudaMemcpyAsync",
                                  [&] {
                                    gf::cuda_check(cudaMemcpyAsync(output.data(), input.data(), of.items() * sizeof(T),
                                                                   cudaMemcpyDeviceToDevice),
                                                   "copying a matrix");
                                  },
                                  {}}};
      const auto add = [&]<class V>() {
        const std::string name(V::name());
        if (std::none_of(all.begin(), all.end(), [&](const contender& c) { return c.name == name; }))
          all.push_back({name, [&] { gf::transpose<V>(on, in, out); }, {}});
      };
      gf::for_each(gf::default_variants<gf::device, gf::verb::transpose, T>{}, add);
      gf::for_each(typename others<sizeof(T)>::type{}, add);
      time_all(timer, all);
      for (std::size_t c = 1; c < all.size(); ++c)
        std::printf("%u,%zu,%lld,%lld,%lld,%s,%.6f,%.6f\n", seed, sizeof(T), static_cast<long long>(of.batches),
                    static_cast<long long>(of.rows), static_cast<long long>(of.columns), all[c].name.c_str(),
                    median(all[c].times) * 1e3, median(all.front().times) * 1e3);
      std::fflush(stdout);
    }
  }
}

void run(int count, const std::vector<unsigned>& seeds)
{
  std::puts("seed,bytes,batches,rows,columns,variant,ms,copy_ms");
  time_width<std::uint8_t>(count, seeds);
  time_width<std::uint16_t>(count, seeds);
  time_width<float>(count, seeds);
  time_width<double>(count, seeds);
  time_width<float4>(count, seeds);
}

}  // namespace

int main(int argc, char** argv)
{
  try {
    std::vector<unsigned> seeds;
    for (int n = 2; n < argc; ++n) seeds.push_back(static_cast<unsigned>(std::atoi(argv[n])));
    if (seeds.empty()) seeds.push_back(std::random_device{}());
    run(argc > 1 ? std::atoi(argv[1]) : 27, seeds);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "transpose_rule_device: %s\n", e.what());
    return 1;
  }
  return 0;
}
