// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/gather_neighbors.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/parts/points_at.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

using variant = gf::variant<gf::coarsen<2>, gf::shared_tile<3>, gf::block<2>>;
using matrix = cuda::std::mdspan<int, cuda::std::dextents<int, 2>>;
using vector = cuda::std::mdspan<int, cuda::std::dextents<int, 1>>;

}  // namespace

TEST_CASE("each particle's neighbours are counted, and as many listed as there is room for")
{
  const std::vector<float> x = {0, 1, 2, 3, 10};
  const gf::host on{1};
  const auto points = gf::kernel::points_at<gf::global, int>(on, gf::positions(x));
  std::vector<int> counts(5, -1), indices(10, -1);
  using kernel = gf::kernel::gather_neighbors<variant, float, 1, decltype(points), vector, matrix>;
  on.run(kernel{points, 2.5f * 2.5f, vector(counts.data(), 5), matrix(indices.data(), 5, 2)}, kernel::grid(5));
  CHECK(counts == std::vector<int>{2, 3, 3, 2, 0});
  CHECK(indices == std::vector<int>{1, 2, 0, 2, 0, 1, 1, 2, -1, -1});
}
