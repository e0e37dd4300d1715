// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sweep, search, tune and remember variants (docs/use/study.md). Not included by gridfold.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/tune/error_of.hpp>
#include <gridfold/tune/print.hpp>
#include <gridfold/tune/sweep.hpp>
#include <gridfold/tune/terminal_progress.hpp>
#include <gridfold/tune/tune.hpp>
#include <gridfold/tune/tuned_executor.hpp>
#include <gridfold/tune/write.hpp>
