// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The shipped defaults: the variant that a verb takes when none is named, for each executor. The device's are for
/// compute capability 9.0. Chosen by sweeps: bench/defaults makes one and writes its winners into this file.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/no_device.hpp>
#include <gridfold/policy/tile.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <string>

namespace gridfold
{

struct device;
template <int SimdBytes>
struct host_for;

template <class... Policies>
struct shipped {
  using type = variant<Policies...>;
};

/// The variant that a verb takes on an executor when none is named (`type`): fast on problems of any shape, if not the
/// fastest of all on one (docs/study.md). Those of reduce and neighbors gather, so that results come in one order.
template <class Executor, class Verb = verb::lattice_sum>
struct default_variant {
  static_assert(sizeof(Executor) == 0,
                "gridfold: this verb has no default variant on its first argument (the executors device and host have "
                "one): pass one of these first, name a variant, or specialise default_variant");
};

template <>
struct default_variant<device, verb::lattice_sum>
    : shipped<gather, interleaved, coarsen<8>, shared_tile<512>, block<16, 8>> {
};
template <>
struct default_variant<device, verb::point_sum>
    : shipped<gather, interleaved, coarsen<1>, shared_tile<512>, block<128>> {
};
template <>
struct default_variant<device, verb::transpose>
    : shipped<gather, interleaved, coarsen<2, 8>, tile<padded<1>, aligned_rows<32>>, block<32, 8>> {
};
template <>
struct default_variant<device, verb::transpose_wide>
    : shipped<gather, interleaved, coarsen<1, 2>, tile<padded<1>>, block<16, 8>> {
};
template <>
struct default_variant<device, verb::reduce>
    : shipped<gather, interleaved, coarsen<8>, vectors<4>, exchange_registers, block<256>> {
};
template <>
struct default_variant<device, verb::multiply>
    : shipped<gather, interleaved, vectors<4>, coarsen<8, 4>, shared_tile<8>, block<16, 16>> {
};
template <>
struct default_variant<device, verb::neighbors>
    : shipped<gather, interleaved, coarsen<1>, shared_tile<1024>, block<64>> {
};
template <>
struct default_variant<device, verb::copy>
    : shipped<gather, interleaved, vectors<4>, coarsen<4>, read_only, block<256>> {
};

template <int SimdBytes>
struct default_variant<host_for<SimdBytes>, verb::lattice_sum>
    : shipped<gather, contiguous, coarsen<64, 4>, global, block<1>> {
};
template <int SimdBytes>
struct default_variant<host_for<SimdBytes>, verb::point_sum>
    : shipped<gather, contiguous, coarsen<64>, global, block<1>> {
};
template <int SimdBytes>
struct default_variant<host_for<SimdBytes>, verb::transpose>
    : shipped<gather, interleaved, vectors<4>, coarsen<16, 16>, global, block<8, 8>> {
};
template <int SimdBytes>
struct default_variant<host_for<SimdBytes>, verb::transpose_wide>
    : shipped<gather, interleaved, coarsen<4, 4>, global, block<8, 8>> {
};
template <int SimdBytes>
struct default_variant<host_for<SimdBytes>, verb::reduce>
    : shipped<gather, contiguous, coarsen<4>, vectors<4>, exchange_registers, block<256>> {
};
template <int SimdBytes>
struct default_variant<host_for<SimdBytes>, verb::multiply>
    : shipped<gather, interleaved, coarsen<64, 4>, global, block<1>> {
};
template <int SimdBytes>
struct default_variant<host_for<SimdBytes>, verb::neighbors>
    : shipped<gather, contiguous, coarsen<4>, read_only, block<128>> {
};
template <int SimdBytes>
struct default_variant<host_for<SimdBytes>, verb::copy>
    : shipped<gather, interleaved, vectors<4>, coarsen<4>, read_only, block<256>> {
};

/// A default for problems of fewer than `Below` items.
template <std::int64_t Below, class... Policies>
struct shipped_below : shipped<Policies...> {
  static constexpr std::int64_t below = Below;
};

/// The defaults of problems that are too few items for as many threads as the processor needs, if each takes several: a
/// list of `shipped_below`, from the smallest on. Empty for verbs and executors where one default serves all. Chosen by
/// hand from what bench/small_device measures (docs/performance.md).
template <class Executor, class Verb>
struct defaults_for_small {
  using type = list<>;
};
template <>
struct defaults_for_small<device, verb::lattice_sum> {
  template <std::int64_t Below, int Items>
  using fold = shipped_below<Below, gather, interleaved, coarsen<Items>, shared_tile<512>, block<16, 8>>;
  using type = list<fold<1 << 17, 1>, fold<1 << 20, 2>>;
};

/// Calls `call.template operator()<V>()` with the variant V that a verb takes for a size.
template <class Executor, class Verb, class Call>
void with_shipped(std::int64_t size, const Call& call)
{
  bool is_small = false;
  gridfold::for_each(typename defaults_for_small<Executor, Verb>::type{}, [&]<class Small>() {
    if (is_small || size >= Small::below) return;
    is_small = true;
    call.template operator()<typename Small::type>();
  });
  if (!is_small) call.template operator()<typename default_variant<Executor, Verb>::type>();
}

/// How an executor chooses a verb's variant where none is named: the shipped one. An executor with winners of its own
/// specialises this (tune/tuned_executor.hpp).
template <class Executor>
struct variant_choice {
  /// Calls `call.template operator()<V>(executor)` with the variant V for a problem of this size, in type T.
  template <class Verb, class T, class Call>
  static void choose(const Executor& on, std::int64_t size, const Call& call)
  {
    with_shipped<Executor, Verb>(size, [&]<class V>() { call.template operator()<V>(on); });
  }

  /// What `call.template operator()<Variants>(executor)` gives, with the list of variants that `choose` chooses from.
  template <class Verb, class Call>
  static auto among(const Executor& on, const Call& call)
  {
    return call.template operator()<list<typename default_variant<Executor, Verb>::type>>(on);
  }
};

/// Whether an executor chooses by itself, not by default_variant.
template <class Executor>
inline constexpr bool chooses_variants = false;

namespace detail
{

/// Executor: the first argument of a verb without a variant.
template <class Executor, class Verb>
struct default_argument : std::conditional_t<chooses_variants<Executor>, list<>, default_variant<Executor, Verb>> {
  static constexpr void check() {}
};

}  // namespace detail

/// Calls `call.template operator()<V>(executor)` with the default variant of a verb. \tparam T what the verb computes
/// with \param size how large the problem is
template <class Verb, class T, class Executor, class Call>
void by_default(const Executor& on, std::int64_t size, const Call& call)
{
  variant_choice<Executor>::template choose<Verb, T>(on, size, call);
}

}  // namespace gridfold
