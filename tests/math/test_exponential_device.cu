// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cuda/cmath>
#include <cuda/std/bit>
#include <gridfold/exec/device.cuh>
#include <gridfold/math/exponential.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

#include "../support/executor_memory.hpp"
#include "exponential_samples.hpp"

namespace test_exponential_device
{

namespace gf = gridfold;

namespace
{

/// y[i] = 2^x[i], a thread each.
template <class T>
struct exponential_kernel {
  using block_shape = gf::block<256>;
  using shared_storage = gf::nothing_shared;

  const T* x;
  T* y;
  std::int64_t size;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](gf::thread t) {
      const std::int64_t i = block.index().x * block_shape::threads + t.rank;
      if (i < size) y[i] = gf::exponential_base2(x[i]);
    });
  }
};

template <class T>
int wrong_of(const std::vector<T>& exponents)
{
  using kernel = exponential_kernel<T>;
  const auto size = static_cast<std::int64_t>(exponents.size());
  const test::memory<T> inputs(exponents), outputs(exponents);
  gf::device{}.run(kernel{inputs.data(), outputs.data(), size},
                   gf::shape3{cuda::ceil_div(size, kernel::block_shape::threads), 1, 1});
  const std::vector<T> results = outputs.values();
  int wrong = 0;
  for (std::size_t i = 0; i < results.size(); ++i) wrong += !test::is_exponential_base2(results[i], exponents[i]);
  return wrong;
}

/// worst[i] is the largest relative error of 2^x for the floats whose bits begin with i, where 2^x is a normal float.
struct worst_kernel {
  using block_shape = gf::block<256>;
  using shared_storage = gf::nothing_shared;
  static constexpr unsigned parts = 1u << 20, part = 1u << 12;

  double* worst;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](gf::thread t) {
      const auto i = static_cast<unsigned>(block.index().x * block_shape::threads + t.rank);
      double most = 0;
      for (unsigned n = 0; n < part; ++n) {
        const float x = cuda::std::bit_cast<float>(i * part + n);
        if (!(x >= -126 && x < 128)) continue;
        const double exact = ::exp2(static_cast<double>(x));
        const double error = std::fabs(static_cast<double>(gf::exponential_base2(x)) - exact) / exact;
        if (!(error <= most)) most = error;
      }
      worst[i] = most;
    });
  }
};

}  // namespace

TEST_CASE_TEMPLATE("2^x on the device is within its bound at the ends of its range and about every integer", T, float,
                   double)
{
  CHECK(wrong_of(test::exponents_at_boundaries<T>()) == 0);
}

TEST_CASE_TEMPLATE("2^x on the device is within its bound for random numbers", T, float, double)
{
  constexpr unsigned seed = 14;
  CAPTURE(seed);
  CHECK(wrong_of(test::random_exponents<T>(1 << 19, seed)) == 0);
}

TEST_CASE("2^x on the device is within its bound for every float")
{
  const test::memory<double> worst(std::vector<double>(worst_kernel::parts, -1));
  gf::device{}.run(worst_kernel{worst.data()}, gf::shape3{worst_kernel::parts / 256, 1, 1});
  double most = 0, least = 0;
  for (const double error : worst.values()) {
    if (!(error <= most)) most = error;
    least = std::min(least, error);
  }
  CHECK(least == 0);  // Every part was looked at.
  MESSAGE("largest relative error: ", most);
  CHECK(most <= test::exponential_bound<float>);
}

}  // namespace test_exponential_device
