// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Calls that return their result, against plain loops.
#include <gridfold/values.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <gridfold/core/source.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/point_sum.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"
#include "../support/seed.hpp"

#if defined(__CUDACC__) && !defined(TEST_HOST)
#include <thrust/device_vector.h>
#endif

namespace test_values
{

namespace
{

namespace gf = gridfold;
using namespace test;

std::vector<int> some_numbers(std::size_t size)
{
  std::mt19937 generator(seed());
  std::uniform_int_distribution<int> number(-1000, 1000);
  std::vector<int> numbers(size);
  for (int& n : numbers) n = number(generator);
  return numbers;
}

}  // namespace

TEST_CASE("a container has a sum, a minimum and a maximum")
{
  for (const std::size_t size : {1u, 31u, 1009u}) {
    const std::vector<int> numbers = some_numbers(size);
    CHECK(gf::sum_of(numbers) == std::accumulate(numbers.begin(), numbers.end(), 0));
    CHECK(gf::minimum_of(numbers) == *std::min_element(numbers.begin(), numbers.end()));
    CHECK(gf::maximum_of(numbers) == *std::max_element(numbers.begin(), numbers.end()));
  }
  CHECK(gf::sum_of(std::vector<double>{}) == 0);
  CHECK(explains(message_of([] { (void)gf::minimum_of(std::vector<float>{}); }), "no minimum"));
  CHECK(explains(message_of([] { (void)gf::maximum_of(std::vector<float>{}); }), "no maximum"));
}

namespace
{

/// A type of the user's, whose least and largest value the library does not know.
struct money {
  long cents;
  friend GRIDFOLD_HD bool operator<(money a, money b) { return a.cents < b.cents; }
};
enum class level : short { low = -3000, high = 3000 };

}  // namespace

TEST_CASE("there is a least and a largest element of any type that has an order")
{
  for (const std::size_t size : {1u, 31u, 1009u}) {
    const std::vector<int> numbers = some_numbers(size);
    const long least = *std::min_element(numbers.begin(), numbers.end()),
               largest = *std::max_element(numbers.begin(), numbers.end());
    const auto check = [&](auto make, auto back) {
      std::vector<decltype(make(0))> elements;
      for (const int n : numbers) elements.push_back(make(n + 5000));  // zero and T{} are below all of them
      CHECK(back(gf::minimum_of(elements)) - 5000 == least);
      CHECK(back(gf::maximum_of(elements)) - 5000 == largest);
      const memory<decltype(make(0))> there(elements);
      CHECK(back(gf::minimum_of(executor{}, there)) - 5000 == least);
    };
#ifndef __CUDACC__  // the operators of std::chrono are the host's alone
    using milliseconds = std::chrono::milliseconds;
    check([](int n) { return milliseconds(n); }, [](milliseconds t) { return t.count(); });
#endif
    check([](int n) { return money{n}; }, [](money m) { return m.cents; });
    check([](int n) { return static_cast<level>(n); }, [](level l) { return static_cast<long>(l); });
  }
}

TEST_CASE("the elements may lie in an executor's memory")
{
  const std::vector<int> numbers = some_numbers(517);
  const executor on;
  const memory<int> there(numbers);
  CHECK(gf::sum_of(on, there) == std::accumulate(numbers.begin(), numbers.end(), 0));
  CHECK(gf::maximum_of(on, there) == *std::max_element(numbers.begin(), numbers.end()));
}

#if defined(__CUDACC__) && !defined(TEST_HOST)
TEST_CASE("a device vector's elements lie on the device")
{
  const std::vector<int> numbers = some_numbers(517);
  const thrust::device_vector<int> there(numbers.begin(), numbers.end());
  CHECK(gf::sum_of(there) == std::accumulate(numbers.begin(), numbers.end(), 0));
  CHECK(gf::minimum_of(there) == *std::min_element(numbers.begin(), numbers.end()));
  CHECK(gf::transpose(there, 11, 47).values == gf::transpose(numbers, 11, 47).values);

  const gf::device on;
  thrust::device_vector<int> total(1);
  auto scratch = gf::make_reduce_scratch<int>(on);
  gf::reduce(on, there, total, gf::sum{}, scratch);
  CHECK(total[0] == gf::sum_of(numbers));
  const thrust::device_vector<float> axis(40, 1.5F);
  thrust::device_vector<float> at_points(40, 1.0F);
  const thrust::device_vector<gf::source<float>> one(1, {1.5F, 1.5F, 0.5F, 3});
  gf::point_sum(on, one, gf::positions(axis, axis, axis), gf::add_to(at_points), gf::coulomb<gf::rsqrt::ieee>{});
  CHECK(at_points[39] == 4.0F);

  const std::vector<gf::source<float>> two = {{0, 0, 1, 2}, {1, 0, 2, -1}};
  const thrust::device_vector<gf::source<float>> two_there(two.begin(), two.end());
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 1, .shape = {33, 5, 3}};
  const auto map = gf::lattice_sum(two_there, where, gf::coulomb<>{}),
             same = gf::lattice_sum(two, where, gf::coulomb<>{});
  for (std::size_t n = 0; n < map.values.size(); ++n) CHECK(std::abs(map.values[n] - same.values[n]) < 1e-5F);
}
#endif

TEST_CASE("a matrix has a transpose, and sources have a sum")
{
  const std::vector<int> numbers = some_numbers(7 * 13);
  const cuda::std::mdspan<const int, cuda::std::extents<int, 7, 13>> matrix(numbers.data());
  const auto turned = gf::transpose(matrix);
  CHECK(turned.shape == gf::shape3{7, 13, 1});
  for (int r = 0; r < 7; ++r)
    for (int c = 0; c < 13; ++c) CHECK(turned.view()(c, r) == matrix(r, c));
  CHECK(gf::transpose(numbers, 7, 13).values == turned.values);
  CHECK(gf::transpose(std::vector<double>{}, 0, 3).values.empty());
  CHECK(explains(message_of([&] { (void)gf::transpose(numbers, 7, 12); }), "91 elements are no matrix of 7 rows"));

  const std::vector<gf::source<double>> two = {{0, 0, 1, 2}, {1, 0, 2, -1}};
  const auto map = gf::lattice_sum(two, {.origin = {0, 0, 0}, .spacing = 1, .shape = {3, 2, 1}}, gf::coulomb<>{});
  const double at_origin = 2 - 1 / std::sqrt(5.0);
  CHECK(std::abs(map.view()(0, 0, 0) - at_origin) < 8 * 0x1p-53 * 3);
}

TEST_CASE("positions have neighbours")
{
  const std::vector<float> x = {0, 1, 5}, y = {0, 0, 0};
  const auto table = gf::neighbors(gf::positions(x, y), 1.5);
  CHECK(table.of(0).size() == 1);
  CHECK(table.of(1).size() == 1);
  CHECK(table.of(2).size() == 0);
}

}  // namespace test_values
