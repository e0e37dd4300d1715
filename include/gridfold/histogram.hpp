// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The verb histogram: the number of a vector's elements in each bin. Its kernel is kernel/elements/count_bins.hpp, by
/// default with counts in shared memory (defaults/histogram.hpp).
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/core/add_to.hpp>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/extents.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/defaults/histogram.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/elements/count_bins.hpp>
#include <gridfold/launch/replace.hpp>
#include <gridfold/math/bins.hpp>
#include <gridfold/policy/verb.hpp>
#include <gridfold/view/atomic_view.hpp>
#include <gridfold/view/vectorized_view.hpp>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// Bytes of shared memory for a block's counts.
template <class Bins>
inline constexpr std::size_t bytes_of_counts = 0;
template <class Bins>
requires(Bins::count > 0) inline constexpr std::size_t bytes_of_counts<Bins> = sizeof(unsigned) *
                                                                               static_cast<std::size_t>(Bins::count);

}  // namespace detail

/// histogram scatters, by blocks that count in shared memory (exchange_shared) or in global memory (exchange_global),
/// with the inputs `global` and `read_only`. Axes: decomposition, assignment, coarsening, vectors, input, exchange,
/// block.
template <>
struct verb_traits<verb::histogram> {
  template <class V>
  static constexpr bool uses_axes = uses_only<V, axis::decomposition, axis::assignment, axis::coarsening, axis::vectors,
                                              axis::input, axis::exchange, axis::block>;
  template <class V>
  static constexpr bool counts =
      !V::decomposition::owns_outputs && V::input::is_direct &&
      (std::is_same_v<typename V::exchange, exchange_shared> || std::is_same_v<typename V::exchange, exchange_global>);

  template <bool Explain, class V, class T = float, class Bins = value_bins<256>>
  static constexpr bool check()
  {
    if constexpr (!counts<V>) {
      static_assert(!Explain,
                    "gridfold: histogram has no such variant (its threads own inputs and add to counts): give scatter, "
                    "exchange_shared or exchange_global, and input global or read_only");
      return false;
    } else if constexpr (!V::exchange::in_global && (detail::bytes_of_counts<Bins> > max_shared_bytes)) {
      static_assert(!Explain,
                    "gridfold: the counts of a block are larger than the 227 KiB of shared memory that a block can "
                    "have: give exchange_global, or fewer bins");
      return false;
    } else if constexpr (!exec::check_registers<Explain, V, sizeof(T) * V::coarsening::x * V::vectors::width,
                                                false>()) {
      return false;
    } else {
      return policy::check_assignment<
          Explain, policy::deals_line<typename V::assignment, typename V::block, typename V::coarsening>, V>();
    }
  }
  /// T: the type of the elements; Bins: a policy that maps elements to bins.
  template <class V, class T = float, class Bins = value_bins<256>>
  static constexpr bool has_kernel = check<false, V, T, Bins>();
};

namespace detail
{

/// An mdspan, or add_to of one.
template <class Out>
concept output_view = core::is_mdspan<core::target<Out>>;

template <class In, class Counts, class Bins>
struct histogram_arguments : core::output_element<typename Counts::element_type>,
                             core::moved_elements<typename In::element_type> {
  static constexpr void check() {}

  static_assert(In::rank() == 1 && Counts::rank() == 1,
                "gridfold: histogram's input or output is no vector (elements are counted one after another): pass "
                "mdspans of rank 1");
  static_assert(std::is_integral_v<typename Counts::value_type> && sizeof(typename Counts::value_type) >= 4,
                "gridfold: the counts are no integers of 4 or 8 bytes (they are added atomically): pass an output of "
                "int, unsigned or unsigned long long");
  static_assert(
      std::is_same_v<typename Counts::layout_type, cuda::std::layout_right>,
      "gridfold: the counts have a layout of their own (they are set to zero side by side): pass an mdspan of "
      "rank 1 with layout_right");
  static_assert(bins_of<Bins, typename In::value_type>,
                "gridfold: the bins cannot be called with an element (they need static constexpr int count and int "
                "operator()(value) const, for the host and the device): pass value_bins<N> for integers, even_bins<N> "
                "for floating-point numbers, or your own");
};

/// The variant with exchange_global, for counts that exceed static shared memory.
template <class V, class Bins>
using with_room_for =
    typename std::conditional_t<(bytes_of_counts<Bins> <= max_static_shared_bytes), std::type_identity<V>,
                                policy::with_policy<V, axis::exchange, exchange_global>>::type;

}  // namespace detail

/// Sets counts(b) to the number of elements of `in` that lie in bin b, or adds that number to it. Exact for any order
/// of threads.
///
/// \tparam V the variant, see verb_traits<verb::histogram>. A thread loads coarsen::x vectors of vectors::width
///   elements together, counts them, and does so coarsen::y times. With exchange_shared a block has 4 * Bins::count
///   bytes of shared memory, and adds its counts to the output at its end.
/// \param on the executor. On `device` the call is asynchronous on its stream, allocates nothing and does not
///   synchronise.
/// \param in an mdspan of rank 1, in memory that the executor can read. Contiguous elements are read in vectors of up
///   to 16 bytes, for any alignment of the first element.
/// \param counts an mdspan of rank 1 of Bins::count integers, in memory that the executor can write; or add_to of one.
///   Counts wrap around on overflow.
/// \param bins value_bins, even_bins or your own (math/bins.hpp)
///
/// Throws `error` for a wrong number of counts, memory that the executor cannot access, and failed launches. Source:
/// Kirk, Hwu and El Hajj, Programming Massively Parallel Processors, 4th ed., chapter 9.
template <class V, core::any_executor Executor, core::is_mdspan In, detail::output_view Counts, class Bins>
void histogram(const Executor& on, const In& in, Counts counts, const Bins& bins)
{
  detail::histogram_arguments<In, core::target<Counts>, Bins>::check();
  policy::variant_argument<verb::histogram, V, typename In::value_type, Bins>::check();
  const core::target<Counts> to = core::target_of(counts);
  if (static_cast<std::int64_t>(to.extent(0)) != Bins::count)
    throw error(
        {"the output has ", to.extent(0), " counts (there are ", Bins::count, " bins): pass one element for each bin"});
  core::check_extents(in, "the input");
  on.require_access(to.data_handle(), "counts");
  if constexpr (!core::adds<Counts>) {
    constexpr shape3 all{Bins::count, 1, 1};
    launch::zero<V>(on, all, gridfold::view_of(to.data_handle(), all), "counts");
  }
  if (in.extent(0) == 0) return;
  on.require_access(in.data_handle(), "input elements");
  auto from = on.argument(V::input::view_of(in), "in", role::input);
  auto out = on.argument(view::atomic_view_of(to), "counts", role::update);
  using in_view = decltype(from);
  if constexpr (supports<verb::histogram, V, typename In::value_type, Bins>) {
    const kernel::count_bins<V, in_view, Bins, decltype(out)> counting{
        view::vectorized_view<in_view, V::vectors::width>(from), bins, out};
    on.run(counting, counting.grid());
  }
}

/// histogram by the executor's default variant (docs/use/defaults.md), with exchange_global for counts of more than 48
/// KiB.
template <core::any_executor Executor, core::is_mdspan In, detail::output_view Counts, class Bins>
void histogram(const Executor& on, const In& in, Counts counts, const Bins& bins)
{
  defaults::argument<Executor, verb::histogram, typename In::value_type>::check();
  gridfold::with_default_variant<verb::histogram, typename In::value_type>(
      on, static_cast<std::int64_t>(in.extent(0)), [&]<class V>(const auto& executor) {
        gridfold::histogram<detail::with_room_for<V, Bins>>(executor, in, counts, bins);
      });
}

/// Any other call is one compile-time error, whose message says what to pass.
template <class... V>
auto histogram(...)
{
  static_assert(core::never<V...>,
                "gridfold: these are not the arguments of histogram (executor, input, counts, bins): pass an executor, "
                "two mdspans of rank 1 and the bins, in this order");
}

}  // namespace gridfold::inline GRIDFOLD_ABI
