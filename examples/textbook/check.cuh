// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the programs of this folder say whether a kernel's result is right. Each ends with 1 if one is not.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>

inline int wrong_results = 0;

inline void check(const char* kernel, bool right)
{
  if (cudaGetLastError() != cudaSuccess) right = false;
  std::printf("%-28s %s\n", kernel, right ? "right" : "WRONG");
  if (!right) ++wrong_results;
}
