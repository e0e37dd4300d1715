// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/product/permuted_tile.hpp>

#include <doctest/doctest.h>

#include <set>

namespace gf = gridfold;

namespace
{

template <class T, int Depth, int Lines>
using permuted = gf::kernel::permuted_tile<T, Depth, Lines>;

/// A tile whose element of step k and line l is 1000 * k + l.
template <class T, int Depth, int Lines>
struct filled {
  alignas(16) typename permuted<T, Depth, Lines>::elements elements;
  filled()
  {
    for (int k = 0; k < Depth; ++k)
      for (int l = 0; l < Lines; ++l) *permuted<T, Depth, Lines>::place(elements, k, l) = static_cast<T>(1000 * k + l);
  }
};

/// How many lines of all steps a thread reads wrongly, whose items are lines first, first + apart...
template <int Together, int Items, class T, int Depth, int Lines>
int wrong_items(const filled<T, Depth, Lines>& of, int first, int apart)
{
  int wrong = 0;
  for (int k = 0; k < Depth; ++k) {
    const auto line = [&](int m) { return first + m * apart; };
    const auto read = permuted<T, Depth, Lines>::template read<Together, Items, 1>(of.elements, k, line);
    for (int m = 0; m < Items; ++m) wrong += read.element[0][m] != static_cast<T>(1000 * k + line(m));
  }
  return wrong;
}

/// How many groups of banks, of 16 bytes each, hold a line's vectors in eight steps, `apart` steps from each other.
template <class T, int Depth, int Lines>
std::size_t banks_of(int line, int apart)
{
  alignas(16) typename permuted<T, Depth, Lines>::elements elements;
  std::set<std::ptrdiff_t> groups;
  for (int k = 0; k < 8 * apart; k += apart) {
    const auto* at = reinterpret_cast<const char*>(permuted<T, Depth, Lines>::place(elements, k, line));
    groups.insert((at - reinterpret_cast<const char*>(&elements)) / 16 % 8);
  }
  return groups.size();
}

}  // namespace

TEST_CASE("each line of a step has a place of its own, from which threads read it")
{
  const filled<float, 16, 64> floats;
  CHECK(wrong_items<1, 4>(floats, 5, 16) == 0);  // the permutation stays
  CHECK(wrong_items<1, 4>(floats, 3, 7) == 0);   // it changes from line to line
  CHECK(wrong_items<8, 8>(floats, 24, 1) == 0);  // by vectors
  CHECK(wrong_items<3, 3>(floats, 9, 1) == 0);
  const filled<double, 4, 6> doubles;
  CHECK(wrong_items<2, 2>(doubles, 4, 1) == 0);
  const filled<int, 5, 7> odd;
  CHECK(wrong_items<1, 3>(odd, 0, 3) == 0);
}

TEST_CASE("vectors of the same lines of different steps are in different banks, if steps are a vector apart")
{
  for (const int line : {0, 4, 60}) {
    CHECK(banks_of<float, 32, 64>(line, 4) == 8);
    CHECK(banks_of<double, 16, 64>(line, 2) == 8);
  }
}
