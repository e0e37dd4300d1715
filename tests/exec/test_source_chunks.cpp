// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/source_chunks.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <gridfold/policy/input.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

using sources = std::vector<gf::source<float>>;

sources numbered(std::size_t size)
{
  sources all(size);
  for (std::size_t s = 0; s < size; ++s) all[s].charge = static_cast<float>(s);
  return all;
}

/// The sizes of chunks of at most `most`; checks that they are the sources in order, and which launches they follow and
/// precede.
std::vector<std::size_t> chunks_of(std::size_t size, std::size_t most)
{
  const sources all = numbered(size);
  std::vector<std::size_t> sizes;
  std::size_t next = 0;
  bool precedes = true;
  gf::exec::for_each_chunk<float>({all.data(), size}, most, [&](const auto& chunk, gf::launch_order order) {
    for (const auto& from : chunk) CHECK(from.charge == static_cast<float>(next++));
    CHECK(order.follows == !sizes.empty());
    CHECK(precedes);
    precedes = order.precedes;
    sizes.push_back(chunk.size());
  });
  CHECK(next == size);
  CHECK(!precedes);
  return sizes;
}

}  // namespace

TEST_CASE("chunks have nearly equal sizes, and none is larger than it may be")
{
  CHECK(chunks_of(5, 5) == std::vector<std::size_t>{5});
  CHECK(chunks_of(6, 5) == std::vector<std::size_t>{3, 3});
  CHECK(chunks_of(17, 5) == std::vector<std::size_t>{4, 4, 4, 5});
  CHECK(chunks_of(0, 5) == std::vector<std::size_t>{0});
}

TEST_CASE_TEMPLATE("a kernel reads the sources by every input", Input, gf::constant_chunk<9>, gf::global, gf::read_only,
                   gf::shared)
{
  const sources all = numbered(7);
  const auto seen = Input::parameter_of(gf::exec::view_of<float>({all.data(), all.size()}));
  REQUIRE(seen.extent(0) == 7);
  for (int s = 0; s < 7; ++s) CHECK(gf::source<float>(seen(s)).charge == static_cast<float>(s));
}
