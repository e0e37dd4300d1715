// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Forward declarations of the library's executors, for code that is specific to one without including it.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/no_device.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

struct device;
template <int SimdBytes, bool OpenMP>
struct host_for;

}  // namespace gridfold::inline GRIDFOLD_ABI
