// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tables of neighbours on the CPU, by testing all pairs and by cells.
#include <benchmark/benchmark.h>

#include <gridfold/exec/host.hpp>

#include "../support/benchmark_main.hpp"
#include "neighbor_tables.hpp"

int main(int argc, char** argv)
{
  return bench::run_benchmarks(argc, argv, [] { bench::time_tables(gridfold::host{}); });
}
