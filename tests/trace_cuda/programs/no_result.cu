// A function that ends without its result.
__device__ int unfinished(int x)
{
  if (x > 1000) return 2;
}

__global__ void k(int* a) { a[threadIdx.x] = unfinished(static_cast<int>(threadIdx.x)); }

int main()
{
  int* a;
  cudaMalloc(&a, 128);
  k<<<1, 32>>>(a);
}
