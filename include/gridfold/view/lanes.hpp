// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbouring elements of a view in SIMD lanes: for kernels of your own that are fast on the host too. On the device
/// and in a trace a lane is one element.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstring>
#include <cuda/std/mdspan>
#include <gridfold/math/pack.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// Whether neighbours along a view's last index are neighbours in memory.
template <class View>
inline constexpr bool has_neighbours = std::is_same_v<typename View::layout_type, cuda::std::layout_right>&&
    std::is_pointer_v<typename View::data_handle_type>;

template <class View>
struct lanes_argument {
  static_assert(has_neighbours<View>,
                "gridfold: neighbours along the view's last index lie apart (SIMD lanes are consecutive in memory): "
                "pass an mdspan of layout_right with a plain accessor");
  static constexpr void check() {}
};

}  // namespace detail

/// Reads neighbouring elements of a view along the last index, one for each lane of Lanes (T or pack<T, N>), from the
/// given indices on.
template <class Lanes, class View, class... Index>
GRIDFOLD_HD Lanes load_lanes(const View& from, Index... at)
{
  if constexpr (lane_count<Lanes> == 1) {
    return from(at...);
  } else {
    detail::lanes_argument<View>::check();
    Lanes values;
    std::memcpy(&values, from.data_handle() + from.mapping()(at...), sizeof(values));
    return values;
  }
}

/// Writes the lanes to a view, from the element at some indices on.
template <class Lanes, class View, class... Index>
GRIDFOLD_HD void store_lanes(const View& to, const Lanes& values, Index... at)
{
  if constexpr (lane_count<Lanes> == 1) {
    to(at...) = values;
  } else {
    detail::lanes_argument<View>::check();
    // A loop instead of memcpy, after which the compiler would have to load all pointers again, because memcpy might
    // change them.
    using T = typename lane_type<Lanes>::type;
    typedef typename Lanes::storage unaligned __attribute__((aligned(alignof(T))));
    *reinterpret_cast<unaligned*>(to.data_handle() + to.mapping()(at...)) = values.lane;
  }
}

/// Covers elements [first, last) in order by calls of `f.template operator()<L>(i)`, each for one element per lane of L
/// from i on. L is Lanes; for the remainder a pack of half as many lanes, and so on.
template <class Lanes, class Index, class F>
GRIDFOLD_HD void over_lanes(Index first, Index last, const F& f)
{
  constexpr int width = lane_count<Lanes>;
  for (; first + width <= last; first += width) f.template operator()<Lanes>(first);
  if constexpr (width > 1) over_lanes<math::lanes_of<typename lane_type<Lanes>::type, width / 2>>(first, last, f);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
