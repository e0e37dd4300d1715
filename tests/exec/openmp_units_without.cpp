// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "openmp_units.hpp"

#ifdef _OPENMP
#error "this file is to be compiled without OpenMP"
#endif

void test::run_without_openmp(void (*call)()) { run_blocks<gridfold::host>(call); }
