// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The main functions of benchmarks. They return the exit code.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdio>
#include <gridfold/core/error.hpp>

namespace bench
{

/// Runs the benchmarks that register_all() registers.
template <class Register>
int run_registered(const char* program, Register register_all)
{
  try {
    register_all();
    benchmark::RunSpecifiedBenchmarks();
  } catch (const gridfold::error& e) {
    std::fprintf(stderr, "%s: %s\n", program, e.what());
    return 1;
  }
  benchmark::Shutdown();
  return 0;
}

/// Runs the benchmarks that register_all() registers; the command line has only Google Benchmark's options.
template <class Register>
int run_benchmarks(int argc, char** argv, Register register_all)
{
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  return run_registered(argv[0], register_all);
}

/// Runs the benchmarks that register_all(file) registers, for the molecule in the file that the command line names.
template <class Register>
int run_with_molecule(int argc, char** argv, Register register_all)
{
  benchmark::Initialize(&argc, argv);
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s MOLECULE.pqr [--benchmark_...]\n", argv[0]);
    return 2;
  }
  return run_registered(argv[0], [&] { register_all(argv[1]); });
}

}  // namespace bench
