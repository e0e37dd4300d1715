// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/device.cuh>
#include <gridfold/values.hpp>

struct money {
  int cents = 0;
  friend money operator+(money a, money b) { return {a.cents + b.cents}; }
};

// nvcc: calling a __host__ function
money wrong(const gridfold::device_buffer<money>& all) { return gridfold::sum_of(gridfold::device{}, all); }
