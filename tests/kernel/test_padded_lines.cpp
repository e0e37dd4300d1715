// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/parts/padded_lines.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace
{

template <class T>
using lines = gridfold::kernel::padded_lines<T>;

/// The most words that 32 lanes read from one bank if lane n reads element lane(n).
template <class T, class Lane>
std::size_t wavefronts(const lines<T>& of, const Lane& lane)
{
  std::set<int> words[32];
  for (int n = 0; n < 32; ++n) {
    const int word = of.place(lane(n)) * static_cast<int>(sizeof(T)) / 4;
    words[word % 32].insert(word);
  }
  std::size_t most = 0;
  for (const auto& bank : words) most = std::max(most, bank.size());
  return most;
}

/// The most wavefronts in which lanes read down the columns of matrices of so many rows, Vector rows each.
template <class T, int Vector>
std::size_t most_wavefronts(int rows)
{
  std::size_t most = 0;
  for (int columns = 1; rows * columns <= 8192; ++columns) {
    const auto lane = [&](int n) {
      const int b = n * Vector / (rows * columns), k = n * Vector % (rows * columns);
      return (b * rows + k % rows) * columns + k / rows;
    };
    most = std::max(most, wavefronts(lines<T>(lane), lane));
  }
  return most;
}

}  // namespace

TEST_CASE_TEMPLATE("every element has a place of its own, and vectors of a line stay together", T, std::uint8_t,
                   std::uint16_t, float, double, double[8], char[3])
{
  int wrong = 0;
  for (const int distance : {1, 31, 64}) {
    const lines<T> tile([&](int n) { return n * distance; });
    for (int n = 1; n < 20000; ++n) {
      const int step = tile.place(n) - tile.place(n - 1);
      wrong += n % lines<T>::line == 0 ? step < 1 : step != 1;
      wrong += tile.place(n) >= lines<T>::room(n + 1);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("a warp reads columns of any matrix in at most a third of the wavefronts of one bank")
{
  for (const int rows : {8, 31, 50, 62, 64, 75, 100, 128}) {
    CAPTURE(rows);
    CHECK(most_wavefronts<std::uint16_t, 8>(rows) <= 32 / 3);
    CHECK(most_wavefronts<float, 4>(rows) <= 32 / 3);
  }
}
