// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Matrix products on the device by many variants, beside cuBLAS's sgemm. Every product of small integers, which is
/// exact, is first compared with one in float64.
#pragma once

#include <cublas_v2.h>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/multiply.hpp>
#include <gridfold/policy/variants.hpp>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "../support/device_timing.hpp"

namespace bench
{

using row_major = cuda::std::layout_right;
using column_major = cuda::std::layout_left;

template <class Layout, class T>
using square = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>, Layout>;

inline void check(cublasStatus_t status)
{
  if (status != CUBLAS_STATUS_SUCCESS)
    throw gridfold::error(std::string("cuBLAS failed: ") + cublasGetStatusString(status));
}

/// c = a*b in float64, which has exact sums of small integers, by blocks of 16 x 16 threads.
template <class LayoutA, class LayoutB>
__global__ void multiply_exactly(square<LayoutA, const float> a, square<LayoutB, const float> b,
                                 square<row_major, float> c)
{
  const std::int64_t i = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y;
  const std::int64_t j = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= c.extent(0) || j >= c.extent(1)) return;
  double sum = 0;
  for (std::int64_t k = 0; k < a.extent(1); ++k) sum += static_cast<double>(a(i, k)) * static_cast<double>(b(k, j));
  c(i, j) = static_cast<float>(sum);
}

/// Two square matrices, and memory for their product, on the device.
struct operands {
  int side;
  gridfold::device_buffer<float> a, b, c;
  cublasHandle_t cublas{};

  explicit operands(int n) : side(n), a(elements()), b(elements()), c(elements())
  {
    std::mt19937 generator(1);
    std::uniform_int_distribution<int> number(-8, 8);
    std::vector<float> values(elements());
    for (auto* matrix : {&a, &b}) {
      for (float& v : values) v = static_cast<float>(number(generator));
      matrix->copy_from(values.data());
      gridfold::cuda_check(cudaDeviceSynchronize(), "copying a matrix");
    }
    check(cublasCreate(&cublas));
  }
  operands(const operands&) = delete;
  ~operands() { (void)cublasDestroy(cublas); }

  [[nodiscard]] std::size_t elements() const { return static_cast<std::size_t>(side) * static_cast<std::size_t>(side); }
  [[nodiscard]] double operations() const { return 2.0 * side * side * static_cast<double>(side); }
  [[nodiscard]] std::string label() const { return std::to_string(side) + "/"; }

  /// c = a*b by cuBLAS, which is column-major: computes c' = b' a'.
  template <class LayoutA, class LayoutB>
  void sgemm() const
  {
    const auto operation = [](bool by_columns) { return by_columns ? CUBLAS_OP_T : CUBLAS_OP_N; };
    const float one = 1, zero = 0;
    check(cublasSgemm(cublas, operation(std::is_same_v<LayoutB, column_major>),
                      operation(std::is_same_v<LayoutA, column_major>), side, side, side, &one, b.data(), side,
                      a.data(), side, &zero, c.data(), side));
  }

  template <class V, class LayoutA, class LayoutB>
  void multiply() const
  {
    gridfold::multiply<V>(gridfold::device{}, square<LayoutA, const float>(a.data(), side, side),
                          square<LayoutB, const float>(b.data(), side, side),
                          square<row_major, float>(c.data(), side, side));
  }

  /// The product in float64.
  template <class LayoutA, class LayoutB>
  [[nodiscard]] std::vector<float> exact_product() const
  {
    const auto blocks = static_cast<unsigned>((side + 15) / 16);
    multiply_exactly<LayoutA, LayoutB><<<dim3(blocks, blocks), dim3(16, 16)>>>(
        square<LayoutA, const float>(a.data(), side, side), square<LayoutB, const float>(b.data(), side, side),
        square<row_major, float>(c.data(), side, side));
    gridfold::cuda_check(cudaGetLastError(), "multiplying in float64");
    return product();
  }

  [[nodiscard]] std::vector<float> product() const
  {
    std::vector<float> values(elements());
    c.copy_to(values.data());
    gridfold::cuda_check(cudaDeviceSynchronize(), "copying a product");
    return values;
  }
};

using shared_operands = std::shared_ptr<const operands>;

template <class LayoutA, class LayoutB>
std::string name_of_layouts()
{
  const std::string b = std::is_same_v<LayoutB, row_major> ? "B row-major/" : "B column-major/";
  return std::is_same_v<LayoutA, row_major> ? b : "A column-major, " + b;
}

/// Times work after checking its product.
template <class LayoutA, class LayoutB, class Work>
void time_product(const shared_operands& on, const std::vector<float>& expected, const std::string& what, Work work)
{
  const std::string name = on->label() + name_of_layouts<LayoutA, LayoutB>() + what;
  gridfold::cuda_check(cudaMemset(on->c.data(), 0xff, on->c.size() * sizeof(float)), "poisoning a product");
  work();
  if (on->product() != expected) throw gridfold::error(name + " is wrong (it differs from float64's): mend it");
  time_on_device(name, "flop/s", on->operations(), work);
}

template <class Variants, class LayoutA, class LayoutB>
void time_products(const shared_operands& on, const std::vector<float>& expected)
{
  time_product<LayoutA, LayoutB>(on, expected, "cuBLAS sgemm", [on] { on->sgemm<LayoutA, LayoutB>(); });
  gridfold::for_each(Variants{}, [&]<class V>() {
    time_product<LayoutA, LayoutB>(on, expected, V::name(), [on] { on->multiply<V, LayoutA, LayoutB>(); });
  });
}

}  // namespace bench
