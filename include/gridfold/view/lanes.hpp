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

/// Whether neighbours along the last index of a view are neighbours in memory, reached by its pointer.
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

/// The elements of a view at some indices and behind them along the last one, as many as Lanes has: T, or pack<T, N>.
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
    // Not by memcpy: it might change anything, as far as the compiler knows, so that it would load all pointers again.
    using T = typename lane_type<Lanes>::type;
    typedef typename Lanes::storage unaligned __attribute__((aligned(alignof(T))));
    *reinterpret_cast<unaligned*>(to.data_handle() + to.mapping()(at...)) = values.lane;
  }
}

/// Calls `f.template operator()<L>(i)` for runs of elements i, i + 1, ... of as many as L has lanes, which cover
/// [first, last) in order: L is Lanes, and for what is left over a pack of half as many lanes, and so on.
template <class Lanes, class Index, class F>
GRIDFOLD_HD void over_lanes(Index first, Index last, const F& f)
{
  constexpr int width = lane_count<Lanes>;
  for (; first + width <= last; first += width) f.template operator()<Lanes>(first);
  if constexpr (width > 1) over_lanes<math::lanes_of<typename lane_type<Lanes>::type, width / 2>>(first, last, f);
}

}  // namespace gridfold::inline GRIDFOLD_ABI
