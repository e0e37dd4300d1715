// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sweeping, tuning and remembering: the whole of tune/. By name, since the umbrella leaves it out: who only calls
/// verbs shall not compile it.
#pragma once

#include <gridfold/config.hpp>

#include <gridfold/tune/error_of.hpp>
#include <gridfold/tune/print.hpp>
#include <gridfold/tune/remembering.hpp>
#include <gridfold/tune/sweep.hpp>
#include <gridfold/tune/terminal_progress.hpp>
#include <gridfold/tune/tune.hpp>
#include <gridfold/tune/write.hpp>
