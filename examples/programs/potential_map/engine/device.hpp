// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The engine on the GPU: computes one slab while the previous one is copied back.
#pragma once

#include <algorithm>
#include <cuda/cmath>
#include <gridfold/core/cells.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/math/cutoff.hpp>
#include <string>

#include "engine/cells.hpp"
#include "engine/owned_stream.hpp"
#include "engine/pairs.hpp"
#include "engine/parts.hpp"
#include "engine/stopwatch.hpp"

namespace potential_map
{

namespace detail
{

using namespace gridfold;

template <int X, int Y, class Space>
using gathering = variant<gather, interleaved, coarsen<X, Y>, Space, block<32, 4>>;

/// The variant of rarely used sums, which are compiled for one variant only.
using usual = variant<gather, interleaved, coarsen<8>, shared_tile<512>, block<16, 8>>;

}  // namespace detail

/// The GPU variants for --list-variants: fast ones, then the textbook's; an installed program has only the first.
#ifdef POTENTIAL_MAP_DEFAULTS_ONLY
using device_variant_list = gridfold::list<detail::usual>;
#else
using device_variant_list =
    gridfold::list<detail::usual, detail::gathering<8, 4, gridfold::shared>,
                   detail::gathering<4, 1, gridfold::constant>, detail::gathering<1, 1, gridfold::read_only>,
                   gridfold::variant<gridfold::scatter, gridfold::interleaved, gridfold::coarsen<1>, gridfold::global,
                                     gridfold::block<128>>>;
#endif

/// Bytes of device memory that a job may use.
inline std::int64_t usable_memory(std::int64_t allowed)
{
  std::size_t free = 0, total = 0;
  gridfold::cuda_check(cudaMemGetInfo(&free, &total), "asking for the device's memory");
  const auto unused = static_cast<std::int64_t>(free) / 10 * 9;
  return allowed > 0 ? std::min(allowed, unused) : unused;
}

/// Planes per slab: two slabs fit the allowed memory, and a map has several slabs unless it is small.
inline std::int64_t planes_a_slab(gridfold::shape3 shape, std::int64_t bytes_a_value, std::int64_t atom_bytes,
                                  std::int64_t allowed)
{
  const std::int64_t usable = usable_memory(allowed) - atom_bytes;
  const std::int64_t plane = shape.x * shape.y * bytes_a_value;
  const std::int64_t fitting = usable / 2 / plane;
  if (fitting < 1)
    throw gridfold::error("two planes of the map and the atoms need " + std::to_string(2 * plane + atom_bytes) +
                          " bytes of device memory (" + std::to_string(std::max<std::int64_t>(usable + atom_bytes, 0)) +
                          " are to be had): free some, allow more, or give a smaller shape");
  constexpr std::int64_t lively = std::int64_t{1} << 26;  // bytes: enough to fill the GPU, few enough to show progress
  return std::min({fitting, shape.z, std::max(cuda::ceil_div(lively, plane), shape.z / 50)});
}

/// Calls sum.operator()<V>(interaction, name) with the variant that a job names, or else the fastest for the lattice.
template <class T, class Interaction, class Sum>
void with_fold(const job& what, const Interaction& pair, Sum sum)
{
  using namespace gridfold;
  if constexpr (!has_variants<Interaction>) {
    sum.template operator()<detail::usual>(pair, detail::usual::name());
  } else if (!what.variant.empty()) {
    with_variant<device_variant_list>(what.variant, [&]<class V>() { sum.template operator()<V>(pair, V::name()); });
  } else {
    defaults::with_choice<device, verb::potential_map, T, defaults::by_both>(
        device{}, defaults::size_of_sum(what.where.shape, what.atoms), [&]<class C>() {
          using root = typename C::rsqrt;
          sum.template operator()<typename C::type>(coulomb<root>{pair.singularity},
                                                    C::type::name() + "/" + root::name());
        });
  }
}

/// Bytes of device memory for a job's atoms and for sorting them into cells: a second copy, four integers per atom and
/// two per cell.
template <class T>
std::int64_t bytes_of_atoms(const job& what, const prepared<T>& from)
{
  const auto atoms = static_cast<std::int64_t>(from.atoms.size());
  const auto bytes = atoms * static_cast<std::int64_t>(sizeof(gridfold::source<T>));
  if (what.cutoff == 0) return bytes;
  const std::int64_t cells = gridfold::cells_around(from.where, what.cutoff, atoms).shape.count();
  return 2 * bytes + 4 * (4 * atoms + 2 * cells);
}

template <class T>
void sum_on_device(const job& what, const prepared<T>& from, const slab<T>& out, outcome& done, const progress& report)
{
  using namespace gridfold;
  const shape3 shape = out.planes.shape;
  std::int64_t planes = planes_a_slab(shape, sizeof(T), bytes_of_atoms(what, from), what.device_memory);
  if (what.cutoff > 0 && planes > planes_of_tile) planes -= planes % planes_of_tile;
  const auto slab_values = static_cast<std::size_t>(planes * shape.x * shape.y);

  const owned_stream streams[2];
  const device on[2] = {device(streams[0], pointer_checks::on), device(streams[1], pointer_checks::on)};
  device_buffer<coincidences> counts(1, streams[0]);
  device_buffer<source<T>> atoms(from.atoms.size(), streams[0]);
  device_buffer<T> slabs[2] = {device_buffer<T>(slab_values, streams[0]), device_buffer<T>(slab_values, streams[1])};
  counts.copy_from(&done.on_atoms);
  atoms.copy_from(from.atoms.data());
  cuda_check(cudaStreamSynchronize(streams[0]), "copying the atoms to the device");

  const auto slab_at = [&](std::int64_t k) { return planes_of(out.planes, k, std::min(planes, shape.z - k)); };
  const auto fetch = [&](std::int64_t k, int turn) {
    const auto values = static_cast<std::size_t>(slab_at(k).shape.count());
    cuda_check(cudaStreamSynchronize(streams[turn]), "computing a slab of the map");
    const stopwatch copying;
    slabs[turn].copy_to(out.values + k * shape.x * shape.y, values);
    cuda_check(cudaStreamSynchronize(streams[turn]), "copying a slab of the map from the device");
    done.copying += copying.seconds();
    report(static_cast<double>(std::min(k + planes, shape.z)) / static_cast<double>(shape.z));
  };
  const auto for_each_slab = [&](auto sum) {
    int turn = 0;
    for (std::int64_t k = 0; k < shape.z; k += planes, turn = 1 - turn) {
      const lattice_part part = slab_at(k);
      sum(on[turn], part, view_of(slabs[turn].data(), part.shape));
      if (k > 0) fetch(k - planes, 1 - turn);
    }
    fetch((cuda::ceil_div(shape.z, planes) - 1) * planes, 1 - turn);
  };
  const auto cut_sum = [&](const auto& pair) {
    using cutter = default_variant<device, verb::cutoff_sum>;
    done.variant = cutter::name();
    const auto list = sorted_into_cells<device, T>(on[0], atoms.span(), from.where, what.cutoff);
    cuda_check(cudaStreamSynchronize(streams[0]), "sorting the atoms into cells");
    static_assert(planes_of_tile % cutter::planes::count == 0);
    for_each_slab([&](const device& by, const lattice_part& part, auto values) {
      cutoff_sum<cutter>(by, list.cells(), part, values, shifted(pair, what.cutoff));
    });
  };
  const auto whole_sum = [&](const auto& pair) {
    with_fold<T>(what, pair, [&]<class V>(const auto& by_fold, const std::string& name) {
      done.variant = name;
      for_each_slab([&](const device& by, const lattice_part& part, auto values) {
        if constexpr (V::input::read_by_host)
          lattice_sum<V>(by, from.atoms, part, values, by_fold);
        else
          lattice_sum<V>(by, atoms.span(), part, values, by_fold);
      });
    });
  };
  with_interaction(what, from.radius, counts.data(), cut_sum, whole_sum);
  counts.copy_to(&done.on_atoms);
  cuda_check(cudaStreamSynchronize(streams[0]), "counting the pairs left out");
}

}  // namespace potential_map
