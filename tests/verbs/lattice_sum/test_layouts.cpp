// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Outputs in other layouts than contiguous (z, y, x).
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <gridfold/electrostatics/potential_map.hpp>
#include <vector>

#include "../../support/executor_memory.hpp"
#include "../../support/lattice_sum_reference.hpp"

namespace test_lattice_sum_layouts
{

namespace gf = gridfold;
using extents = cuda::std::dextents<std::int64_t, 3>;

namespace
{

constexpr gf::lattice ragged{.origin = {-3.5, 10, 0.75}, .spacing = 0.5, .shape = {31, 13, 5}};
constexpr extents ragged_extents(ragged.shape.z, ragged.shape.y, ragged.shape.x);
constexpr float untouched = -12345;

/// The map of random atoms in memory laid out by `mapping`.
template <class Layout>
std::vector<float> laid_out(const typename Layout::template mapping<extents>& mapping)
{
  const test::memory<gf::atom> atoms(reference::random_sources<float>(100, ragged, 8));
  test::memory<float> values(std::vector<float>(static_cast<std::size_t>(mapping.required_span_size()), untouched));
  gf::potential_map(test::executor{}, atoms, ragged, cuda::std::mdspan<float, extents, Layout>(values.data(), mapping));
  return values.values();
}

/// Whether every point's value is where the layout says, and the memory between is unchanged.
template <class Layout>
bool holds_the_map(const typename Layout::template mapping<extents>& mapping)
{
  std::vector<float> values = laid_out<Layout>(mapping);
  const cuda::std::layout_right::mapping<extents> usual(ragged_extents);
  const std::vector<float> expected = laid_out<cuda::std::layout_right>(usual);
  for (std::int64_t k = 0; k < ragged.shape.z; ++k)
    for (std::int64_t j = 0; j < ragged.shape.y; ++j)
      for (std::int64_t i = 0; i < ragged.shape.x; ++i) {
        float& value = values[static_cast<std::size_t>(mapping(k, j, i))];
        if (value != expected[static_cast<std::size_t>(usual(k, j, i))]) return false;
        value = untouched;
      }
  return values == std::vector<float>(values.size(), untouched);
}

}  // namespace

TEST_CASE("a map may be column-major")
{
  CHECK(holds_the_map<cuda::std::layout_left>(cuda::std::layout_left::mapping<extents>(ragged_extents)));
}

TEST_CASE("a map may have padded rows and planes, and the padding is not written")
{
  CHECK(holds_the_map<cuda::std::layout_stride>(cuda::std::layout_stride::mapping<extents>(
      ragged_extents, cuda::std::array<std::int64_t, 3>{13 * 32 + 7, 32, 1})));
}

TEST_CASE("a map may be strided")
{
  CHECK(holds_the_map<cuda::std::layout_stride>(cuda::std::layout_stride::mapping<extents>(
      ragged_extents, cuda::std::array<std::int64_t, 3>{3 * 13 * 31, 3 * 31, 3})));
}

}  // namespace test_lattice_sum_layouts
