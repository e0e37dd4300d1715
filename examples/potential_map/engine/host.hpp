// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The engine on the CPU.
#pragma once

#include <algorithm>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>
#include <string>

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

template <class T>
coincidences sum_on_host(const job& what, const prepared<T>& from, gridfold::field<T>& map, std::string& variant,
                         const progress& report)
{
  check_threads(what.threads);
  coincidences on_atoms;
  const gridfold::shape3 shape = from.where.shape;
  const std::int64_t planes = std::max<std::int64_t>(1, shape.z / 50);
  with_interaction(what, from.radius, &on_atoms, [&](const auto& pair) {
    with_variant<host_variant_list>(what.variant, [&]<class V>() {
      variant = V::name();
      for (std::int64_t k = 0; k < shape.z; k += planes) {
        const gridfold::lattice slab = planes_of(from.where, k, std::min(k + planes, shape.z));
        T* values = map.values.data() + k * shape.x * shape.y;
        gridfold::lattice_sum<V>(gridfold::host{what.threads}, from.atoms, slab, gridfold::view_of(values, slab.shape),
                                 pair);
        report(static_cast<double>(k + slab.shape.z) / static_cast<double>(shape.z));
      }
    });
  });
  return on_atoms;
}

}  // namespace potential_map
