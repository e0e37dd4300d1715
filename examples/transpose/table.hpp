// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Variants of the transpose side by side: is the result right, and how fast did it come.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cuda/std/mdspan>
#include <gridfold/policy/variants.hpp>
#include <gridfold/transpose.hpp>
#include <vector>

namespace example
{

namespace gf = gridfold;

template <class T>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>>;

/// From the notes' first transposes to words in tiles: every line changes one thing.
using variants =
    gf::list<gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::read_only, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::interleaved, gf::coarsen<1, 4>, gf::tile<gf::unpadded>, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::interleaved, gf::coarsen<1, 4>, gf::tile<gf::padded<1>>, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::interleaved, gf::coarsen<1, 4>, gf::tile<gf::swizzled>, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::interleaved, gf::coarsen<2, 8>, gf::tile<gf::padded<1>>, gf::block<32, 8>>,
             gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<8, 2>, gf::tile<gf::padded<1>>, gf::block<8, 32>>,
             gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<8, 2>, gf::tile<gf::padded<1>, gf::aligned_rows<32>>,
                         gf::block<8, 32>>>;

/// The input's element n: exact in float, and unlike its neighbours.
inline float element(std::int64_t n) { return static_cast<float>(n % 16777213); }

inline std::vector<float> elements(std::int64_t count)
{
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::int64_t n = 0; n < count; ++n) values[static_cast<std::size_t>(n)] = element(n);
  return values;
}

inline bool is_transpose(matrix<const float> out)
{
  for (std::int64_t j = 0; j < out.extent(0); ++j)
    for (std::int64_t i = 0; i < out.extent(1); ++i)
      if (out(j, i) != element(i * out.extent(0) + j)) return false;
  return true;
}

/// The least time of five runs, in seconds. `wait` returns when what was started is done.
template <class Work, class Wait>
double seconds_of(Work work, Wait wait)
{
  double least = 1e30;
  for (int repetition = 0; repetition < 5; ++repetition) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    wait();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return least;
}

/// Prints a line for every variant and returns whether all were right. `result()` copies the output to the host and
/// poisons it for the next variant.
template <class Executor, class Wait, class Result>
bool print_table(const Executor& on, matrix<const float> in, matrix<float> out, Wait wait, Result result)
{
  bool right = true;
  const double bytes = 2.0 * sizeof(float) * static_cast<double>(in.extent(0) * in.extent(1));
  gf::for_each(variants{}, [&]<class V>() {
    const double seconds = seconds_of([&] { gf::transpose<V>(on, in, out); }, wait);
    const std::vector<float> values = result();
    const bool good = is_transpose(matrix<const float>(values.data(), out.extent(0), out.extent(1)));
    std::printf("%8.1f GB/s  %s%s\n", bytes / seconds / 1e9, V::name().c_str(), good ? "" : "  WRONG");
    right = right && good;
  });
  return right;
}

}  // namespace example
