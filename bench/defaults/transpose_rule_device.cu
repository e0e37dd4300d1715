// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How far the default transpose is behind the best of the variants that its rule chooses from: matrices, thin matrices
/// and batches of random shapes, beside cudaMemcpy. Writes a row of CSV for each shape; the last lines are the mean and
/// the worst. Usage: transpose_rule_device [SEED [SHAPES OF EACH WIDTH]]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda/std/mdspan>
#include <exception>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/transpose.hpp>
#include <gridfold/tune/device_timer.cuh>
#include <random>
#include <vector>

namespace
{

namespace gf = gridfold;

constexpr std::int64_t least = 4 << 20, most = 768 << 20;  ///< bytes of a problem
constexpr double brief = 30e-6;                            ///< seconds of a call whose time is mostly its launch

/// Extents of a problem, their logarithms uniformly distributed.
struct shapes {
  std::mt19937_64 generator;
  int drawn = 0;

  std::int64_t between(double low, double high)
  {
    return std::llround(std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(generator)));
  }
  /// In turn a matrix, a thin matrix and a batch, as {batches, rows, columns}.
  std::array<std::int64_t, 3> any()
  {
    switch (drawn++ % 3) {
      case 0:
        return {1, between(200, 40000), between(200, 40000)};
      case 1: {
        const std::int64_t thin = between(2, 300), wide = between(1e4, 1e8);
        if (generator() % 2 == 0) return {1, thin, wide};
        return {1, wide, thin};
      }
      default:
        return {between(50, 2e6), between(4, 400), between(4, 400)};
    }
  }
  gf::defaults::transpose_size next(std::int64_t bytes)
  {
    for (;;) {
      const auto [batches, rows, columns] = any();
      const gf::defaults::transpose_size problem{batches, rows, columns};
      if (problem.items() >= least / bytes && problem.items() <= most / bytes) return problem;
    }
  }
};

/// What was found of the problems of all widths: the default's time over that of the best variant.
struct summary {
  std::vector<double> of_all, of_long;

  void add(double share, double seconds)
  {
    of_all.push_back(share);
    if (seconds > brief) of_long.push_back(share);
  }
  static void print(const char* name, const std::vector<double>& shares)
  {
    double sum = 0;
    for (const double share : shares) sum += share;
    if (!shares.empty())
      std::printf("# %s: %zu shapes, default over best: mean %.4f, worst %.3f\n", name, shares.size(),
                  sum / static_cast<double>(shares.size()), *std::max_element(shares.begin(), shares.end()));
  }
};

/// The median of seven times of a call, each of four calls in a row.
template <class Call>
double seconds_of(gf::timer_of<gf::device>& timer, const Call& call)
{
  std::array<double, 7> times{};
  call();
  for (double& time : times) time = timer.seconds([&] { call(), call(), call(), call(); }) / 4;
  std::sort(times.begin(), times.end());
  return times[3];
}

template <class T>
void time_width(unsigned seed, int count, summary& found)
{
  const gf::device on{};
  gf::timer_of<gf::device> timer(on);
  gf::device_buffer<T> input(most / sizeof(T)), output(most / sizeof(T));
  gf::cuda_check(cudaMemset(input.data(), 1, most), "filling a matrix");
  shapes random{std::mt19937_64(seed + sizeof(T))};
  using view = cuda::std::dextents<std::int64_t, 3>;
  for (int n = 0; n < count; ++n) {
    const gf::defaults::transpose_size of = random.next(sizeof(T));
    const cuda::std::mdspan<const T, view> in(input.data(), of.batches, of.rows, of.columns);
    const cuda::std::mdspan<T, view> out(output.data(), of.batches, of.columns, of.rows);
    const auto bytes = static_cast<std::size_t>(of.items()) * sizeof(T);
    const double copy = seconds_of(timer, [&] {
      gf::cuda_check(cudaMemcpyAsync(output.data(), input.data(), bytes, cudaMemcpyDeviceToDevice), "copying a matrix");
    });
    const double usual = seconds_of(timer, [&] { gf::transpose(on, in, out); });
    std::vector<double> named;
    gf::for_each(gf::default_variants<gf::device, gf::verb::transpose, T>{},
                 [&]<class V>() { named.push_back(seconds_of(timer, [&] { gf::transpose<V>(on, in, out); })); });
    const auto best = std::min_element(named.begin(), named.end());
    found.add(usual / *best, usual);
    std::printf("%zu,%lld,%lld,%lld,%.2f,%.3f,%.3f,%td", sizeof(T), static_cast<long long>(of.batches),
                static_cast<long long>(of.rows), static_cast<long long>(of.columns), usual * 1e6, copy / usual,
                usual / *best, best - named.begin());
    for (const double time : named) std::printf(",%.3f", copy / time);
    std::puts("");
    std::fflush(stdout);
  }
}

int run(unsigned seed, int count)
{
  std::printf("# seed %u\n", seed);
  std::puts(
      "bytes,batches,rows,columns,default_us,default_of_copy,default_over_best,best,fitted_of_copy,"
      "padded_of_copy,by_rows_of_copy,by_columns_of_copy");
  summary found;
  time_width<std::uint8_t>(seed, count, found);
  time_width<std::uint16_t>(seed, count, found);
  time_width<float>(seed, count, found);
  time_width<double>(seed, count, found);
  time_width<float4>(seed, count, found);
  summary::print("all", found.of_all);
  summary::print("calls of more than 30 microseconds", found.of_long);
  return 0;
}

}  // namespace

int main(int argc, char** argv)
{
  try {
    return run(argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : std::random_device{}(),
               argc > 2 ? std::atoi(argv[2]) : 27);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "transpose_rule_device: %s\n", e.what());
    return 1;
  }
}
