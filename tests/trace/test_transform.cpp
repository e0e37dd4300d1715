// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The degree of coalescing of additions by five access patterns (Fan, CUDA Programming, ch. 7), and of vectors.
#include <doctest/doctest.h>

#include <gridfold/math/operation.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/transform.hpp>

#include "../../examples/support/figures.hpp"
#include "../support/traces.hpp"

namespace gf = gridfold;

namespace
{

/// x + y, of which y begins `past` elements into its memory.
template <class V, class Pattern = gf::sequential>
gf::trace_report added(int size, int past = 0)
{
  test::pair<float> x(size), y(size + past);
  const gf::trace on;
  const test::view<const float, 1> in_y(y.from.data() + past, size);
  gf::transform<V, Pattern>(on, cuda::std::tuple(x.in(), in_y), x.out(), gf::sum{});
  int wrong = 0;
  for (int n = 0; n < size; ++n) wrong += x.to[n] != x.from[std::is_same_v<Pattern, gf::broadcast> ? 0 : n] + in_y(n);
  CHECK(wrong == 0);
  CHECK(on.report().faults().empty());
  return on.report();
}

}  // namespace

TEST_CASE("five access patterns have the published degrees of coalescing on both inputs")
{
  const auto degrees = []<class Pattern>(Pattern, double x, double y, double z) {
    const gf::trace_report seen = added<figures::add_blocks, Pattern>(128 * 32);
    CHECK(seen.site("in 0").degree() == x);
    CHECK(seen.site("in 1").degree() == y);
    CHECK(seen.site("out").degree() == z);
    CHECK(seen.site("in 0").requests == 128);
    CHECK(seen.site("in 1").requests == 128);
    CHECK(seen.site("out").accesses == 128 * 32);
  };
  degrees(figures::add{}, 1, 1, 1);
  degrees(figures::add_permuted{}, 1, 1, 1);
  degrees(figures::add_offset{}, 0.8, 0.8, 0.8);
  degrees(figures::add_stride{}, 0.125, 0.125, 0.125);
  degrees(figures::add_broadcast{}, 0.125, 1, 1);
}

TEST_CASE("vectors are loaded and stored if all arrays are aligned, else elements")
{
  using quads = gf::variant<gf::vectors<4>, gf::coarsen<4>, gf::block<64>>;
  const auto aligned = added<quads>(1 << 10), shifted = added<quads>(1 << 10, 1);
  for (const char* site : {"in 0", "in 1", "out"}) {
    CHECK(aligned.site(site).bytes == 16);
    CHECK(aligned.site(site).requests == (1 << 10) / 4 / 32);
    CHECK(aligned.site(site).degree() == 1);
    CHECK(shifted.site(site).bytes == 4);
    CHECK(shifted.site(site).requests == (1 << 10) / 32);
  }
}

TEST_CASE("all loads of a thread precede its first store: a vector may be replaced by its sum with another")
{
  test::pair<float> x(1000);
  const test::view<float, 1> y(x.to.data(), 1000);
  for (int n = 0; n < 1000; ++n) y(n) = static_cast<float>(7 * n);
  const gf::trace on;
  gf::transform<gf::variant<gf::coarsen<4>, gf::block<64>>>(on, cuda::std::tuple(x.in(), y), y, gf::sum{});
  int wrong = 0;
  for (int n = 0; n < 1000; ++n) wrong += y(n) != x.from[n] + static_cast<float>(7 * n);
  CHECK(wrong == 0);
  CHECK(on.report().faults().empty());
}
