// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sums by a particle mesh, on any executor.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/positions.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/particle_mesh.hpp>
#include <gridfold/electrostatics/particle_mesh_at_points.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/view/triples.hpp>
#include <vector>

#include "engine/any_singularity.hpp"
#include "engine/atom_box.hpp"
#include "engine/parts.hpp"
#include "engine/split_degrees.hpp"
#include "engine/stopwatch.hpp"

namespace potential_map
{

/// The singularity policy of a job.
/// \param left_out, infinities counters in memory that kernels write; the first may be null
inline left_out_or_infinite policy_of(const job& what, double radius, unsigned long long* left_out,
                                      unsigned long long* infinities)
{
  return {{left_out, radius}, what.at_atoms == singularity::infinite, infinities};
}

/// Calls f with the interaction of a job that a plan supports.
template <class F>
gridfold::mesh_parameters with_split_interaction(const job& what, const F& f)
{
  return what.pair == interaction::yukawa ? f(gridfold::yukawa<>{what.kappa}) : f(gridfold::coulomb<>{});
}

/// Computes the planes of a slab and waits for them. Every rank spreads all atoms over its own mesh.
/// \param atoms of `from`, in memory that the executor reads
/// \param to the slab, with values and field in memory that the executor writes
/// \param infinities a counter in memory that kernels write \param seconds that the plan's steps take
template <class T, class Executor>
gridfold::mesh_parameters sum_by_mesh(const Executor& on, const job& what, const prepared<T>& from,
                                      cuda::std::span<const gridfold::source<T>> atoms, const slab<T>& to,
                                      unsigned long long* infinities, double& seconds)
{
  return with_split_interaction(what, [&](const auto& pair) {
    const gridfold::mesh_request asked{.accuracy = what.accuracy, .with_fields = to.field != nullptr};
    const auto run = [&](auto plan) {
      const auto out = gridfold::view_of(to.values, to.planes.shape);
      const auto at_atoms = policy_of(what, from.radius, nullptr, infinities);
      on.wait();
      const stopwatch time;
      if (to.field != nullptr)
        plan(atoms, out, gridfold::view_of(to.field, to.planes.shape), at_atoms);
      else
        plan(atoms, out, at_atoms);
      on.wait();
      seconds = time.seconds();
      return plan.parameters();
    };
    using namespace gridfold;
    if (what.period)
      return run(make_particle_mesh<T, gather, boundary::triclinic>(
          on, to.planes, box_of(*what.period, from.atoms.size()), asked, pair));
    return run(make_particle_mesh<T>(on, to.planes, from.box, asked, pair));
  });
}

/// The box around points, with room for all of them.
template <class T>
gridfold::point_box box_of(const prepared_points<T>& points)
{
  gridfold::point_box box{{0, 0, 0}, {0, 0, 0}, static_cast<std::int64_t>(points.x.size())};
  const auto span = [](const std::vector<T>& along, double& low, double& high) {
    const auto [least, most] = std::minmax_element(along.begin(), along.end());
    low = static_cast<double>(*least);
    high = static_cast<double>(*most);
  };
  span(points.x, box.low.x, box.high.x);
  span(points.y, box.low.y, box.high.y);
  span(points.z, box.low.z, box.high.z);
  return box;
}

/// Computes values at points, and fields unless `field` is empty, and waits for them.
/// \param atoms, points, values, field, counts in memory that the executor reads and writes
template <class T, class Executor>
gridfold::mesh_parameters sum_by_mesh_at(const Executor& on, const job& what, const prepared<T>& from,
                                         const gridfold::point_box& box,
                                         cuda::std::span<const gridfold::source<T>> atoms,
                                         const gridfold::positions<T, 3>& points, cuda::std::span<T> values,
                                         cuda::std::span<gridfold::packed3<T>> field, coincidences* counts)
{
  return with_split_interaction(what, [&](const auto& pair) {
    const gridfold::mesh_request asked{.accuracy = what.accuracy};
    auto plan = gridfold::make_particle_mesh_at_points<T>(on, box, from.box, asked, pair);
    const auto at_atoms = policy_of(what, from.radius, &counts->left_out, &counts->infinite);
    if (field.empty())
      plan(atoms, points, values, at_atoms);
    else
      plan(atoms, points, values, field, at_atoms);
    on.wait();
    return plan.parameters();
  });
}

}  // namespace potential_map
