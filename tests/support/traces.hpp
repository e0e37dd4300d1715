// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Memory and views for tests that trace a verb.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/trace/aligned_vector.hpp>

namespace test
{

template <class T, std::size_t Rank>
using view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, Rank>>;

/// An input and an output vector or matrix, aligned like device memory.
template <class T>
struct pair {
  gridfold::aligned_vector<T> from, to;
  std::int64_t rows, columns;

  explicit pair(std::int64_t size) : pair(1, size) {}
  pair(std::int64_t r, std::int64_t c)
      : from(static_cast<std::size_t>(r * c)), to(static_cast<std::size_t>(r * c)), rows(r), columns(c)
  {
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<T>(static_cast<int>(i % 1000));
  }

  [[nodiscard]] view<const T, 1> in() const { return view<const T, 1>(from.data(), columns); }
  [[nodiscard]] view<T, 1> out() { return view<T, 1>(to.data(), columns); }
  [[nodiscard]] view<const T, 2> matrix_in() const { return view<const T, 2>(from.data(), rows, columns); }
  [[nodiscard]] view<T, 2> matrix_out() { return view<T, 2>(to.data(), columns, rows); }
};

}  // namespace test
