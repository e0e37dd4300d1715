// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/multiply.hpp>

#include "predict/predictions.hpp"

namespace study
{

void part(const request& what, results& of)
{
  constexpr int side = 128, depth = 64;
  const gf::aligned_vector<float> a(side * depth, 1), b(depth * side, 1);
  gf::aligned_vector<float> c(side * side);
  trace_all<multiply_variants>(what, of, [&]<class V>(const gf::trace& on) {
    gf::multiply<V>(on, cuda::std::mdspan(a.data(), side, depth), cuda::std::mdspan(b.data(), depth, side),
                    cuda::std::mdspan(c.data(), side, side));
  });
}

}  // namespace study
