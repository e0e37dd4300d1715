// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/sum_near_points.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <random>
#include <vector>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace
{

template <class T>
using point_list = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;

/// 4 - r2 and its field over r, 2, within 2; 10 on a point.
struct parabola {
  struct terms {
    double potential, field;
  };
  GRIDFOLD_HD terms at(double r2) const { return r2 < 4 ? terms{4 - r2, 2} : terms{0, 0}; }
  [[nodiscard]] GRIDFOLD_HD double on_point() const { return 10; }
};

/// Checks the sums at all sources of a box against a loop over pairs and images.
template <class Boundary>
void check_sums(const gf::cell_box<Boundary>& box, unsigned random)
{
  std::mt19937 generator(random);
  std::uniform_real_distribution<double> share(0, 1);
  const gf::vec3 length{box.edge.x * static_cast<double>(box.shape.x), box.edge.y * static_cast<double>(box.shape.y),
                        box.edge.z * static_cast<double>(box.shape.z)};
  std::vector<gf::source<double>> sources;
  for (int n = 0; n < 150; ++n)
    sources.push_back({box.origin.x + length.x * share(generator), box.origin.y + length.y * share(generator),
                       box.origin.z + length.z * share(generator), share(generator) - 0.5});
  for (int n = 0; n < 3; ++n) sources.push_back(sources[5]);
  const int count = static_cast<int>(sources.size());
  auto cells = gf::make_cells<gf::source<double>>(gf::host{}, box, count);
  gf::sort_into_cells(gf::host{}, sources, cells);
  const auto sorted = cells.cells();
  std::vector<double> potential(sources.size());
  std::vector<gf::packed3<double>> field(sources.size());
  using source_list = point_list<const gf::source<double>>;
  using numbers = point_list<const int>;
  using points = gf::kernel::points_of_sources<double, source_list, numbers>;
  const source_list from(sorted.sorted.data(), count);
  const numbers begin(sorted.begin.data(), static_cast<int>(sorted.begin.size())), index(sorted.index.data(), count);
  using text = gf::kernel::sum_near_points<double, Boundary, source_list, numbers, points, parabola,
                                           gf::singularity::skip, point_list<double>, point_list<gf::packed3<double>>>;
  gf::host{}.run(text{{},
                      from,
                      begin,
                      gf::kernel::cell_axes<double, Boundary>(box),
                      {2, 1e-9},
                      points{from, index},
                      parabola{},
                      {},
                      0,
                      point_list<double>(potential.data(), count),
                      point_list<gf::packed3<double>>(field.data(), count)},
                 text::grid(count));
  const int images = Boundary::is_periodic ? 3 : 0;
  for (std::size_t n = 0; n < sources.size(); ++n) {
    double sum = 0, along_x = 0;
    for (std::size_t s = 0; s < sources.size(); ++s)
      for (int i = -images; i <= images; ++i)
        for (int j = -images; j <= images; ++j)
          for (int k = -images; k <= images; ++k) {
            const double dx = sources[n].x - sources[s].x + i * length.x,
                         dy = sources[n].y - sources[s].y + j * length.y,
                         dz = sources[n].z - sources[s].z + k * length.z, r2 = dx * dx + dy * dy + dz * dz;
            if (r2 == 0) {
              sum += 10 * sources[s].charge;
              continue;
            }
            sum += sources[s].charge * parabola{}.at(r2).potential;
            along_x += sources[s].charge * parabola{}.at(r2).field * dx;
          }
    REQUIRE(std::abs(potential[n] - sum) < 1e-12 * 150);
    REQUIRE(std::abs(field[n].x - along_x) < 1e-12 * 150);
  }
}

}  // namespace

TEST_CASE("each source has the sum over all others within the cutoff, and itself as one on a point")
{
  const unsigned random = test::seed();
  check_sums(gf::cell_box<>{{-1, 2, 0.5}, {1.1, 0.9, 1.3}, {5, 6, 4}}, random);
  check_sums(gf::cell_box<>{{-1, 2, 0.5}, {30, 30, 30}, {1, 1, 1}}, random);
}

TEST_CASE("in a period all images count, also a source's own")
{
  const unsigned random = test::seed();
  check_sums(gf::cell_box<gf::boundary::periodic>{{-1, 2, 0.5}, {1.1, 0.9, 1.3}, {5, 6, 4}}, random);
  check_sums(gf::cell_box<gf::boundary::periodic>{{-1, 2, 0.5}, {1.1, 0.9, 0.7}, {1, 2, 1}}, random);
}
