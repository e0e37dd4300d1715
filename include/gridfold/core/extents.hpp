// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Overflow-safe checks of whether the elements of a shape or view can be counted and indexed.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/core/error.hpp>
#include <limits>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace core
{

/// Whether no extent is negative and their product is at most `most`.
template <std::size_t Rank>
constexpr bool has_product_within(std::int64_t most, const std::int64_t (&extents)[Rank])
{
  bool empty = false;
  for (const std::int64_t extent : extents) {
    if (extent < 0) return false;
    if (extent == 0)
      empty = true;
    else
      most /= extent;  // exact: (most / a) / b >= 1 if and only if most >= a * b
  }
  return empty || most >= 1;
}

}  // namespace core

namespace detail
{

/// Extents as "2 x 3".
[[gnu::cold, gnu::noinline]] inline std::string text_of_extents(const std::int64_t* extents, std::size_t rank)
{
  std::string text;
  for (std::size_t r = 0; r < rank; ++r) {
    if (r > 0) text += " x ";
    text += core::message_part(extents[r]).text();
  }
  return text;
}

}  // namespace detail

namespace core
{

/// A view's extents, as "2 x 3".
template <class View>
std::string extents_of(const View& view)
{
  std::int64_t extents[View::rank()];
  for (std::size_t r = 0; r < View::rank(); ++r) extents[r] = static_cast<std::int64_t>(view.extent(r));
  return detail::text_of_extents(extents, View::rank());
}

}  // namespace core

namespace detail
{

/// Whether the offset of a view's last element is less than `most`, which is at least the view's size; true if it is
/// empty.
template <class View>
constexpr bool has_last_before(std::int64_t most, const View& view)
{
  for (std::size_t r = 0; r < View::rank(); ++r)
    if (view.extent(r) == 0) return true;
  if constexpr (View::is_always_strided())
    for (std::size_t r = 0; r < View::rank(); ++r) {
      const std::int64_t steps = static_cast<std::int64_t>(view.extent(r)) - 1;
      const auto stride = static_cast<std::int64_t>(view.stride(r));
      if (steps > 0 && stride > (most - 1) / steps) return false;
      most -= steps * stride;
    }
  return true;
}

}  // namespace detail

namespace core
{

/// Throws `error` unless a view's index type can count its elements and reach the last of them. mdspan does not check
/// this: its size() wraps around.
///
/// \param what the view's name in the message, e.g. "the input"
template <class View>
void check_extents(const View& view, const char* what)
{
  using index = typename View::index_type;
  constexpr bool is_64_bit = sizeof(index) >= sizeof(std::int64_t);
  constexpr auto most = is_64_bit ? std::numeric_limits<std::int64_t>::max()
                                  : static_cast<std::int64_t>(std::numeric_limits<index>::max());
  std::int64_t extents[View::rank()];
  for (std::size_t r = 0; r < View::rank(); ++r) extents[r] = static_cast<std::int64_t>(view.extent(r));
  if (!core::has_product_within(most, extents) || !detail::has_last_before(most, view))
    throw error({"the extents of ", what, " are ", core::extents_of(view), " (its index type counts from 0 to ", most,
                 "): give its mdspan extents of a wider index type, or smaller ones"});
}

}  // namespace core

}  // namespace gridfold::inline GRIDFOLD_ABI
