// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/gather_charges.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/trace/executor.hpp>
#include <gridfold/view/triples.hpp>
#include <limits>

#include "../../support/seed.hpp"
#include "mesh_problem.hpp"

namespace gf = gridfold;

namespace
{

template <class T, class Boundary, class Executor>
std::vector<T> gathered(const Executor& on, const test::mesh_problem<T, Boundary>& p, const gf::cell_box<Boundary>& box,
                        std::int64_t planes_each = 1000)
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
  const auto reach = [&](double spacing) { return static_cast<T>(0.5 * p.window.width * spacing + 1e-4); };
  const gf::packed3<T> reaches{reach(p.axes.spacing.x), reach(p.axes.spacing.y), reach(p.axes.spacing.z)};
  const gf::shape3 nodes = p.axes.shape;
  for (std::int64_t first = 0; first < nodes.z; first += planes_each) {
    const std::int64_t planes = std::min(planes_each, nodes.z - first);
    auto to = on.argument(gf::view_of(mesh.data() + first * p.pitch * nodes.y, {p.pitch, nodes.y, planes}), "mesh",
                          gf::role::update);
    using text = gf::kernel::gather_charges<T, Boundary, decltype(sources), decltype(begin), decltype(to)>;
    on.run(text{sources, begin, gf::kernel::cell_axes<T, Boundary>(box), reaches, p.axes, p.window, to, first},
           text::grid({nodes.x, nodes.y, planes}));
  }
  return mesh;
}

}  // namespace

TEST_CASE_TEMPLATE("nodes gather the charges whose windows reach them, whatever the cells", T, float, double)
{
  test::check_by_cells<T>(test::seed(), [](const auto& p, const auto& box) { return gathered(gf::host{}, p, box); });
}

TEST_CASE_TEMPLATE("nodes of a period gather the nearest images of charges, whatever the cells", T, float, double)
{
  test::check_periods_by_cells<T>(test::seed(),
                                  [](const auto& p, const auto& box) { return gathered(gf::host{}, p, box); });
}

TEST_CASE("planes gathered one slab after the other have the bits of the whole mesh")
{
  const unsigned random = test::seed();
  const test::mesh_problem<float> p(6, random);
  const test::mesh_problem<double, gf::boundary::periodic> period(8, random);
  for (const std::int64_t planes : {1, 5, 8, 13}) {
    CHECK(gathered(gf::host{}, p, test::boxes_of_cells[0], planes) == gathered(gf::host{}, p, test::boxes_of_cells[0]));
    CHECK(gathered(gf::host{}, period, test::periods_of_cells[0], planes) ==
          gathered(gf::host{}, period, test::periods_of_cells[0]));
  }
}

TEST_CASE("the traced kernel has no faults and the host's bits")
{
  const test::mesh_problem<float> p(6, 5);
  const test::mesh_problem<float, gf::boundary::periodic> period(6, 5);
  const gf::trace on;
  const auto traced = gathered(on, p, test::boxes_of_cells[0]);
  period.check(gathered(on, period, test::periods_of_cells[0]));
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
  p.check(traced);
  CHECK(gathered(gf::host{1}, p, test::boxes_of_cells[0]) == gathered(gf::host{2}, p, test::boxes_of_cells[0]));
}

TEST_CASE("an atom beyond the mesh makes it NaN, and so does one with a NaN coordinate")
{
  test::mesh_problem<float> p(6, 5);
  const auto has_nan = [](const std::vector<float>& mesh) {
    return std::any_of(mesh.begin(), mesh.end(), [](float x) { return std::isnan(x); });
  };
  p.atoms.push_back({std::numeric_limits<float>::quiet_NaN(), 5, 5, 1});
  CHECK(has_nan(gathered(gf::host{}, p, test::boxes_of_cells[0])));
  p.atoms.back() = {-500, 5, 5, 1};
  CHECK(has_nan(gathered(gf::host{}, p, test::boxes_of_cells[0])));
}
