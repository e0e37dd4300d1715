// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The engine on the CPU.
#pragma once

#include <algorithm>
#include <cmath>
#include <cuda/cmath>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/math/cutoff.hpp>
#include <string>

#include "engine/cells.hpp"
#include "engine/pairs.hpp"
#include "engine/parts.hpp"

namespace potential_map
{

/// The variants of --list-variants for the CPU, the default first.
using host_variant_list =
    gridfold::list<gridfold::default_variant<gridfold::host>::type,
                   gridfold::variant<gridfold::gather, gridfold::contiguous, gridfold::coarsen<16>, gridfold::global,
                                     gridfold::block<4, 1>>,
                   gridfold::variant<gridfold::gather, gridfold::interleaved, gridfold::coarsen<16>, gridfold::shared,
                                     gridfold::block<4, 1>>,
                   gridfold::variant<gridfold::gather, gridfold::interleaved, gridfold::coarsen<1>, gridfold::global,
                                     gridfold::block<16, 1>>,
                   gridfold::variant<gridfold::scatter, gridfold::interleaved, gridfold::coarsen<4>, gridfold::global,
                                     gridfold::block<16, 1>>>;

/// Calls sum(slab, its values) for slabs of so many planes, and reports the share of planes after each.
template <class T, class Sum>
void for_each_slab(const gridfold::lattice& where, std::int64_t planes, gridfold::field<T>& map, const progress& report,
                   Sum sum)
{
  const gridfold::shape3 shape = where.shape;
  for (std::int64_t k = 0; k < shape.z; k += planes) {
    const gridfold::lattice slab = planes_of(where, k, std::min(k + planes, shape.z));
    sum(slab, gridfold::view_of(map.values.data() + k * shape.x * shape.y, slab.shape));
    report(static_cast<double>(k + slab.shape.z) / static_cast<double>(shape.z));
  }
}

/// Planes of a slab: a fiftieth of the map, to show progress, but a billion pairs or more. Threads wait for each other
/// at a slab's end, which takes long where others need the processor too.
inline std::int64_t planes_of_slab(const gridfold::shape3& shape, std::size_t atoms)
{
  const double pairs = static_cast<double>(shape.x) * static_cast<double>(shape.y) * static_cast<double>(atoms);
  const double planes = std::ceil(1e9 / std::max(pairs, 1.0));
  return std::max({std::int64_t{1}, shape.z / 50, static_cast<std::int64_t>(std::min(planes, 1e9))});
}

template <class T>
coincidences sum_on_host(const job& what, const prepared<T>& from, gridfold::field<T>& map, std::string& variant,
                         const progress& report)
{
  check_threads(what.threads);
  using cutter = gridfold::default_variant<gridfold::host, gridfold::verb::cutoff_sum>::type;
  constexpr std::int64_t tile = cutter::planes::count;
  const gridfold::host on{what.threads};
  const std::int64_t planes = planes_of_slab(from.where.shape, from.atoms.size());
  coincidences on_atoms;
  with_interaction(what, from.radius, &on_atoms, [&](const auto& pair) {
    if (what.cutoff > 0) {
      variant = cutter::name();
      const auto list = sorted_into_cells<gridfold::host, T>(on, from.atoms, from.where, what.cutoff);
      return for_each_slab(
          from.where, tile * cuda::ceil_div(planes, tile), map, report, [&](const gridfold::lattice& slab, auto out) {
            gridfold::cutoff_sum<cutter>(on, list.cells(), slab, out, gridfold::shifted(pair, what.cutoff));
          });
    }
    with_variant<host_variant_list>(what.variant, [&]<class V>() {
      variant = V::name();
      for_each_slab(from.where, planes, map, report, [&](const gridfold::lattice& slab, auto out) {
        gridfold::lattice_sum<V>(on, from.atoms, slab, out, pair);
      });
    });
  });
  return on_atoms;
}

}  // namespace potential_map
