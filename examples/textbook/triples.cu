// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Triples of floats copied as structures and as arrays.
#include "triples.cuh"

#include <algorithm>

#include "check.cuh"

int main()
{
  const int blocks = 8, threads = 96, size = blocks * threads;
  float *in, *out;
  cudaMallocManaged(&in, 4 * size * sizeof(float));
  cudaMallocManaged(&out, 4 * size * sizeof(float));
  for (int n = 0; n < 4 * size; ++n) in[n] = n + 1;

  // Whether exactly the first `end` floats are copied, except every `padding`-th one.
  const auto is_copy = [&](int end, int padding) {
    cudaDeviceSynchronize();
    bool right = true;
    for (int n = 0; n < 4 * size; ++n) {
      if (padding != 0 && n % padding == padding - 1) continue;
      right = right && out[n] == (n < end ? in[n] : -1);
    }
    std::fill(out, out + 4 * size, -1.0f);
    return right;
  };
  std::fill(out, out + 4 * size, -1.0f);
  copy_structures<<<blocks, threads>>>(reinterpret_cast<const vec3*>(in), reinterpret_cast<vec3*>(out));
  check("copy_structures", is_copy(3 * size, 0));
  copy_aligned<<<blocks, threads>>>(reinterpret_cast<const aligned_vec3*>(in), reinterpret_cast<aligned_vec3*>(out));
  check("copy_aligned", is_copy(4 * size, 4));
  copy_arrays<<<blocks, threads>>>(in, in + size, in + 2 * size, out, out + size, out + 2 * size);
  check("copy_arrays", is_copy(3 * size, 0));
  copy_vectors<<<blocks, threads>>>(reinterpret_cast<const float4*>(in), reinterpret_cast<float4*>(out));
  check("copy_vectors", is_copy(4 * size, 0));

  cudaFree(in);
  cudaFree(out);
  return wrong_results != 0;
}
