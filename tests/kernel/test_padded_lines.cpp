// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/parts/padded_lines.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <set>

namespace
{

template <class T>
using lines = gridfold::kernel::padded_lines<T>;

/// How many banks of shared memory so many elements are in that are so far apart.
template <class T>
int banks(int elements, int distance)
{
  std::set<std::size_t> found;
  for (int n = 0; n < elements; ++n)
    found.insert(static_cast<std::size_t>(lines<T>::place(n * distance)) * sizeof(T) / 4 % 32);
  return static_cast<int>(found.size());
}

}  // namespace

TEST_CASE_TEMPLATE("every element has a place of its own, and vectors of a line stay together", T, std::uint8_t,
                   std::uint16_t, float, double, double[8], char[3])
{
  int wrong = 0;
  for (int n = 1; n < 20000; ++n) {
    const int step = lines<T>::place(n) - lines<T>::place(n - 1);
    wrong += n % lines<T>::line == 0 ? step <= 1 : step != 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("elements at a distance of a power of two are in at least half of the banks")
{
  for (int distance = 32; distance <= 1024; distance *= 2) CHECK(banks<float>(32, distance) >= 16);
  for (int distance = 64; distance <= 2048; distance *= 2) CHECK(banks<std::uint16_t>(32, distance) >= 16);
}
