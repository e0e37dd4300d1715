// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/move_rows.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/lattice.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/trace/executor.hpp>
#include <numeric>
#include <vector>

namespace gf = gridfold;

namespace
{

template <bool ToBlocks, class Executor>
void move(const Executor& on, std::vector<int>& planes, gf::shape3 shape,
          const std::vector<gf::kernel::row_place>& places, std::vector<int>& blocks)
{
  using places_view = cuda::std::mdspan<const gf::kernel::row_place, cuda::std::dextents<int, 1>>;
  using blocks_view = cuda::std::mdspan<int, cuda::std::dextents<std::int64_t, 1>>;
  auto at = on.argument(gf::view_of(planes.data(), shape), "planes", ToBlocks ? gf::role::input : gf::role::output);
  auto by = on.argument(places_view(places.data(), static_cast<int>(places.size())), "places", gf::role::input);
  auto there = on.argument(blocks_view(blocks.data(), static_cast<std::int64_t>(blocks.size())), "blocks",
                           ToBlocks ? gf::role::output : gf::role::input);
  using kernel = gf::kernel::move_rows<gf::variant<gf::block<32, 2>, gf::coarsen<1, 3>>, ToBlocks, decltype(at),
                                       decltype(by), decltype(there)>;
  on.run(kernel{at, by, there}, kernel::grid(shape));
}

/// Three planes of 7 rows, of which one block has 3, one none and one 4.
template <class Executor>
void check_moves(const Executor& on)
{
  constexpr gf::shape3 shape{37, 7, 3};
  const std::int64_t heights[] = {3, 0, 4};
  std::vector<gf::kernel::row_place> places;
  std::vector<int> expected, planes(static_cast<std::size_t>(shape.count()));
  std::iota(planes.begin(), planes.end(), 0);
  std::int64_t begin = 0;
  for (const std::int64_t height : heights) {
    const auto first = static_cast<std::int64_t>(expected.size());
    for (std::int64_t j = 0; j < height; ++j) places.push_back({first + j * shape.x, height * shape.x});
    for (std::int64_t k = 0; k < shape.z; ++k)
      for (std::int64_t n = 0; n < height * shape.x; ++n)
        expected.push_back(static_cast<int>((k * shape.y + begin) * shape.x + n));
    begin += height;
  }
  std::vector<int> blocks(planes.size(), -1), back(planes.size(), -1);
  move<true>(on, planes, shape, places, blocks);
  CHECK(blocks == expected);
  move<false>(on, back, shape, places, blocks);
  CHECK(back == planes);
}

}  // namespace

TEST_CASE("rows of all planes go to their blocks and back") { check_moves(gf::host{}); }

TEST_CASE("the traced kernel has no faults")
{
  const gf::trace on;
  check_moves(on);
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}
