// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Views with any strides.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <numeric>
#include <random>
#include <string>

namespace test
{

/// An integer of [low, high].
inline std::int64_t random_int(std::mt19937& generator, std::int64_t low, std::int64_t high)
{
  return std::uniform_int_distribution<std::int64_t>(low, high)(generator);
}

/// The places of a view's elements in a memory that has others before, between and after them, a vector of them at
/// least.
template <std::size_t Rank>
struct placement {
  using extents = cuda::std::dextents<std::int64_t, Rank>;
  cuda::std::layout_stride::mapping<extents> mapping;
  std::int64_t before;

  /// Elements of the memory.
  [[nodiscard]] std::size_t size() const
  {
    return static_cast<std::size_t>(before + mapping.required_span_size() + 19);
  }

  template <class T>
  [[nodiscard]] cuda::std::mdspan<T, extents, cuda::std::layout_stride> view(T* memory) const
  {
    return cuda::std::mdspan<T, extents, cuda::std::layout_stride>(memory + before, mapping);
  }

  [[nodiscard]] std::string name() const
  {
    std::string text = "(" + std::to_string(before) + " before)";
    for (std::size_t d = 0; d < Rank; ++d)
      text += " " + std::to_string(mapping.extents().extent(d)) + ":" + std::to_string(mapping.stride(d));
    return text;
  }
};

/// A quarter of the placements are dense from an aligned element on, the last dimension fastest, and a quarter are so
/// from any element on. Then there are those with gaps between rows and planes, which may begin at vectors or not, and
/// those whose dimensions come in any order, with gaps between elements too.
template <std::size_t Rank>
placement<Rank> random_placement(const std::array<std::int64_t, Rank>& shape, std::mt19937& generator)
{
  enum kind { dense, dense_from_anywhere, with_gaps, in_any_order };
  const auto drawn = static_cast<kind>(generator() % 4);
  const std::int64_t multiple = drawn == with_gaps && generator() % 2 == 0 ? 16 : 1;
  std::array<std::size_t, Rank> order;
  std::iota(order.rbegin(), order.rend(), 0u);
  if (drawn == in_any_order) std::shuffle(order.begin(), order.end(), generator);
  cuda::std::array<std::int64_t, Rank> strides{};
  std::int64_t next = drawn == in_any_order ? random_int(generator, 1, 2) : 1;
  for (const std::size_t d : order) {
    strides[d] = next;
    next = next * std::max<std::int64_t>(shape[d], 1) + (drawn < with_gaps ? 0 : random_int(generator, 0, 4));
    next = (next + multiple - 1) / multiple * multiple;
  }
  cuda::std::array<std::int64_t, Rank> extents{};
  std::copy(shape.begin(), shape.end(), extents.begin());
  const bool at_vector = drawn == dense || (multiple > 1 && generator() % 2 == 0);
  return {{typename placement<Rank>::extents(extents), strides}, at_vector ? 16 : random_int(generator, 1, 33)};
}

/// An extent that is 1 or small as often as not.
inline std::int64_t random_extent(std::mt19937& generator, std::int64_t most)
{
  return random_int(generator, 1, generator() % 2 == 0 ? std::min<std::int64_t>(most, 5) : most);
}

}  // namespace test
