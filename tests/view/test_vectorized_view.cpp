// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/vectorized_view.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/view/repeated.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

alignas(64) int numbers[64];

/// How often each of `size` elements from number `skip` on is in a vector or left over.
template <int Width>
std::vector<int> times_seen(int skip, int size)
{
  for (int n = 0; n < 64; ++n) numbers[n] = n - skip;
  using view = cuda::std::mdspan<const int, cuda::std::dextents<int, 1>>;
  const gf::view::vectorized_view<view, Width> vectors(view(numbers + skip, size));
  std::vector<int> times(static_cast<std::size_t>(size));
  for (std::int64_t i = 0; i < vectors.count(); ++i) {
    const auto vector = vectors(i);
    for (const int element : vector.element) ++times[static_cast<std::size_t>(element)];
  }
  for (std::int64_t i = 0; i < vectors.rest(); ++i) ++times[static_cast<std::size_t>(vectors.rest(i))];
  return times;
}

}  // namespace

TEST_CASE("every element is in one vector or left over, wherever they begin")
{
  for (int skip = 0; skip < 5; ++skip)
    for (int size = 0; size < 40; ++size) {
      CAPTURE(skip);
      CAPTURE(size);
      const std::vector<int> once(static_cast<std::size_t>(size), 1);
      CHECK(times_seen<1>(skip, size) == once);
      CHECK(times_seen<3>(skip, size) == once);
      CHECK(times_seen<4>(skip, size) == once);
    }
}

TEST_CASE("vectors that fill words begin at their alignment")
{
  using view = cuda::std::mdspan<const int, cuda::std::dextents<int, 1>>;
  const gf::view::vectorized_view<view, 4> vectors(view(numbers + 1, 20));
  CHECK(vectors(0).element[0] == numbers[4]);
  CHECK(vectors.count() == 4);
  CHECK(vectors.rest() == 4);
}

TEST_CASE("a view without memory is read element by element")
{
  const gf::view::vectorized_view<gf::repeated<float>, 4> vectors(gf::repeated<float>(0.5f, 10));
  CHECK(vectors.count() == 2);
  CHECK(vectors(1).element[3] == 0.5f);
  CHECK(vectors.rest(1) == 0.5f);
}
