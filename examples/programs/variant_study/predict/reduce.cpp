// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/reduce.hpp>

#include "predict/predictions.hpp"

namespace study
{

void part(const request& what, results& of)
{
  constexpr int blocks = 4;
  const gf::aligned_vector<float> from(1 << 17, 1);
  gf::aligned_vector<float> sum(1);
  trace_all<reduce_variants>(what, of, [&]<class V>(const gf::trace& on) {
    auto scratch = gf::make_reduce_scratch<V, float>(on, blocks);
    gf::reduce<V>(on, from, sum, gf::sum{}, scratch);
  });
}

}  // namespace study
