// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A one-dimensional view as a sequence of vectors, aligned where memory allows.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/view/vectors.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace view
{

/// A view of n elements as `count` vectors and `rest` single elements (fewer than 2*Width) before the first aligned
/// vector and after the last one. If memory is not contiguous, or the element type cannot form vectors, a vector is
/// read element by element and needs no alignment.
template <class View, int Width>
class vectorized_view {
 public:
  using element = typename View::value_type;

  explicit vectorized_view(const View& view) : view_(view), head_(unaligned(view)), count_((size() - head_) / Width) {}

  [[nodiscard]] GRIDFOLD_HD std::int64_t count() const { return count_; }
  [[nodiscard]] GRIDFOLD_HD std::int64_t rest() const { return size() - count_ * Width; }

  /// Vector number i.
  GRIDFOLD_HD array<element, Width> operator()(std::int64_t i) const
  {
    if constexpr (in_words) {
      return load_array<Width>(view_.accessor(), view_.data_handle() + head_ + i * Width);
    } else {
      array<element, Width> read{};
      GRIDFOLD_UNROLL
      for (int e = 0; e < Width; ++e) read.element[e] = at(head_ + i * Width + e);
      return read;
    }
  }

  /// The i-th element outside of all vectors.
  [[nodiscard]] GRIDFOLD_HD element rest(std::int64_t i) const { return at(i < head_ ? i : i + count_ * Width); }

 private:
  using accessor = typename View::accessor_type;
  static constexpr bool dense = std::is_same_v<typename View::layout_type, cuda::std::layout_right>;
  static constexpr bool moved = word_access<accessor>::moves;
  static constexpr bool filled = fills_words<element, Width>;
  static constexpr bool in_words = dense && moved && filled && (Width > 1);

  [[nodiscard]] GRIDFOLD_HD std::int64_t size() const { return static_cast<std::int64_t>(view_.extent(0)); }
  [[nodiscard]] GRIDFOLD_HD element at(std::int64_t i) const
  {
    return view_(static_cast<typename View::index_type>(i));
  }

  /// Number of elements before the first aligned vector.
  static std::int64_t unaligned(const View& view)
  {
    if constexpr (in_words) {
      constexpr std::uintptr_t bytes = array_word_bytes<element, Width>;
      const std::uintptr_t past = reinterpret_cast<std::uintptr_t>(view.data_handle()) % bytes;
      const auto head = static_cast<std::int64_t>((bytes - past) % bytes / sizeof(element));
      const auto all = static_cast<std::int64_t>(view.extent(0));
      return head < all ? head : all;
    } else {
      return 0;
    }
  }

  View view_;
  std::int64_t head_, count_;
};

}  // namespace view

}  // namespace gridfold::inline GRIDFOLD_ABI
