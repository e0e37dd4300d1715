// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/scatter_charges.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/trace/executor.hpp>
#include <limits>

#include "../../support/seed.hpp"
#include "mesh_problem.hpp"

namespace gf = gridfold;

namespace
{

template <class Block, class T, class Boundary, class Executor>
std::vector<T> scattered(const Executor& on, const test::mesh_problem<T, Boundary>& p)
{
  std::vector<T> mesh(p.size());
  using extents = cuda::std::dextents<std::int64_t, 3>;
  auto sources =
      on.argument(cuda::std::mdspan<const gf::source<T>, cuda::std::dextents<int, 1>>(p.atoms.data(), p.atoms.size()),
                  "sources", gf::role::input);
  auto to = on.argument(cuda::std::mdspan<T, extents, cuda::std::layout_right, gf::atomic_accessor<T>>(
                            mesh.data(), p.axes.shape.z, p.axes.shape.y, p.pitch),
                        "mesh", gf::role::update);
  using text = gf::kernel::scatter_charges<gf::variant<Block>, T, Boundary, decltype(sources), decltype(to)>;
  on.run(text{sources, p.axes, p.window, to}, text::grid(static_cast<std::int64_t>(p.atoms.size())));
  return mesh;
}

}  // namespace

TEST_CASE_TEMPLATE("charges are scattered over the nodes that their windows reach", T, float, double)
{
  const unsigned random = test::seed();
  for (const int width : {5, 6, 8, 11}) {
    const test::mesh_problem<T> p(width, random);
    p.check(scattered<gf::block<32, 4>>(gf::host{}, p));
    p.check(scattered<gf::block<7, 3>>(gf::host{}, p));
  }
}

TEST_CASE_TEMPLATE("charges are scattered over the images of nodes in a period", T, float, double)
{
  const unsigned random = test::seed();
  for (const int width : {5, 8, 11, 16}) {
    const test::mesh_problem<T, gf::boundary::periodic> p(width, random);
    p.check(scattered<gf::block<32, 4>>(gf::host{}, p));
  }
}

TEST_CASE("the traced kernel has no faults")
{
  const test::mesh_problem<float> p(6, 5);
  const test::mesh_problem<float, gf::boundary::periodic> period(6, 5);
  const gf::trace on;
  p.check(scattered<gf::block<32, 4>>(on, p));
  period.check(scattered<gf::block<32, 4>>(on, period));
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}

TEST_CASE("an atom beyond the mesh makes it NaN, and so does one with a NaN coordinate")
{
  test::mesh_problem<float> p(6, 5);
  p.atoms.push_back({5, 5, std::numeric_limits<float>::quiet_NaN(), 1});
  CHECK(std::isnan(scattered<gf::block<32, 4>>(gf::host{1}, p)[0]));
  p.atoms.back() = {-2, 5, 5, 1};
  CHECK(std::isnan(scattered<gf::block<32, 4>>(gf::host{1}, p)[0]));
}
