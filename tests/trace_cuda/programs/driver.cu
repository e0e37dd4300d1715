// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda.h>

int main()
{
  CUresult result = cuInit(0);
  return result;
}
