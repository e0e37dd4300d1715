// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The names of the library's executors, for what is written for one of them without including it.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/core/no_device.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

struct device;
template <int SimdBytes, bool OpenMP>
struct host_for;

}  // namespace gridfold::inline GRIDFOLD_ABI
