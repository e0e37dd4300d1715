// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/copy.hpp>
#include <gridfold/exec/device.cuh>

#include "counting_runtime.hpp"

#ifndef NDEBUG
#error "this file is to be compiled with NDEBUG"
#endif

test::runtime_calls test::calls_in_release()
{
  float numbers[2] = {};
  const cuda::std::mdspan<float, cuda::std::dextents<int, 1>> in(numbers, 1), out(numbers + 1, 1);
  return calls_of([&] { gridfold::copy(gridfold::device{}, in, out); });
}
