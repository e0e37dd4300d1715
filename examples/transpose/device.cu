// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>

#include "processors.hpp"
#include "table.hpp"

namespace example
{

namespace
{

void wait() { gf::cuda_check(cudaDeviceSynchronize(), "transposing"); }

std::vector<float> take(const gf::device_buffer<float>& out)
{
  std::vector<float> values(out.size());
  out.copy_to(values.data());
  gf::cuda_check(cudaMemsetAsync(out.data(), 0xff, out.size() * sizeof(float)), "poisoning the output");
  wait();
  return values;
}

}  // namespace

bool has_device() { return gf::device_present(); }

bool show_device(std::int64_t rows, std::int64_t columns)
{
  const std::vector<float> values = elements(rows * columns);
  gf::device_buffer<float> in(values.size()), out(values.size());
  in.copy_from(values.data());
  wait();
  const auto copy = [&] {
    gf::cuda_check(cudaMemcpyAsync(out.data(), in.data(), values.size() * sizeof(float), cudaMemcpyDeviceToDevice),
                   "copying");
  };
  const double bytes = 2.0 * sizeof(float) * static_cast<double>(values.size());
  std::printf("%8.1f GB/s  cudaMemcpyAsync, the limit\n", bytes / seconds_of(copy, wait) / 1e9);
  take(out);
  return print_table(gf::device{}, matrix<const float>(in.data(), rows, columns),
                     matrix<float>(out.data(), columns, rows), wait, [&] { return take(out); });
}

}  // namespace example
