// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// All memory spaces of the library. See docs/speed/coulomb.md for the speed of each.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/policy/bins.hpp>
#include <gridfold/policy/constant.hpp>
#include <gridfold/policy/global.hpp>
#include <gridfold/policy/memory_space.hpp>
#include <gridfold/policy/prefetching.hpp>
#include <gridfold/policy/read_only.hpp>
#include <gridfold/policy/shared.hpp>
