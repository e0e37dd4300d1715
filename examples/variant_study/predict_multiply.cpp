// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/multiply.hpp>

#include "predictions.hpp"

namespace study
{

std::vector<prediction> predict_multiply(const request& what, bool more)
{
  constexpr int side = 128, depth = 64;
  const gf::aligned_vector<float> a(side * depth, 1), b(depth * side, 1);
  gf::aligned_vector<float> c(side * side);
  return trace_all<multiply_variants>(what, more, [&]<class V>(const gf::trace& on) {
    gf::multiply<V>(on, cuda::std::mdspan(a.data(), side, depth), cuda::std::mdspan(b.data(), depth, side),
                    cuda::std::mdspan(c.data(), side, side));
  });
}

}  // namespace study
