// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Words: neighbouring elements of a one-dimensional view, read by accesses of up to 16 bytes where memory allows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/config.hpp>
#include <type_traits>

namespace gridfold
{

/// Whether `Width` Ts side by side are read in as few accesses as there are 16 bytes: a power of two of elements that
/// are aligned by their size.
template <class T, int Width>
concept accessible = std::is_trivially_copyable_v<T> && sizeof(T) == alignof(T) && (Width & (Width - 1)) == 0;

/// Whether an accessor does no more than to read and write at its pointer.
template <class Accessor>
inline constexpr bool is_plain_access = false;
template <class T>
inline constexpr bool is_plain_access<cuda::std::default_accessor<T>> = true;

/// Whether a view's elements lie side by side in memory.
template <class View>
concept side_by_side = std::is_same_v<typename View::layout_type, cuda::std::layout_right> &&
    is_plain_access<typename View::accessor_type>;

/// Where such accesses may begin: at multiples of so many bytes.
template <class T, int Width>
inline constexpr std::size_t access_alignment = std::max(alignof(T), std::min<std::size_t>(16, sizeof(T) * Width));

/// `Width` neighbouring elements; where they are read in such accesses, aligned for it.
template <class T, int Width>
struct alignas(accessible<T, Width> ? access_alignment<T, Width> : alignof(T)) word {
  T element[Width];
};

/// The word at p.
template <class Accessor, class Word>
GRIDFOLD_HD Word load_word(const Accessor& /*by*/, const Word* p)
{
  return *p;
}

/// A view of n elements as `count` words, and the few elements before the first aligned word and behind the last one
/// (`rest`: fewer than 2*Width). Where memory is not contiguous, or elements are not made for it, a word is read
/// element by element and begins anywhere.
template <class View, int Width>
class words {
 public:
  using element = typename View::value_type;
  static constexpr bool in_accesses = Width > 1 && accessible<element, Width>&& side_by_side<View>;

  explicit words(const View& view) : view_(view), head_(unaligned(view)), count_((size() - head_) / Width) {}

  [[nodiscard]] GRIDFOLD_HD std::int64_t count() const { return count_; }
  [[nodiscard]] GRIDFOLD_HD std::int64_t rest() const { return size() - count_ * Width; }

  /// Word number i.
  GRIDFOLD_HD word<element, Width> operator()(std::int64_t i) const
  {
    if constexpr (in_accesses) {
      return load_word(view_.accessor(),
                       reinterpret_cast<const word<element, Width>*>(view_.data_handle() + head_) + i);
    } else {
      word<element, Width> read{};
      GRIDFOLD_UNROLL
      for (int e = 0; e < Width; ++e) read.element[e] = at(head_ + i * Width + e);
      return read;
    }
  }

  /// Element number i of those that are in no word.
  [[nodiscard]] GRIDFOLD_HD element rest(std::int64_t i) const { return at(i < head_ ? i : i + count_ * Width); }

 private:
  [[nodiscard]] GRIDFOLD_HD std::int64_t size() const { return static_cast<std::int64_t>(view_.extent(0)); }
  [[nodiscard]] GRIDFOLD_HD element at(std::int64_t i) const
  {
    return view_(static_cast<typename View::index_type>(i));
  }

  /// Elements before the first aligned word.
  static std::int64_t unaligned(const View& view)
  {
    if constexpr (in_accesses) {
      constexpr std::uintptr_t bytes = access_alignment<element, Width>;
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

}  // namespace gridfold
