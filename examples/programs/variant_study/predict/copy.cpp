// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <gridfold/copy.hpp>

#include "predict/predictions.hpp"

namespace study
{

void part(const request& what, results& of)
{
  constexpr int size = 1 << 15;
  const gf::aligned_vector<float> from(size, 1);
  gf::aligned_vector<float> to(size);
  trace_all<copy_variants>(what, of, [&]<class V>(const gf::trace& on) {
    gf::copy<V>(on, cuda::std::mdspan(from.data(), size), cuda::std::mdspan(to.data(), size));
  });
}

}  // namespace study
