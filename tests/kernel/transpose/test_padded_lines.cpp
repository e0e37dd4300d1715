// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/padded_lines.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace
{

template <class T>
using lines = gridfold::kernel::padded_lines<T>;

/// The most words that 32 lanes load from one bank if lane n loads element of(n).
template <class T, class Of>
std::size_t wavefronts(const lines<T>& tile, const Of& of)
{
  std::set<int> words[32];
  for (int n = 0; n < 32; ++n) {
    const int word = tile.place(of(n)) * static_cast<int>(sizeof(T)) / 4;
    words[word % 32].insert(word);
  }
  std::size_t most = 0;
  for (const auto& bank : words) most = std::max(most, bank.size());
  return most;
}

/// The wavefronts of an instruction, on average over the elements of a vector, in which lanes load vectors of columns
/// of a matrix: of the matrix with the most.
template <class T, int Vector>
double most_wavefronts(int rows)
{
  double most = 0;
  for (int columns = 1; rows * columns <= 8192; ++columns) {
    const auto element = [&](int n) { return n % rows * columns + n / rows; };
    const lines<T> tile(Vector, Vector, [&](int lane) { return element(lane * Vector); });
    double sum = 0;
    for (int e = 0; e < Vector; ++e)
      sum += static_cast<double>(wavefronts(tile, [&](int lane) { return element(lane * Vector + e); }));
    most = std::max(most, sum / Vector);
  }
  return most;
}

}  // namespace

TEST_CASE_TEMPLATE("every element has a place of its own, and words stay together", T, std::uint8_t, std::uint16_t,
                   float, double, double[8], char[3], char[200])
{
  int wrong = 0;
  for (const int distance : {1, 31, 62, 64, 256}) {
    const lines<T> tile(4, 4, [&](int n) { return n * distance; });
    wrong += tile.place(0) != 0;
    for (int n = 1; n < 20000; ++n) {
      const int step = tile.place(n) - tile.place(n - 1);
      wrong += n % lines<T>::line == 0 ? step < 1 : step != 1;
      wrong += tile.place(n) >= lines<T>::room(n + 1);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("a warp loads columns of any matrix in at most a fifth of the wavefronts of one bank")
{
  for (const int rows : {8, 31, 50, 62, 64, 75, 100, 128}) {
    CAPTURE(rows);
    CHECK(most_wavefronts<std::uint16_t, 8>(rows) <= 32 / 5.0);
    CHECK(most_wavefronts<float, 4>(rows) <= 32 / 5.0);
  }
}
