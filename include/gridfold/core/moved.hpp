// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// std::move under another name, because some headers define `move` as a macro (curses does).
#pragma once

#include <gridfold/core/config.hpp>

#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::core
{

/// x, to be moved from.
template <class T>
constexpr std::remove_reference_t<T>&& moved(T&& x) noexcept
{
  return static_cast<std::remove_reference_t<T>&&>(x);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::core
