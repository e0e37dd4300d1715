// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/transpose.hpp>

#include "predict/predictions.hpp"

namespace study
{

void part(const request& what, results& of)
{
  constexpr int side = 256;
  const gf::aligned_vector<float> from(side * side, 1);
  gf::aligned_vector<float> to(from.size());
  trace_all<transpose_variants>(what, of, [&]<class V>(const gf::trace& on) {
    gf::transpose<V>(on, cuda::std::mdspan(from.data(), side, side), cuda::std::mdspan(to.data(), side, side));
  });
}

}  // namespace study
