// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/model/inspect.cuh>

#include <doctest/doctest.h>

#include <gridfold/copy.hpp>
#include <string>
#include <vector>

namespace test_inspect
{

namespace gf = gridfold;

static_assert(gf::executor<gf::inspect>);

TEST_CASE("a verb's kernels are described and not run, without memory")
{
  using view = cuda::std::mdspan<float, cuda::std::dextents<int, 1>>;
  using V = gf::variant<gf::coarsen<4>, gf::block<64>>;
  const gf::inspect on;
  gf::copy<V>(on, view(nullptr, 1000), view(reinterpret_cast<float*>(16), 1000));
  REQUIRE(on.kernels().size() == 1);
  const auto& kernel = on.kernels().front();
  CHECK(kernel.variant == V::name());
  CHECK(kernel.blocks == 4);
  CHECK(kernel.resources.threads == 64);
  CHECK(kernel.resources.registers > 0);
  CHECK(kernel.resident_blocks > 0);
}

}  // namespace test_inspect
