// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Pictures of a trace (docs/use/trace.md). Not included by gridfold.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/draw/draw.hpp>
#include <gridfold/draw/svg.hpp>
