// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The version of the library. Meson, CMake and pkg-config read it here: there is no other place.
#pragma once

#include <compare>
#include <gridfold/core/config.hpp>

namespace gridfold
{

/// A version as https://semver.org means it; versions compare in order.
struct version_number {
  int major, minor, patch;
  friend constexpr auto operator<=>(const version_number&, const version_number&) = default;
};

/// The version of these headers. What it promises: docs/stability.md.
inline constexpr version_number version{0, 1, 0};

}  // namespace gridfold
