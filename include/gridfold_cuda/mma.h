// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tensor cores, which are not traced: including this header is no error, using a fragment is.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/cuda_bf16.h>
#include <gridfold_cuda/cuda_fp16.h>

namespace nvcuda::wmma
{

template <class... Parameters>
inline constexpr bool are_traced = false;
template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
  static_assert(are_traced<Use, T, Layout>,
                "gridfold: tensor cores are not traced (a CPU runs the kernel): trace the kernel's loads and stores "
                "without them");
};
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;

}  // namespace nvcuda::wmma
