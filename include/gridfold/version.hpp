// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The version of the library, which Meson, CMake and pkg-config read from this file.
#pragma once

#include <compare>
#include <gridfold/core/config.hpp>

namespace gridfold
{

/// A semantic version (https://semver.org); comparisons follow the order of versions.
struct version_number {
  int major, minor, patch;
  GRIDFOLD_ABI_TAG friend constexpr auto operator<=>(const version_number&, const version_number&) = default;
};

/// The version of these headers; docs/reference/stability.md lists what may change between versions.
inline constexpr version_number version{0, 2, 0};

}  // namespace gridfold
