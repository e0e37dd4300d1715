// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/buffer.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "../support/executor_memory.hpp"

namespace test_buffer
{

namespace gf = gridfold;

TEST_CASE("a buffer is zero, a copy, or bytes")
{
  const test::executor on{};
  CHECK(gf::buffer<int, test::executor>(on, 3).values() == std::vector<int>{0, 0, 0});
  const std::vector<double> numbers = {1, -2, 3.5};
  CHECK(gf::buffer(on, numbers).values() == numbers);
  const gf::buffer<float, test::executor> bytes(on, 2);
  bytes.fill_bytes(0xff);
  for (const float x : bytes.values()) CHECK(std::isnan(x));
}

TEST_CASE("a moved buffer keeps its memory, and one without elements is none")
{
  const test::executor on{};
  gf::buffer first(on, std::vector<int>{4, 5});
  const int* data = first.data();
  const gf::buffer second = std::move(first);
  CHECK(second.data() == data);
  CHECK(second.span().size() == 2);
  CHECK(second.values() == std::vector<int>{4, 5});
  CHECK(gf::buffer(on, std::vector<int>{}).values().empty());
  gf::buffer third(on, std::vector<int>{1, 2, 3});
  third = gf::buffer(on, std::vector<int>{6});
  CHECK(third.values() == std::vector<int>{6});
  CHECK(third.size() == 1);
}

}  // namespace test_buffer
