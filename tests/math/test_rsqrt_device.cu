// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cmath>
#include <cuda/cmath>
#include <gridfold/exec/device.cuh>
#include <gridfold/math/rsqrt.hpp>
#include <gridfold/policy/variant.hpp>
#include <limits>
#include <vector>

#include "../support/executor_memory.hpp"
#include "rsqrt_samples.hpp"

namespace test_rsqrt_device
{

namespace gf = gridfold;

namespace
{

/// y[i] = charge / sqrt(x[i]), a thread each, as its item of that number.
template <class Rsqrt, class T, int Item>
struct over_sqrt_kernel {
  using variant = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<256>>;
  using block_shape = variant::block;
  using shared_storage = gf::nothing_shared;

  T charge;
  const T* x;
  T* y;
  std::int64_t size;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](gf::thread t) {
      const std::int64_t i = block.index().x * block_shape::threads + t.rank;
      if (i < size) y[i] = Rsqrt::over_sqrt(charge, x[i], Item);
    });
  }
};

template <class Rsqrt, class T, int Item = 0>
std::vector<T> over_sqrt(T charge, const std::vector<T>& x)
{
  using kernel = over_sqrt_kernel<Rsqrt, T, Item>;
  const auto size = static_cast<std::int64_t>(x.size());
  const test::memory<T> inputs(x), outputs(x);
  gf::device{}.run(kernel{charge, inputs.data(), outputs.data(), size},
                   gf::shape3{cuda::ceil_div(size, kernel::block_shape::threads), 1, 1});
  return outputs.values();
}

}  // namespace

TEST_CASE_TEMPLATE("rsqrt::ieee on the device is the IEEE quotient, bit for bit", T, float, double)
{
  const T third = T(-1) / 3;
  const std::vector<T> x = test::every_magnitude<T>();
  const std::vector<T> quotients = over_sqrt<gf::rsqrt::ieee>(third, x);
  int different = 0;
  for (std::size_t i = 0; i < x.size(); ++i) different += quotients[i] != third / std::sqrt(x[i]);
  CHECK(different == 0);
}

TEST_CASE_TEMPLATE("rsqrt::approx on the device is within its bound for floats of two octaves, and as many doubles", T,
                   float, double)
{
  const std::vector<T> x = test::two_octaves<T>();
  // PTX states 2^-22.9 for float; the correction of double leaves less than a unit in the last place.
  const double bound = sizeof(T) == 4 ? std::exp2(-22.9) : 0x1p-52;
  CHECK(test::relative_error(over_sqrt<gf::rsqrt::approx>(T(1), x), x, T(1)) <= bound);
}

TEST_CASE("rsqrt::mixed on the device is within its bound for every float of two octaves, in hardware and in software")
{
  const std::vector<float> x = test::two_octaves<float>();
  static_assert(gf::rsqrt::mixed<1, 4>::in_software(0) && !gf::rsqrt::mixed<1, 4>::in_software(1));
  CHECK(test::relative_error(over_sqrt<gf::rsqrt::mixed<1, 4>, float, 1>(1, x), x, 1.0f) <= std::exp2(-22.9));
  const double error = test::relative_error(over_sqrt<gf::rsqrt::mixed<1, 4>, float, 0>(1, x), x, 1.0f);
  MESSAGE("largest relative error of a software root: ", error);
  CHECK(error <= test::software_bound);
  CHECK(error > 4e-7);  // It is not the hardware's result.
}

TEST_CASE("rsqrt::mixed on the device is within its bound at every magnitude from 2^-124 on, and not finite below")
{
  std::vector<float> x = test::every_magnitude<float>();
  std::erase_if(x, [](float v) { return v < 0x1p-124f; });
  CHECK(test::relative_error(over_sqrt<gf::rsqrt::mixed<1, 1>, float, 0>(1, x), x, 1.0f) <= test::software_bound);
  constexpr float least = std::numeric_limits<float>::min();
  const std::vector<float> not_for_it = {0, std::numeric_limits<float>::denorm_min(), least / 2, least,
                                         std::numeric_limits<float>::infinity()};
  for (const float root : over_sqrt<gf::rsqrt::mixed<1, 1>, float, 0>(1, not_for_it)) CHECK_FALSE(std::isfinite(root));
}

TEST_CASE("rsqrt::approx on the device is not finite for zero and for denormal floats")
{
  constexpr float least = std::numeric_limits<float>::min();
  const std::vector<float> x = {0, std::numeric_limits<float>::denorm_min(), least / 2};
  for (const float root : over_sqrt<gf::rsqrt::approx>(1.0f, x)) CHECK_FALSE(std::isfinite(root));
}

TEST_CASE("rsqrt::approx on the device is within its bound for doubles of every magnitude")
{
  const std::vector<double> x = test::every_magnitude<double>();
  CHECK(test::relative_error(over_sqrt<gf::rsqrt::approx>(1.0, x), x, 1.0) <= 0x1p-52);
  CHECK_FALSE(std::isfinite(over_sqrt<gf::rsqrt::approx>(1.0, std::vector<double>{0})[0]));
}

TEST_CASE("on the device the rsqrt of infinity is zero, and by rsqrt::approx in double NaN")
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(over_sqrt<gf::rsqrt::approx>(1.0f, std::vector<float>{float(infinity)})[0] == 0);
  CHECK(over_sqrt<gf::rsqrt::ieee>(1.0f, std::vector<float>{float(infinity)})[0] == 0);
  CHECK(over_sqrt<gf::rsqrt::ieee>(1.0, std::vector<double>{infinity})[0] == 0);
  CHECK_FALSE(std::isfinite(over_sqrt<gf::rsqrt::approx>(1.0, std::vector<double>{infinity})[0]));
}

}  // namespace test_rsqrt_device
