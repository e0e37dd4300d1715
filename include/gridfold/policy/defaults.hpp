// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The variant that a verb takes if none is named, by executor. Those of `device` are for compute capability 9.0.
/// bench/defaults measures variants and writes winners into this file. See docs/use/defaults.md.
#pragma once

#include <gridfold/core/config.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/no_device.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/policy/input.hpp>
#include <gridfold/policy/tile.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/policy/verb.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

struct device;
template <int SimdBytes, bool OpenMP>
struct host_for;
namespace rsqrt
{
struct approx;
template <int Software, int Of>
struct mixed;
}  // namespace rsqrt

/// Base of default_variant: the variant of these policies.
template <class... Policies>
struct shipped {
  using type = variant<Policies...>;
};

/// The variant that a verb takes on an executor if none is named (`type`): fast on problems of any shape, though not
/// always the fastest. For reduce and neighbors it gathers, so that results have a fixed order.
template <class Executor, class Verb = verb::lattice_sum>
struct default_variant {
  static_assert(sizeof(Executor) == 0,
                "gridfold: this verb has no default variant on its first argument (the executors device and host have "
                "one): pass one of these first, name a variant, or specialise default_variant");
};

/// For lists of variants: `device` itself chooses among the contenders below, as for transposes
/// (policy/transpose_defaults.hpp) and for histograms of up to 4 bytes.
template <>
struct default_variant<device, verb::lattice_sum>
    : shipped<gather, interleaved, coarsen<8>, shared_tile<512>, block<16, 8>> {
};
template <>
struct default_variant<device, verb::point_sum>
    : shipped<gather, interleaved, coarsen<1>, shared_tile<512>, block<128>> {
};
template <>
struct default_variant<device, verb::cutoff_sum>
    : shipped<gather, interleaved, coarsen<2, 2>, shared_tile<256>, planes<8>, cull_by_warp, block<4, 16>> {
};
template <>
struct default_variant<device, verb::transpose> : shipped<gather, interleaved, coarsen<8, 2>, prefetching, block<8, 64>,
                                                          vectors<4>, aligned_tile, raster_by_columns> {
};
template <>
struct default_variant<device, verb::reduce>
    : shipped<gather, interleaved, coarsen<8>, vectors<4>, exchange_registers, block<256>> {
};
template <>
struct default_variant<device, verb::histogram>
    : shipped<scatter, interleaved, coarsen<4, 4>, vectors<4>, read_only, exchange_shared, block<512>> {
};
template <>
struct default_variant<device, verb::multiply>
    : shipped<gather, interleaved, coarsen<8, 8>, shared_tile<32>, block<16, 8>, vectors<4>, through_registers,
              stages<2>, raster<8>, warp<8, 4>> {
};
/// On other executors than `device` as multiply.
template <class Executor>
struct default_variant<Executor, verb::multiply_by_columns> : default_variant<Executor, verb::multiply> {
};
template <>
struct default_variant<device, verb::multiply_by_columns>
    : shipped<gather, interleaved, vectors<4>, coarsen<8, 8>, shared_tile<32>, through_registers, stages<2>, raster<8>,
              block<8, 16>> {
};
template <>
struct default_variant<device, verb::multiply_wide>
    : shipped<gather, interleaved, vectors<4>, coarsen<8, 4>, shared_tile<8>, block<16, 16>> {
};
template <>
struct default_variant<device, verb::neighbors>
    : shipped<gather, interleaved, coarsen<1>, shared_tile<1024>, block<64>> {
};
template <>
struct default_variant<device, verb::transform>
    : shipped<gather, interleaved, vectors<4>, coarsen<4>, read_only, block<256>> {
};
template <>
struct default_variant<device, verb::copy> : default_variant<device, verb::transform> {
};

template <int SimdBytes, bool OpenMP>
struct default_variant<host_for<SimdBytes, OpenMP>, verb::lattice_sum>
    : shipped<gather, contiguous, coarsen<64, 4>, global, block<1>> {
};
template <int SimdBytes, bool OpenMP>
struct default_variant<host_for<SimdBytes, OpenMP>, verb::point_sum>
    : shipped<gather, contiguous, coarsen<64>, global, block<1>> {
};
template <int SimdBytes, bool OpenMP>
struct default_variant<host_for<SimdBytes, OpenMP>, verb::cutoff_sum>
    : shipped<gather, contiguous, coarsen<16, 8>, shared_tile<512>, planes<8>, block<1, 8>> {
};
template <int SimdBytes, bool OpenMP>
struct default_variant<host_for<SimdBytes, OpenMP>, verb::transpose>
    : shipped<gather, interleaved, vectors<4>, coarsen<16, 16>, global, block<8, 8>> {
};
template <int SimdBytes, bool OpenMP>
struct default_variant<host_for<SimdBytes, OpenMP>, verb::reduce>
    : shipped<gather, contiguous, coarsen<4>, vectors<4>, exchange_registers, block<256>> {
};
template <int SimdBytes, bool OpenMP>
struct default_variant<host_for<SimdBytes, OpenMP>, verb::histogram>
    : shipped<scatter, contiguous, coarsen<256>, vectors<4>, global, exchange_shared, block<16>> {
};
template <int SimdBytes, bool OpenMP>
struct default_variant<host_for<SimdBytes, OpenMP>, verb::multiply>
    : shipped<gather, interleaved, coarsen<64, 4>, global, block<1>> {
};
template <int SimdBytes, bool OpenMP>
struct default_variant<host_for<SimdBytes, OpenMP>, verb::multiply_wide>
    : default_variant<host_for<SimdBytes, OpenMP>, verb::multiply> {
};
template <int SimdBytes, bool OpenMP>
struct default_variant<host_for<SimdBytes, OpenMP>, verb::neighbors>
    : shipped<gather, contiguous, coarsen<4>, read_only, block<128>> {
};
template <int SimdBytes, bool OpenMP>
struct default_variant<host_for<SimdBytes, OpenMP>, verb::transform>
    : shipped<gather, interleaved, vectors<4>, coarsen<4>, read_only, block<256>> {
};
template <int SimdBytes, bool OpenMP>
struct default_variant<host_for<SimdBytes, OpenMP>, verb::copy>
    : default_variant<host_for<SimdBytes, OpenMP>, verb::transform> {
};

/// The number of particles from which `neighbors(on, positions, cutoff)` looks for neighbours in cells instead of
/// testing all pairs: the power of two nearest to where both take equally long for 30 neighbours each, by
/// bench/defaults. See docs/use/defaults.md.
template <class Executor>
inline constexpr std::int64_t particles_for_cells = std::int64_t{1} << 30;
template <>
inline constexpr std::int64_t particles_for_cells<device> = 4096;
template <int SimdBytes, bool OpenMP>
inline constexpr std::int64_t particles_for_cells<host_for<SimdBytes, OpenMP>> = 1024;

/// Which side can read the sources of a sum. Sources that only the host can read are read during the call.
struct by_device {};
struct by_host {};
struct by_both {};

namespace verb
{
/// A Coulomb sum with reciprocal square roots of the accuracy of `rsqrt::approx`, over sources that By can read.
template <class By>
struct potential_map {
};
}  // namespace verb

/// The size of a sum over a lattice, which decides its default variant.
struct sum_size {
  shape3 shape;
  std::int64_t sources;
  [[nodiscard]] std::int64_t items() const { return shape.count(); }
};
template <class Sources>
sum_size size_of_sum(const shape3& shape, const Sources& sources)
{
  return {shape, static_cast<std::int64_t>(std::size(sources))};
}

/// A variant that may become the default, its reciprocal square root, and its speed on an H200: a launch needs at least
/// `Latency` picoseconds per source, and all launches together reach at most `Rate` pairs per nanosecond. Policies is a
/// list: only variants that are called are formed, which saves every user's compiler time.
template <class Policies, int Latency, int Rate, class Rsqrt = rsqrt::approx>
struct contender {
  using type = variant<Policies>;
  using rsqrt = Rsqrt;
  using input = typename type::input;

  /// Estimated nanoseconds of a sum of 1,000 sources at the points of a list.
  static double nanoseconds(std::int64_t points) { return nanoseconds(sum_size{{points, 1, 1}, 1000}); }

  /// Estimated nanoseconds of a sum of this size. Launches overlap, so that the latency of only one of them counts.
  /// Blocks overhang the lattice, and the estimate rounds their number up to a multiple of the 132 SMs.
  static double nanoseconds(const sum_size& size)
  {
    using block = typename type::block;
    using coarsening = typename type::coarsening;
    constexpr int slices = type::slices::count, rows = block::y / slices;
    constexpr double multiprocessors = 132, points = static_cast<double>(block::x * rows) * coarsening::items;
    const auto along = [](std::int64_t whole, int piece) {
      return static_cast<double>(ceil_div(whole, static_cast<std::int64_t>(piece)));
    };
    const double launches = std::fmax(along(size.sources, policy::sources_per_launch<input>), 1);
    const double sources = static_cast<double>(size.sources) / launches;
    const double blocks = along(size.shape.x, block::x * coarsening::x) * along(size.shape.y, rows * coarsening::y) *
                          static_cast<double>(size.shape.z) * launches;
    const double latency = Latency / 1e3, work = std::ceil(blocks / multiprocessors) * multiprocessors * points / Rate;
    // To add up slices takes about as long as 6 sources each.
    const double steps = sources + (slices > 1 ? 6 * slices : 0);
    return steps * std::sqrt(latency * latency + work * work);  // faster than std::hypot; every call computes it
  }
};

/// A variant that may become the default of histogram, and its speed on an H200 in elements per nanosecond, uniformly
/// distributed.
template <class Policies, int Rate>
struct counting_contender {
  using type = variant<Policies>;

  /// Estimated nanoseconds. The number of blocks is rounded up to a multiple of the 132 SMs.
  static double nanoseconds(std::int64_t elements)
  {
    constexpr std::int64_t multiprocessors = 132;
    constexpr std::int64_t each = std::int64_t{type::block::threads} * type::coarsening::items * type::vectors::width;
    return static_cast<double>(ceil_div(elements, each * multiprocessors)) * (each * multiprocessors) / Rate;
  }
};

namespace detail
{

template <class Coarsening, class Input, class... Threads>
using gathered = list<Coarsening, Input, Threads...>;

/// The contenders for sums of type T on the device, named by points per thread and block shape. bench/defaults measures
/// them.
template <class T>
struct sums;
template <>
struct sums<float> {
  using one = contender<gathered<coarsen<1>, shared_tile<512>, block<8, 8>>, 21716, 2562>;
  using two = contender<gathered<coarsen<2>, shared_tile<512>, block<8, 8>>, 32218, 3519>;
  using divided = contender<gathered<coarsen<2>, shared_tile<512>, block<8, 16>, slices<4>>, 12168, 3403>;
  using row = contender<gathered<coarsen<8>, shared_tile<512>, block<8, 8>>, 93120, 3915>;
  using large_tile =
      contender<gathered<coarsen<8, 5>, shared_tile<512>, block<16, 4>>, 156860, 4925, rsqrt::mixed<9, 32>>;
  using small_tile =
      contender<gathered<coarsen<8, 5>, shared_tile<512>, block<4, 8>>, 196536, 4914, rsqrt::mixed<9, 32>>;
  using few_points = contender<gathered<coarsen<1>, shared_tile<512>, block<32, 4>, slices<4>>, 5877, 2377>;
  using many_points = contender<gathered<coarsen<1>, shared_tile<512>, block<128>>, 9576, 2475>;
  using one_by_host = contender<gathered<coarsen<1>, constant, block<8, 8>>, 63724, 1644>;
  using row_by_host = contender<gathered<coarsen<8>, constant, block<8, 8>>, 139026, 3353>;
  using flat_tile_by_host = contender<gathered<coarsen<8, 6>, constant, block<32>>, 265980, 5104, rsqrt::mixed<5, 16>>;
  using tile_by_host = contender<gathered<coarsen<8, 6>, constant, block<8, 4>>, 273088, 5154, rsqrt::mixed<5, 16>>;
  using steep_tile_by_host =
      contender<gathered<coarsen<8, 6>, constant, block<4, 8>>, 281260, 5103, rsqrt::mixed<5, 16>>;
};
template <>
struct sums<double> {
  using one = contender<gathered<coarsen<1>, shared_tile<512>, block<8, 8>>, 26304, 1096>;
  using two = contender<gathered<coarsen<2>, shared_tile<512>, block<8, 8>>, 35156, 1359>;
  using divided = contender<gathered<coarsen<2>, shared_tile<512>, block<8, 16>, slices<4>>, 14834, 1358>;
  using row = contender<gathered<coarsen<8>, shared_tile<512>, block<8, 8>>, 110544, 1618>;
  using large_tile = contender<gathered<coarsen<8, 4>, shared_tile<512>, block<16, 8>>, 111312, 1865>;
  using small_tile = contender<gathered<coarsen<8, 4>, shared_tile<512>, block<4, 8>>, 305088, 1856>;
  using few_points = contender<gathered<coarsen<1>, shared_tile<512>, block<32, 4>, slices<4>>, 10207, 998>;
  using many_points = contender<gathered<coarsen<1>, shared_tile<512>, block<128>>, 14350, 1066>;
  using one_by_host = contender<gathered<coarsen<1>, constant_chunk<500>, block<8, 8>>, 147696, 301>;
  using row_by_host = contender<gathered<coarsen<8>, constant_chunk<500>, block<8, 8>>, 202664, 1644>;
  using flat_tile_by_host = contender<gathered<coarsen<8, 4>, constant_chunk<500>, block<32>>, 373180, 1883>;
  using tile_by_host = contender<gathered<coarsen<8, 4>, constant_chunk<500>, block<8, 4>>, 392000, 1858>;
  using steep_tile_by_host = contender<gathered<coarsen<8, 4>, constant_chunk<500>, block<4, 8>>, 403000, 1895>;
};

template <class Coarsening, class Vectors, class Block>
using binned = list<scatter, Coarsening, Vectors, read_only, exchange_shared, Block>;

/// The contenders for histograms of elements of at most so many bytes. bench/defaults takes their rates from the
/// benchmark histogram_device.
template <int Bytes>
struct counts;
template <>
struct counts<1> {
  using few = counting_contender<binned<coarsen<4>, vectors<16>, block<256>>, 1354>;
  using some = counting_contender<binned<coarsen<4, 4>, vectors<16>, block<256>>, 2050>;
  using type = list<few, some>;
};
template <>
struct counts<4> {
  using few = counting_contender<binned<coarsen<4>, vectors<4>, block<512>>, 757>;
  using some = counting_contender<binned<coarsen<4, 4>, vectors<4>, block<512>>, 970>;
  using many = counting_contender<binned<coarsen<2, 32>, vectors<16>, block<512>>, 991>;
  using type = list<few, some, many>;
};

}  // namespace detail

/// The variants from which a verb's default is chosen by the size of a problem in type T; empty if there is only one
/// default. A function `choice(problem)`, if there is one, says which; otherwise it is that of the least estimated
/// time.
template <class Executor, class Verb, class T = float>
struct contenders {
  using type = list<>;
};
template <class T>
struct contenders<device, verb::lattice_sum, T> {
  using of = detail::sums<T>;
  using type = list<typename of::one, typename of::two, typename of::divided, typename of::row>;
};
template <class T>
struct contenders<device, verb::potential_map<by_device>, T> {
  using of = detail::sums<T>;
  using type = list<typename of::one, typename of::two, typename of::divided, typename of::row, typename of::large_tile,
                    typename of::small_tile>;
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
  using type =
      list<typename of::one, typename of::two, typename of::divided, typename of::large_tile, typename of::small_tile,
           typename of::flat_tile_by_host, typename of::tile_by_host, typename of::steep_tile_by_host>;
};
template <class T>
struct contenders<device, verb::point_sum, T> {
  using of = detail::sums<T>;
  using type = list<typename of::few_points, typename of::many_points>;
};

/// Vectors of 16 wider elements would not fit the registers of a thread, see default_variant.
template <class T>
requires(sizeof(T) <= 4) struct contenders<device, verb::histogram, T> {
  using type = typename detail::counts<sizeof(T) == 1 ? 1 : 4>::type;
};

namespace policy
{

/// Calls `call.template operator()<C>()` with the contender C at a position of the list.
template <class... C, class Call>
void with_contender(list<C...>, std::size_t position, const Call& call)
{
  std::size_t n = 0;
  ((n++ == position ? call.template operator()<C>() : void()), ...);
}

}  // namespace policy

/// Calls `call.template operator()<C>()` with the contender C of the least estimated time.
template <class... C, class Problem, class Call>
void with_fastest(list<C...> contenders, const Problem& size, const Call& call)
{
  const double times[] = {C::nanoseconds(size)...};
  std::size_t fastest = 0;
  for (std::size_t c = 1; c < sizeof...(C); ++c)
    if (times[c] < times[fastest]) fastest = c;
  policy::with_contender(contenders, fastest, call);
}

namespace policy
{

/// Whether a list has contenders, whose times can be estimated for a problem.
template <class Contenders, class Problem>
inline constexpr bool can_choose = false;
template <class First, class... Others, class Problem>
inline constexpr bool can_choose<list<First, Others...>, Problem> = requires(const Problem& problem)
{
  First::nanoseconds(problem);
};

/// The variants of contenders, or Default if there are none.
template <class Default, class Contenders>
struct variants_of {
  using type = list<Default>;
};
template <class Default, class First, class... Others>
struct variants_of<Default, list<First, Others...>> {
  using type = list<typename First::type, typename Others::type...>;
};

/// All variants that a verb in type T may take if none is named.
template <class Executor, class Verb, class T>
using shipped_variants = typename variants_of<typename default_variant<Executor, Verb>::type,
                                              typename contenders<Executor, Verb, T>::type>::type;

/// Calls `call.template operator()<V>()` with the variant V that a verb takes for a problem: a number of items, the
/// size of a sum over a lattice, or a transpose_problem.
template <class Executor, class Verb, class T = float, class Problem, class Call>
void with_shipped([[maybe_unused]] const Problem& problem, const Call& call)
{
  using offered = contenders<Executor, Verb, T>;
  [[maybe_unused]] const auto call_with = [&]<class C>() { call.template operator()<typename C::type>(); };
  if constexpr (requires { offered::choice(problem); })
    with_contender(typename offered::type{}, offered::choice(problem), call_with);
  else if constexpr (can_choose<typename offered::type, Problem>)
    with_fastest(typename offered::type{}, problem, call_with);
  else
    call.template operator()<typename default_variant<Executor, Verb>::type>();
}

}  // namespace policy

/// How an executor chooses a verb's variant if none is named: the default. Specialised by executors with other winners
/// (tune/tuned_executor.hpp).
template <class Executor>
struct variant_choice {
  /// Calls `call.template operator()<V>(executor)` with the variant V for a problem (with_shipped) in type T.
  template <class Verb, class T, class Problem, class Call>
  static void choose(const Executor& on, const Problem& problem, const Call& call)
  {
    policy::with_shipped<Executor, Verb, T>(problem, [&]<class V>() { call.template operator()<V>(on); });
  }

  /// Returns `call.template operator()<Variants>(executor)` for the list of variants that `choose` chooses from.
  template <class Verb, class T, class Call>
  static auto among(const Executor& on, const Call& call)
  {
    return call.template operator()<policy::shipped_variants<Executor, Verb, T>>(on);
  }
};

namespace policy
{

/// Whether an executor chooses variants itself instead of by default_variant.
template <class Executor>
inline constexpr bool chooses_variants = false;

}  // namespace policy

namespace detail
{

/// Checks that the first argument of a verb called without a variant is an executor.
template <class Executor, class Verb>
struct default_argument
    : std::conditional_t<policy::chooses_variants<Executor>, list<>, default_variant<Executor, Verb>> {
  static constexpr void check() {}
};

}  // namespace detail

namespace policy
{

/// Calls `call.template operator()<V>(executor)` with the default variant of a verb.
/// \tparam T the type that the verb computes in
/// \param problem see with_shipped
template <class Verb, class T, class Executor, class Problem, class Call>
void by_default(const Executor& on, const Problem& problem, const Call& call)
{
  variant_choice<Executor>::template choose<Verb, T>(on, problem, call);
}

}  // namespace policy

}  // namespace gridfold::inline GRIDFOLD_ABI
