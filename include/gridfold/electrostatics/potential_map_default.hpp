// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The default variants of potential_map on `device`, by where the atoms can be read, each with its reciprocal square
/// root.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/fixed_text.hpp>
#include <gridfold/defaults/default_variants.hpp>
#include <gridfold/defaults/estimated_time.hpp>
#include <gridfold/defaults/sums.hpp>
#include <gridfold/exec/executors.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace verb
{
/// The verb gridfold::potential_map.
struct potential_map {
  static constexpr fixed_text name() { return "potential_map"; }
};
}  // namespace verb

namespace defaults
{

/// Which side can read the sources of a sum. Sources that only the host can read are read before the call returns.
struct by_device {};
struct by_host {};
struct by_both {};

}  // namespace defaults

template <class T>
struct default_rule<device, verb::potential_map, T, defaults::by_device>
    : defaults::least_time<typename defaults::sums<T>::one, typename defaults::sums<T>::two,
                           typename defaults::sums<T>::divided, typename defaults::sums<T>::row,
                           typename defaults::sums<T>::large_tile, typename defaults::sums<T>::small_tile> {
};
template <class T>
struct default_rule<device, verb::potential_map, T, defaults::by_host>
    : defaults::least_time<typename defaults::sums<T>::one_by_host, typename defaults::sums<T>::row_by_host,
                           typename defaults::sums<T>::flat_tile_by_host, typename defaults::sums<T>::tile_by_host,
                           typename defaults::sums<T>::steep_tile_by_host> {
};
template <class T>
struct default_rule<device, verb::potential_map, T, defaults::by_both>
    : defaults::least_time<typename defaults::sums<T>::one, typename defaults::sums<T>::two,
                           typename defaults::sums<T>::divided, typename defaults::sums<T>::large_tile,
                           typename defaults::sums<T>::small_tile, typename defaults::sums<T>::flat_tile_by_host,
                           typename defaults::sums<T>::tile_by_host, typename defaults::sums<T>::steep_tile_by_host> {
};

}  // namespace gridfold::inline GRIDFOLD_ABI
