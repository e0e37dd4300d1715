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
#include <type_traits>

#include "engine/cells.hpp"
#include "engine/pairs.hpp"
#include "engine/parts.hpp"

namespace potential_map
{

/// The CPU variants for --list-variants, the default first; an installed program has only the default.
#ifdef POTENTIAL_MAP_DEFAULTS_ONLY
using host_variant_list = gridfold::list<gridfold::default_variant<gridfold::host, gridfold::verb::lattice_sum>>;
#else
using host_variant_list =
    gridfold::list<gridfold::default_variant<gridfold::host, gridfold::verb::lattice_sum>,
                   gridfold::variant<gridfold::gather, gridfold::contiguous, gridfold::coarsen<16>, gridfold::global,
                                     gridfold::block<4, 1>>,
                   gridfold::variant<gridfold::gather, gridfold::interleaved, gridfold::coarsen<16>, gridfold::shared,
                                     gridfold::block<4, 1>>,
                   gridfold::variant<gridfold::gather, gridfold::interleaved, gridfold::coarsen<1>, gridfold::global,
                                     gridfold::block<16, 1>>,
                   gridfold::variant<gridfold::scatter, gridfold::interleaved, gridfold::coarsen<4>, gridfold::global,
                                     gridfold::block<16, 1>>>;
#endif

/// Calls sum(part, its values) for parts of `planes` planes, and reports the completed share after each.
template <class T, class Sum>
void for_each_part(const slab<T>& out, std::int64_t planes, const progress& report, Sum sum)
{
  const gridfold::shape3 shape = out.planes.shape;
  for (std::int64_t k = 0; k < shape.z; k += planes) {
    const gridfold::lattice_part part = planes_of(out.planes, k, std::min(planes, shape.z - k));
    sum(part, gridfold::view_of(out.values + k * shape.x * shape.y, part.shape));
    report(static_cast<double>(k + part.shape.z) / static_cast<double>(shape.z));
  }
}

/// Planes of a slab: a fiftieth of the map, to show progress, but at least a billion pairs. Threads wait for each other
/// at a slab's end, which takes long if other programs use the processor, too.
inline std::int64_t planes_of_slab(const gridfold::shape3& shape, std::size_t atoms)
{
  const double pairs = static_cast<double>(shape.x) * static_cast<double>(shape.y) * static_cast<double>(atoms);
  const double planes = std::ceil(1e9 / std::max(pairs, 1.0));
  return std::max({std::int64_t{1}, shape.z / 50, static_cast<std::int64_t>(std::min(planes, 1e9))});
}

template <class T>
void sum_on_host(const job& what, const prepared<T>& from, const slab<T>& out, outcome& done, const progress& report)
{
  using cutter = gridfold::default_variant<gridfold::host, gridfold::verb::cutoff_sum>;
  constexpr std::int64_t tile = planes_of_tile;
  static_assert(tile % cutter::planes::count == 0);
  const gridfold::host on{out.threads};
  const std::int64_t planes = planes_of_slab(out.planes.shape, from.atoms.size());
  const auto cut_sum = [&](const auto& pair) {
    done.variant = cutter::name();
    const auto list = sorted_into_cells<gridfold::host, T>(on, from.atoms, from.where, what.cutoff);
    for_each_part(out, tile * cuda::ceil_div(planes, tile), report,
                  [&](const gridfold::lattice_part& part, auto values) {
                    gridfold::cutoff_sum<cutter>(on, list.cells(), part, values, gridfold::shifted(pair, what.cutoff));
                  });
  };
  const auto whole_sum = [&](const auto& pair) {
    const auto sum = [&]<class V>() {
      done.variant = V::name();
      for_each_part(out, planes, report, [&](const gridfold::lattice_part& part, auto values) {
        gridfold::lattice_sum<V>(on, from.atoms, part, values, pair);
      });
    };
    if constexpr (has_variants<std::remove_cvref_t<decltype(pair)>>)
      with_variant<host_variant_list>(what.variant, sum);
    else
      sum.template operator()<gridfold::default_variant<gridfold::host, gridfold::verb::lattice_sum>>();
  };
  with_interaction(what, from.radius, &done.on_atoms, cut_sum, whole_sum);
}

}  // namespace potential_map
