// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/device_buffer.cuh>

#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace test_device_buffer
{

namespace gf = gridfold;

TEST_CASE("elements come back as they were copied, all or some")
{
  std::vector<double> numbers(1000), back(1000), some(10);
  std::iota(numbers.begin(), numbers.end(), 0.5);
  gf::device_buffer<double> buffer(numbers.size());
  buffer.copy_from(numbers.data());
  buffer.copy_to(back.data());
  buffer.copy_to(some.data(), some.size());
  gf::cuda_check(cudaDeviceSynchronize(), "copying");
  CHECK(back == numbers);
  CHECK(some == std::vector<double>(numbers.begin(), numbers.begin() + 10));
}

TEST_CASE("a moved buffer keeps its memory, and one without elements has none")
{
  gf::device_buffer<int> first(3);
  int* data = first.data();
  const gf::device_buffer<int> second = std::move(first);
  CHECK(second.data() == data);
  CHECK(second.size() == 3);
  CHECK(gf::device_buffer<int>(0).data() == nullptr);
  gf::device_buffer<int> third(5), other(2);
  int* const of_other = other.data();
  third = std::move(other);
  CHECK(third.data() == of_other);
  CHECK(third.size() == 2);
  CHECK(other.data() == nullptr);
  gf::device_buffer<int>& itself = third;
  third = std::move(itself);
  CHECK(third.data() == of_other);
}

TEST_CASE("more elements than memory are refused")
{
  CHECK_THROWS_AS(gf::device_buffer<double>(std::numeric_limits<std::size_t>::max() / 4), gf::error);
  CHECK_THROWS_AS(gf::device_buffer<double>(std::size_t{1} << 44), gf::error);
  CHECK(cudaGetLastError() == cudaSuccess);
}

}  // namespace test_device_buffer
