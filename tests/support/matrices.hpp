// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Matrices of numbers, multiplied on the executor that a test is compiled for: the device in .cu files, else the host.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/multiply.hpp>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#endif

namespace test
{

template <class T, class Layout, class Index = std::int64_t>
using matrix_view = cuda::std::mdspan<T, cuda::std::dextents<Index, 2>, Layout>;

/// Elements between guards that must not be written.
template <class T>
struct matrix {
  static constexpr std::size_t guard = 64;
  std::int64_t rows, columns;
  std::vector<T> memory;

  matrix(std::int64_t r, std::int64_t c, T value)
      : rows(r), columns(c), memory(static_cast<std::size_t>(r * c) + 2 * guard, value)
  {
  }

  /// The elements, at `data` + guard.
  template <class Layout, class Index = std::int64_t, class U>
  [[nodiscard]] matrix_view<U, Layout, Index> view(U* data) const
  {
    return matrix_view<U, Layout, Index>(data + guard, static_cast<Index>(rows), static_cast<Index>(columns));
  }
  template <class Layout>
  [[nodiscard]] matrix_view<const T, Layout> view() const
  {
    return view<Layout>(memory.data());
  }

  [[nodiscard]] bool guards_hold(T value) const
  {
    const auto same = [value](T element) { return element == value || (value != value && element != element); };
    return std::all_of(memory.begin(), memory.begin() + guard, same) &&
           std::all_of(memory.end() - guard, memory.end(), same);
  }
};

/// A value that no product in the tests has.
template <class T>
inline constexpr T no_product = std::is_floating_point_v<T> ? std::numeric_limits<T>::quiet_NaN()
                                                            : std::numeric_limits<T>::lowest();

template <class T>
matrix<T> random_matrix(std::int64_t rows, std::int64_t columns, unsigned seed)
{
  using distribution =
      std::conditional_t<std::is_integral_v<T>, std::uniform_int_distribution<T>, std::uniform_real_distribution<T>>;
  std::mt19937 generator(seed);
  distribution number(std::is_integral_v<T> ? T(-1000) : T(-1), std::is_integral_v<T> ? T(1000) : T(1));
  matrix<T> result(rows, columns, no_product<T>);
  std::generate(result.memory.begin() + result.guard, result.memory.end() - result.guard,
                [&] { return number(generator); });
  return result;
}

/// multiply<V>(a, b) into a matrix full of no_product, with operands and result in these layouts.
template <class V, class LayoutA, class LayoutB, class LayoutC, class Out, class Index = std::int64_t, class T>
matrix<Out> multiplied(const matrix<T>& a, const matrix<T>& b)
{
  matrix<Out> c(a.rows, b.columns, no_product<Out>);
#ifdef __CUDACC__
  gridfold::device_buffer<T> on_a(a.memory.size()), on_b(b.memory.size());
  gridfold::device_buffer<Out> on_c(c.memory.size());
  on_a.copy_from(a.memory.data());
  on_b.copy_from(b.memory.data());
  on_c.copy_from(c.memory.data());
  gridfold::multiply<V>(gridfold::device{}, a.template view<LayoutA, Index>(static_cast<const T*>(on_a.data())),
                        b.template view<LayoutB, Index>(static_cast<const T*>(on_b.data())),
                        c.template view<LayoutC, Index>(on_c.data()));
  on_c.copy_to(c.memory.data());
  gridfold::cuda_check(cudaDeviceSynchronize(), "multiplying a test's matrices");
#else
  gridfold::multiply<V>(gridfold::host{}, a.template view<LayoutA, Index>(a.memory.data()),
                        b.template view<LayoutB, Index>(b.memory.data()),
                        c.template view<LayoutC, Index>(c.memory.data()));
#endif
  return c;
}

}  // namespace test
