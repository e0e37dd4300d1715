// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Vectors of three numbers in memory: packed, aligned, or one array for each component. Source: notes 002. (With a
/// fourth number beside them they are a `source`.)
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <type_traits>

namespace gridfold
{

/// Three numbers one after the other, 12 bytes for float: an array of these has no element aligned to 16.
template <class T>
struct packed3 {
  T x, y, z;
  friend bool operator==(const packed3&, const packed3&) = default;
};

/// The same, aligned to four: one access an element, a quarter of it for nothing.
template <class T>
struct alignas(4 * sizeof(T)) aligned3 {
  T x, y, z;
  friend bool operator==(const aligned3&, const aligned3&) = default;
};

/// What a view of separate components gives for an element.
template <class T>
class component_triple {
  using value = packed3<std::remove_const_t<T>>;

 public:
  GRIDFOLD_HD component_triple(T* x, std::int64_t pitch) : x_(x), pitch_(pitch) {}
  GRIDFOLD_HD operator value() const { return {x_[0], x_[pitch_], x_[2 * pitch_]}; }
  GRIDFOLD_HD void operator=(const value& v) const requires(!std::is_const_v<T>)
  {
    x_[0] = v.x;
    x_[pitch_] = v.y;
    x_[2 * pitch_] = v.z;
  }

 private:
  T* x_;
  std::int64_t pitch_;
};

/// An mdspan accessor policy: a structure of arrays seen as packed3 elements. All x come first, y begin `pitch` numbers
/// after them and z after y, so that the lanes of a warp read neighbours.
template <class T>
struct components_accessor {
  using offset_policy = components_accessor;
  using element_type =
      std::conditional_t<std::is_const_v<T>, const packed3<std::remove_const_t<T>>, packed3<std::remove_const_t<T>>>;
  using reference = component_triple<T>;
  using data_handle_type = T*;

  std::int64_t pitch;

  GRIDFOLD_HD constexpr reference access(data_handle_type p, std::size_t i) const { return reference(p + i, pitch); }
  GRIDFOLD_HD constexpr data_handle_type offset(data_handle_type p, std::size_t i) const { return p + i; }

  /// Calls f with the place of each of an element's numbers.
  template <class F>
  void for_each_place(data_handle_type p, std::size_t i, F f) const
  {
    for (int n = 0; n < 3; ++n) f(p + i + n * pitch);
  }
  /// The bytes from the first number to the last of this many elements.
  [[nodiscard]] std::size_t span_bytes(std::size_t size) const
  {
    return (2 * static_cast<std::size_t>(pitch) + size) * sizeof(T);
  }
};

/// A vector of triples in three arrays of `size`, one after the other from `data` on.
template <class T>
auto components(T* data, std::int64_t size)
{
  using accessor = components_accessor<T>;
  using extents = cuda::std::dextents<std::int64_t, 1>;
  return cuda::std::mdspan<typename accessor::element_type, extents, cuda::std::layout_right, accessor>(
      data, cuda::std::layout_right::mapping<extents>(extents(size)), accessor{size});
}

}  // namespace gridfold
