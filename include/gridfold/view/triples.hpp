// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Arrays of triples: packed, aligned, or one array per component.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/shape.hpp>
#include <gridfold/core/triple.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace view
{

/// A reference to an element of a view of separate components.
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

}  // namespace view

/// An mdspan accessor policy: a structure of arrays seen as packed3 elements. The y array begins `pitch` numbers after
/// the x array, the z array `pitch` numbers after the y array. Lanes of a warp read neighbouring numbers.
template <class T>
struct components_accessor {
  using offset_policy = components_accessor;
  using element_type =
      std::conditional_t<std::is_const_v<T>, const packed3<std::remove_const_t<T>>, packed3<std::remove_const_t<T>>>;
  using reference = view::component_triple<T>;
  using data_handle_type = T*;

  std::int64_t pitch;

  GRIDFOLD_HD constexpr reference access(data_handle_type p, std::size_t i) const { return reference(p + i, pitch); }
  GRIDFOLD_HD constexpr data_handle_type offset(data_handle_type p, std::size_t i) const { return p + i; }

  /// Calls f with a reference to each of an element's numbers.
  template <class F>
  void for_each_place(data_handle_type p, std::size_t i, F f) const
  {
    for (int n = 0; n < 3; ++n) f(p + i + n * pitch);
  }
  /// Bytes from the first number to the last of `size` elements.
  [[nodiscard]] std::size_t span_bytes(std::size_t size) const
  {
    return (2 * static_cast<std::size_t>(pitch) + size) * sizeof(T);
  }
};

/// A vector of triples in three arrays of `size` numbers, contiguous from `data` on.
template <class T>
auto components(T* data, std::int64_t size)
{
  using accessor = components_accessor<T>;
  using extents = cuda::std::dextents<std::int64_t, 1>;
  return cuda::std::mdspan<typename accessor::element_type, extents, cuda::std::layout_right, accessor>(
      data, cuda::std::layout_right::mapping<extents>(extents(size)), accessor{size});
}

/// A lattice of triples in three maps of (z, y, x), contiguous from `data` on.
template <class T>
auto components(T* data, shape3 shape)
{
  using accessor = components_accessor<T>;
  using extents = cuda::std::dextents<std::int64_t, 3>;
  return cuda::std::mdspan<typename accessor::element_type, extents, cuda::std::layout_right, accessor>(
      data, cuda::std::layout_right::mapping<extents>(extents(shape.z, shape.y, shape.x)), accessor{shape.count()});
}

}  // namespace gridfold::inline GRIDFOLD_ABI
