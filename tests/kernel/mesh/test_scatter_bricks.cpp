// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/scatter_bricks.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/trace/executor.hpp>
#include <limits>

#include "../../support/seed.hpp"
#include "mesh_problem.hpp"

namespace gf = gridfold;

namespace
{

template <class T, class Boundary, class Executor>
std::vector<T> scattered(const Executor& on, const test::mesh_problem<T, Boundary>& p,
                         const gf::cell_box<Boundary>& box)
{
  auto list = gf::make_cells<gf::source<T>>(gf::host{}, box, static_cast<std::int64_t>(p.atoms.size()));
  gf::sort_into_cells(gf::host{}, p.atoms, list);
  const auto from = list.cells();
  std::vector<T> mesh(p.size());
  const auto list_of = [](auto all) {
    return cuda::std::mdspan<typename decltype(all)::element_type, cuda::std::dextents<int, 1>>(all.data(), all.size());
  };
  auto sources = on.argument(list_of(from.sorted), "sources", gf::role::input);
  auto begin = on.argument(list_of(from.begin), "begins", gf::role::input);
  using extents = cuda::std::dextents<std::int64_t, 3>;
  auto to = on.argument(cuda::std::mdspan<T, extents, cuda::std::layout_right, gf::atomic_accessor<T>>(
                            mesh.data(), p.axes.shape.z, p.axes.shape.y, p.pitch),
                        "mesh", gf::role::update);
  using text = gf::kernel::scatter_bricks<T, Boundary, decltype(sources), decltype(begin), decltype(to)>;
  on.run(
      text{sources, begin, gf::kernel::cell_axes<T, Boundary>(box), {T(1e-4), T(1e-4), T(1e-4)}, p.axes, p.window, to},
      text::grid(p.axes.shape, p.window));
  return mesh;
}

}  // namespace

TEST_CASE_TEMPLATE("charges are added to the nodes that their windows reach, whatever the cells", T, float, double)
{
  test::check_by_cells<T>(test::seed(), [](const auto& p, const auto& box) { return scattered(gf::host{}, p, box); });
}

TEST_CASE_TEMPLATE("charges are added to the images of nodes in a period, whatever the cells", T, float, double)
{
  test::check_periods_by_cells<T>(test::seed(),
                                  [](const auto& p, const auto& box) { return scattered(gf::host{}, p, box); });
}

TEST_CASE("the traced kernel has no faults")
{
  const test::mesh_problem<float> p(6, 5);
  const test::mesh_problem<float, gf::boundary::periodic> period(6, 5);
  const gf::trace on;
  p.check(scattered(on, p, test::boxes_of_cells[0]));
  period.check(scattered(on, period, test::periods_of_cells[0]));
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}

TEST_CASE("an atom beyond the mesh makes it NaN, and so does one with a NaN coordinate")
{
  test::mesh_problem<float> p(6, 5);
  p.atoms.push_back({5, std::numeric_limits<float>::quiet_NaN(), 5, 1});
  CHECK(std::isnan(scattered(gf::host{1}, p, test::boxes_of_cells[0])[0]));
  p.atoms.back() = {-500, 5, 5, 1};
  CHECK(std::isnan(scattered(gf::host{1}, p, test::boxes_of_cells[0])[0]));
}
