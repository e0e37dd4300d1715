// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <gridfold/copy.hpp>

#include "predictions.hpp"

namespace study
{

std::vector<prediction> predict_copy(const request& what, bool more)
{
  constexpr int size = 1 << 15;
  const gf::aligned_vector<float> from(size, 1);
  gf::aligned_vector<float> to(size);
  return trace_all<copy_variants>(what, more, [&]<class V>(const gf::trace& on) {
    gf::copy<V>(on, cuda::std::mdspan(from.data(), size), cuda::std::mdspan(to.data(), size));
  });
}

}  // namespace study
