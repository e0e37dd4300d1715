// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/neighbors/gather_neighbors.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/sum/points_at.hpp>
#include <gridfold/policy/variant.hpp>
#include <random>
#include <vector>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace
{

using variant = gf::variant<gf::coarsen<2>, gf::shared_tile<3>, gf::block<2>>;
using matrix = cuda::std::mdspan<int, cuda::std::dextents<int, 2>>;
using vector = cuda::std::mdspan<int, cuda::std::dextents<int, 1>>;

/// Counts, then indices, of particles on a line: 0, 1, 2, 3 and 10, within 2.5.
template <class Pairs>
std::vector<int> found()
{
  const std::vector<float> x = {0, 1, 2, 3, 10};
  const gf::host on{1};
  const auto points = gf::kernel::points_at<gf::global, int>(on, gf::positions(x));
  std::vector<int> all(15, -1);
  using kernel = gf::kernel::gather_neighbors<variant, Pairs, float, 1, decltype(points), vector, matrix>;
  on.run(kernel{points, 2.5f * 2.5f, vector(all.data(), 5), matrix(all.data() + 5, 5, 2)}, kernel::grid(5));
  return all;
}

}  // namespace

TEST_CASE("each particle's neighbours are counted, and as many listed as there is room for")
{
  CHECK(found<gf::pairs::twice>() == std::vector<int>{2, 3, 3, 2, 0, 1, 2, 0, 2, 0, 1, 1, 2, -1, -1});
}

TEST_CASE("the particle of the smaller index lists a pair that is listed once")
{
  CHECK(found<gf::pairs::once>() == std::vector<int>{2, 2, 1, 0, 0, 1, 2, 2, 3, 3, -1, -1, -1, -1, -1});
}

TEST_CASE("neighbours in space by several blocks: every pair within the reach, in ascending order, and nothing beside")
{
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<double> anywhere(-2, 2);
  for (const int size : {0, 1, 4, 5, 23}) {
    CAPTURE(size);
    std::vector<double> along[3];
    for (auto& axis : along)
      for (int n = 0; n < size; ++n) axis.push_back(anywhere(generator));
    constexpr int capacity = 6, beside = 5;
    const double reach2 = 2.25;
    std::vector<int> counts(static_cast<std::size_t>(size + 2 * beside), -7),
        indices(static_cast<std::size_t>(size * capacity + 2 * beside), -7), of = counts, list = indices;
    for (int n = 0; n < size; ++n) {
      int count = 0;
      for (int other = 0; other < size; ++other) {
        double r2 = 0;
        for (const auto& axis : along) {
          const double d = axis[static_cast<std::size_t>(n)] - axis[static_cast<std::size_t>(other)];
          r2 += d * d;
        }
        if (other == n || r2 >= reach2) continue;
        if (count < capacity) list[static_cast<std::size_t>(beside + n * capacity + count)] = other;
        ++count;
      }
      of[static_cast<std::size_t>(beside + n)] = count;
    }
    const gf::host on{1};
    const auto points = gf::kernel::points_at<gf::global, int>(on, gf::positions(along[0], along[1], along[2]));
    using kernel = gf::kernel::gather_neighbors<variant, gf::pairs::twice, double, 3, decltype(points), vector, matrix>;
    CHECK(kernel::grid(size) == gf::shape3{(size + 3) / 4, 1, 1});
    on.run(
        kernel{points, reach2, vector(counts.data() + beside, size), matrix(indices.data() + beside, size, capacity)},
        kernel::grid(size));
    CHECK(counts == of);
    CHECK(indices == list);
  }
}
