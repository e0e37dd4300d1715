// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The arithmetic model: operations, floors and occupancy (docs/use/model.md). Not included by gridfold.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/model/counting.hpp>
#include <gridfold/model/floor.hpp>
#include <gridfold/model/occupancy.hpp>
#include <gridfold/model/pair_counts.hpp>
#include <gridfold/model/rates.hpp>
#include <gridfold/model/verb_floors.hpp>
#ifdef __CUDACC__
#include <gridfold/model/current_device.cuh>
#include <gridfold/model/inspect.cuh>
#endif
