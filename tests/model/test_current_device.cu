// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/model/current_device.cuh>

#include <doctest/doctest.h>

namespace test_current_device
{

namespace gf = gridfold;

TEST_CASE("the current device's rates and limits are those of a GPU")
{
  const gf::compute_capability capability = gf::capability_of_current_device();
  CHECK(capability.major >= 7);
  const gf::multiprocessor_limits limits = gf::limits_of_current_device();
  CHECK(limits.threads >= 1024);
  CHECK(limits.registers == 65536);
  CHECK(limits.shared >= 48 * 1024);
  const gf::device_rates rates = gf::rates_of_current_device();
  CHECK(rates.per_clock.fma == gf::rates_of(capability).fma);
  CHECK(rates.multiprocessors > 0);
  CHECK(rates.clock > 5e8);
  CHECK(rates.bandwidth > 1e11);
}

}  // namespace test_current_device
