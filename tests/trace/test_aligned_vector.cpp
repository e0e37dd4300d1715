// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/aligned_vector.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace gf = gridfold;

TEST_CASE_TEMPLATE("a vector begins where device memory would, whatever its size", T, char, float, double)
{
  gf::aligned_vector<T> grows;
  for (int n = 0; n < 100; ++n) {
    grows.push_back(static_cast<T>(n));
    CHECK(reinterpret_cast<std::uintptr_t>(grows.data()) % 256 == 0);
  }
  const gf::aligned_vector<T> copy = grows;
  CHECK(copy == grows);
}
