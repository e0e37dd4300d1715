// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void alone(int* x) { x[threadIdx.x] = 1; }
