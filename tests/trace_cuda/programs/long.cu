// More launches than anyone waits for.
__global__ void k(int* a) { a[threadIdx.x] = static_cast<int>(blockIdx.x); }

int main()
{
  int* a;
  cudaMalloc(&a, 1024);
  for (int i = 0; i < 1000000; ++i) k<<<100000, 256>>>(a);
}
