// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The shipped defaults: the variant that a verb takes when none is named, for each executor. The device's are for
/// compute capability 9.0. Chosen by sweeps: bench/defaults makes one and writes its winners into this file.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cuda/cmath>
#include <gridfold/core/no_device.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/policy/tile.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <iterator>
#include <string>
#include <type_traits>

namespace gridfold
{

struct device;
template <int SimdBytes>
struct host_for;
struct fast;
template <int Software, int Of>
struct mixed;

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

/// Who can read sources. What only the host reads, it reads when a verb is called.
struct by_device {};
struct by_host {};
struct by_both {};

namespace verb
{
/// Coulomb's sum by `fast` reciprocal square roots, or others of the same error, of sources that By can read.
template <class By>
struct potential_map {
};
}  // namespace verb

/// A variant that a default may be, the reciprocal square root that it takes, and its speed on the device that defaults
/// are for: a source takes `Latency` picoseconds on a small lattice, and `Rate` points a nanosecond on a large one.
template <class Variant, int Latency, int Rate, class Rsqrt = fast>
struct contender {
  using type = Variant;
  using rsqrt = Rsqrt;

  /// About how many nanoseconds a source takes on a lattice of this shape. Blocks overhang the lattice, and a
  /// multiprocessor has a whole number of them.
  static double nanoseconds(shape3 shape)
  {
    using block = typename Variant::block;
    using coarsening = typename Variant::coarsening;
    constexpr double multiprocessors = 132, points = static_cast<double>(block::threads) * coarsening::items;
    const auto along = [](std::int64_t whole, int piece) { return static_cast<double>(cuda::ceil_div(whole, static_cast<std::int64_t>(piece))); };
    const double blocks = along(shape.x, block::x * coarsening::x) * along(shape.y, block::y * coarsening::y) *
                          static_cast<double>(shape.z);
    return std::hypot(Latency / 1e3, std::ceil(blocks / multiprocessors) * multiprocessors * points / Rate);
  }
};

namespace detail
{

template <class Coarsening, class Input, class Block>
using gathered = variant<Coarsening, Input, Block>;

/// The contenders for sums of Ts on the device, by the points of a thread and the shape of a block's. bench/defaults
/// measures them.
template <class T>
struct sums;
template <>
struct sums<float> {
  using one = contender<gathered<coarsen<1>, shared_tile<512>, block<8, 8>>, 11200, 2690>;
  using two = contender<gathered<coarsen<2>, shared_tile<512>, block<8, 8>>, 18000, 3600>;
  using row = contender<gathered<coarsen<8>, shared_tile<512>, block<8, 8>>, 76500, 4030>;
  using large_tile = contender<gathered<coarsen<8, 4>, read_only, block<16, 8>>, 130000, 4870, mixed<9, 32>>;
  using small_tile = contender<gathered<coarsen<8, 4>, read_only, block<4, 8>>, 130000, 4870, mixed<9, 32>>;
  using one_by_host = contender<gathered<coarsen<1>, constant, block<8, 8>>, 13000, 1530>;
  using row_by_host = contender<gathered<coarsen<8>, constant, block<8, 8>>, 80000, 3650>;
  using flat_tile_by_host = contender<gathered<coarsen<8, 6>, constant, block<32>>, 165000, 5250, mixed<5, 16>>;
  using tile_by_host = contender<gathered<coarsen<8, 6>, constant, block<8, 4>>, 165000, 5250, mixed<5, 16>>;
  using steep_tile_by_host = contender<gathered<coarsen<8, 6>, constant, block<4, 8>>, 165000, 5250, mixed<5, 16>>;
};
template <>
struct sums<double> {
  using one = contender<gathered<coarsen<1>, shared_tile<512>, block<8, 8>>, 22000, 1170>;
  using two = contender<gathered<coarsen<2>, shared_tile<512>, block<8, 8>>, 36000, 1360>;
  using row = contender<gathered<coarsen<8>, shared_tile<512>, block<8, 8>>, 100000, 1640>;
  using large_tile = contender<gathered<coarsen<8, 4>, shared_tile<512>, block<16, 8>>, 300000, 1840>;
  using small_tile = contender<gathered<coarsen<8, 4>, shared_tile<512>, block<4, 8>>, 300000, 1840>;
  using one_by_host = contender<gathered<coarsen<1>, constant_chunk<500>, block<8, 8>>, 30000, 240>;
  using row_by_host = contender<gathered<coarsen<8>, constant_chunk<500>, block<8, 8>>, 110000, 1650>;
  using flat_tile_by_host = contender<gathered<coarsen<8, 4>, constant_chunk<500>, block<32>>, 300000, 1890>;
  using tile_by_host = contender<gathered<coarsen<8, 4>, constant_chunk<500>, block<8, 4>>, 300000, 1890>;
  using steep_tile_by_host = contender<gathered<coarsen<8, 4>, constant_chunk<500>, block<4, 8>>, 300000, 1890>;
};

}  // namespace detail

/// The variants that a verb's default is chosen from by the shape of a lattice, for numbers of type T; empty where one
/// default serves all.
template <class Executor, class Verb, class T = float>
struct contenders {
  using type = list<>;
};
template <class T>
struct contenders<device, verb::lattice_sum, T> {
  using of = detail::sums<T>;
  using type = list<typename of::one, typename of::two, typename of::row>;
};
template <class T>
struct contenders<device, verb::potential_map<by_device>, T> {
  using of = detail::sums<T>;
  using type =
      list<typename of::one, typename of::two, typename of::row, typename of::large_tile, typename of::small_tile>;
};
template <class T>
struct contenders<device, verb::potential_map<by_host>, T> {
  using of = detail::sums<T>;
  using type = list<typename of::one_by_host, typename of::row_by_host, typename of::flat_tile_by_host,
                    typename of::tile_by_host, typename of::steep_tile_by_host>;
};
template <class T>
struct contenders<device, verb::potential_map<by_both>, T> {
  using of = detail::sums<T>;
  using type = list<typename of::one, typename of::two, typename of::flat_tile_by_host, typename of::tile_by_host,
                    typename of::steep_tile_by_host>;
};

/// Calls `call.template operator()<C>()` with the contender C that is the fastest on a lattice of this shape.
template <class... C, class Call>
void with_fastest(list<C...>, shape3 shape, const Call& call)
{
  const double times[] = {C::nanoseconds(shape)...};
  const std::ptrdiff_t fastest = std::min_element(std::begin(times), std::end(times)) - std::begin(times);
  std::ptrdiff_t n = 0;
  ((n++ == fastest ? call.template operator()<C>() : void()), ...);
}

/// Calls `call.template operator()<V>()` with the variant V that a verb takes for a problem: a number of items, or the
/// shape of a lattice.
template <class Executor, class Verb, class T = float, class Problem, class Call>
void with_shipped([[maybe_unused]] const Problem& problem, const Call& call)
{
  using offered = typename contenders<Executor, Verb, T>::type;
  if constexpr (std::is_same_v<Problem, shape3> && offered::size != 0)
    with_fastest(offered{}, problem, [&]<class C>() { call.template operator()<typename C::type>(); });
  else
    call.template operator()<typename default_variant<Executor, Verb>::type>();
}

/// How an executor chooses a verb's variant where none is named: the shipped one. An executor with winners of its own
/// specialises this (tune/tuned_executor.hpp).
template <class Executor>
struct variant_choice {
  /// Calls `call.template operator()<V>(executor)` with the variant V for a problem (with_shipped), in type T.
  template <class Verb, class T, class Problem, class Call>
  static void choose(const Executor& on, const Problem& problem, const Call& call)
  {
    with_shipped<Executor, Verb, T>(problem, [&]<class V>() { call.template operator()<V>(on); });
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
/// with \param problem see with_shipped
template <class Verb, class T, class Executor, class Problem, class Call>
void by_default(const Executor& on, const Problem& problem, const Call& call)
{
  variant_choice<Executor>::template choose<Verb, T>(on, problem, call);
}

}  // namespace gridfold
