// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program that every consumer builds: copies a vector, by a verb that compiles quickly. Compiled by nvcc it runs
/// on the GPU if there is one.
#include <cstdio>
#include <gridfold/copy.hpp>
#include <gridfold/version.hpp>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#endif

namespace
{

namespace gf = gridfold;
using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32>>;
using vector = cuda::std::mdspan<int, cuda::std::dextents<int, 1>>;

constexpr int size = 1000;

void copy(int* from, int* to)
{
#ifdef __CUDACC__
  if (gf::device_present()) {
    gf::device_buffer<int> in(size), out(size);
    in.copy_from(from);
    gf::copy<fold>(gf::device{}, vector(in.data(), size), vector(out.data(), size));
    out.copy_to(to);
    return gf::cuda_check(cudaDeviceSynchronize(), "copying");
  }
#endif
  gf::copy<fold>(gf::host{}, vector(from, size), vector(to, size));
}

}  // namespace

int main()
{
  std::vector<int> from(size), to(size);
  for (int n = 0; n < size; ++n) from[static_cast<std::size_t>(n)] = n * n;
  copy(from.data(), to.data());
  std::printf("gridfold %d.%d.%d\n", gf::version.major, gf::version.minor, gf::version.patch);
  return from == to ? 0 : 1;
}
