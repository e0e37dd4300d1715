// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// add_to: makes a sum add to its output instead of replacing it.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda/std/span>
#include <gridfold/core/arguments.hpp>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// An output that a sum is added to.
template <class View>
struct added_output {
  View view;
};

template <class Out>
inline constexpr bool is_added = false;
template <class View>
inline constexpr bool is_added<added_output<View>> = true;

}  // namespace detail

namespace core
{

/// Whether a sum is added to an output instead of replacing it.
template <class Out>
inline constexpr bool adds = detail::is_added<std::remove_cvref_t<Out>>;

/// The view or container that a sum writes.
template <class Out>
Out& target_of(Out& out)
{
  return out;
}
template <class View>
View& target_of(detail::added_output<View>& out)
{
  return out.view;
}
template <class View>
const View& target_of(const detail::added_output<View>& out)
{
  return out.view;
}
template <class Out>
using target = std::remove_reference_t<decltype(core::target_of(std::declval<Out&>()))>;

}  // namespace core

/// Makes a sum add to what an output holds, instead of replacing it: `lattice_sum(on, ligand, where, add_to(map),
/// pair)`. For lattice_sum, potential_map, point_sum, cutoff_sum, particle_mesh and histogram.
///
/// \param out the output as the verb takes it without add_to, a view or a container of numbers. It has to be
/// initialised.
///
/// Each launch of a call adds once, rounded to the output's element type. A call without sources, or with a cutoff of
/// 0, leaves the output as it is. A NaN in the output stays one; infinities of both signs at one point add up to NaN.
template <class Out>
auto add_to(Out&& out)
{
  using argument = std::remove_reference_t<Out>;
  if constexpr (core::is_mdspan<argument>) {
    return detail::added_output<std::remove_const_t<argument>>{out};
  } else if constexpr (core::is_contiguous<argument>) {
    using elements = cuda::std::span<core::element_in<argument>>;
    return detail::added_output<elements>{elements(core::pointer_to(out), std::size(out))};
  } else {
    static_assert(core::never<Out>,
                  "gridfold: what add_to is given is no output of a sum (it is neither an mdspan nor a container or "
                  "span of numbers): pass what the sum would overwrite, such as the view() of a field");
  }
}

}  // namespace gridfold::inline GRIDFOLD_ABI
