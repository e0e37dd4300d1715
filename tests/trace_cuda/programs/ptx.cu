// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void lane(int* x)
{
  int l;
  asm("mov.u32 %0, %%laneid;" : "=r"(l));
  x[threadIdx.x] = l;
}
int main() { lane<<<1, 32>>>(nullptr); }
