// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// reduce on several ranks, with equal bits for any number of ranks. Its kernels are in kernel/reduce/reduce_pieces.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/distributed/sums.hpp>
#include <gridfold/kernel/reduce/reduce_pieces.hpp>
#include <gridfold/reduce.hpp>
#include <type_traits>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The default maximum number of pieces of a reduction on several ranks: 8 blocks for each SM of 8 GPUs.
inline constexpr int default_reduce_pieces = 8 * default_reduce_blocks;

namespace detail
{

/// The smallest number of elements for which a block is worth its cost.
inline constexpr std::int64_t elements_of_piece = 8192;

/// The division of all elements into pieces, and the number of pieces of each rank. Depends on the partition's shape,
/// axis and step, but not on the number of ranks.
struct rank_pieces {
  kernel::piece_layout layout;
  std::vector<std::int64_t> counts;
  std::int64_t all = 0;
};

inline rank_pieces pieces_of(const partition& slabs, int most)
{
  const shape3 whole = slabs.whole();
  const bool in_order = slabs.axis() == along::z || (whole.z == 1 && (slabs.axis() == along::y || whole.y == 1));
  if (!in_order)
    throw error({"the elements of a rank's slab of ", whole.x, " x ", whole.y, " x ", whole.z,
                 " are not consecutive in the whole (they are combined in the order of the whole): divide its slowest "
                 "axis, such as along::z"});
  const std::int64_t plane = slabs.axis() == along::x ? 1 : slabs.axis() == along::y ? whole.x : whole.x * whole.y;
  const std::int64_t steps = ceil_div(slabs.planes(), slabs.step()), step = slabs.step() * plane;
  if (steps > most)
    throw error({"a partition of ", slabs.planes(), " planes has ", steps, " steps, and the scratch of the reduction ",
                 most, " pieces (each step is at least one piece): give the partition a larger step"});
  const std::int64_t wanted = std::clamp<std::int64_t>(most / std::max<std::int64_t>(steps, 1), 1,
                                                       std::max<std::int64_t>(ceil_div(step, elements_of_piece), 1));
  rank_pieces pieces{.layout = {step, ceil_div(ceil_div(step, wanted), std::int64_t{64}) * 64, wanted}, .counts = {}};
  const auto steps_before = [&](std::int64_t plane_number) { return ceil_div(plane_number, slabs.step()); };
  for (int r = 0; r < slabs.ranks(); ++r)
    pieces.counts.push_back((steps_before(slabs.end(r)) - steps_before(slabs.begin(r))) * wanted);
  pieces.all = steps * wanted;
  return pieces;
}

/// Reduces this rank's pieces, and stores them at their places among the partial results of all ranks.
template <class V, class Executor, class In, class Op, class Partial>
void reduce_own_pieces(const Executor& on, const In& in, const Op& op, const rank_pieces& pieces, int rank,
                       Partial* of_piece, Partial* of_thread)
{
  static_assert(operation<Op, typename In::value_type>,
                "gridfold: the operation does not combine the input's elements (it needs T operator()(T, T) const and "
                "T identity<T>() const): see math/operation.hpp, or take with_identity(operation, identity)");
  core::check_extents(in, "the input");
  const std::int64_t mine = pieces.counts[static_cast<std::size_t>(rank)];
  if (mine == 0) return;
  if (in.extent(0) > 0) on.require_access(in.data_handle(), "input");
  using kernel_type = kernel::reduce_pieces<V, In, Op, Partial*>;
  on.run(kernel_type{in, of_piece, of_thread, {op}, pieces.layout}, {mine, 1, 1});
}

}  // namespace detail

/// A partition of n elements for reduce, with a step that suits default_reduce_pieces.
inline partition partition_of_elements(std::int64_t n, int ranks)
{
  const std::int64_t pieces = std::max(detail::elements_of_piece, ceil_div(n, std::int64_t{default_reduce_pieces}));
  return {shape3{n, 1, 1}, ranks, along::x, ceil_div(pieces, std::int64_t{64}) * 64};
}

/// Scratch of a rank for reductions of T on several ranks, see make_reduce_scratch(executor). Allocates memory of the
/// rank's executor; serves one reduction at a time. It exchanges nothing, so an error, such as a lack of memory, is
/// thrown on one rank only: call it within on.together(). \tparam V the variant; without one the scratch fits every
/// variant
/// \param pieces the largest number of pieces of all ranks together; results depend on it, so give the same number on
///   all ranks
template <verbs::variant_or_list V, class T, class Op = sum, class Executor, class Transport>
auto make_reduce_scratch(const ranks<Executor, Transport>& on, int pieces = default_reduce_pieces)
{
  return gridfold::make_reduce_scratch<V, T, Op>(on.local(), pieces);
}
template <class T, class Op = sum, class Executor, class Transport>
requires(!verbs::variant_or_list<T>) auto make_reduce_scratch(const ranks<Executor, Transport>& on,
                                                    int pieces = default_reduce_pieces)
{
  return gridfold::make_reduce_scratch<T, Op>(on.local(), pieces);
}

/// reduce on several ranks: sets the element of `out`, on every rank, to the reduction of all ranks' elements.
///
/// The elements are divided into pieces that do not depend on the number of ranks. One block reduces each piece, and
/// every rank combines the partial results of all pieces in order. So results are bitwise equal for any number of ranks
/// and any weights, on devices and on the host, for any alignment. They may differ by rounding from those of reduce on
/// one executor, whose blocks are interleaved.
///
/// \tparam V the variant, a gather; see verb_traits<verb::reduce>
/// \param in this rank's elements: its slab, consecutive in the order of the whole
/// \param slabs a partition of the whole along its slowest axis (partition_of_elements for an array), the same on every
///   rank
/// \param scratch from make_reduce_scratch(on)
/// Transports that synchronise do so in the exchange of the partial results, a few KB. Throws as reduce does, on all
/// ranks, and for an input whose size is not that of the rank's slab.
template <class V, class Executor, class Transport, class In, class Out, class Op, class Scratch>
void reduce(const ranks<Executor, Transport>& on, const In& in, const partition& slabs, Out&& out, const Op& op,
            Scratch& scratch)
{
  verbs::reduce_arguments<const In, Out>::check();
  using T = typename decltype(verbs::elements_of(in))::value_type;
  policy::variant_argument<verb::reduce, V, T, Op>::check();
  static_assert(V::decomposition::owns_outputs,
                "gridfold: a reduction on several ranks cannot scatter (its results have the same bits for any number "
                "of ranks): take gather");
  auto elements = verbs::elements_of(in);
  using partial = verbs::reduce_partial<V, T, Op>;
  detail::rank_pieces pieces{};
  partial *of_piece = nullptr, *of_thread = nullptr, *mine = nullptr;
  on.together(
      [&] {
        distributed::check_ranks(slabs, on.size());
        const std::int64_t size = slabs.shape(on.rank()).count();
        if (static_cast<std::int64_t>(elements.extent(0)) != size)
          throw error({"the input has ", elements.extent(0), " elements, and the rank's slab ", size,
                       " (each rank passes its slab): pass the elements that the partition gives the rank"});
        pieces = detail::pieces_of(slabs, scratch.blocks());
        const auto workspace = scratch.template workspace<V, T, Op>();
        of_piece = mine = workspace.of_block;
        of_thread = workspace.of_thread;
        for (int r = 0; r < on.rank(); ++r) mine += pieces.counts[static_cast<std::size_t>(r)];
        detail::reduce_own_pieces<V>(on.local(), elements, op, pieces, on.rank(), mine, of_thread);
      },
      distributed::fingerprint("reduce")
          .of(slabs)
          .of(std::int64_t{scratch.blocks()})
          .of(std::int64_t{sizeof(partial)}));
  on.together([&] { on.all_gather(mine, cuda::std::span<const std::int64_t>(pieces.counts), of_piece); });
  on.together([&] {
    auto to = verbs::output_of(on.local(), verbs::elements_of(out));
    using kernel_type = kernel::combine_pieces<V, Op, T, decltype(to), partial*>;
    on.local().run(kernel_type{of_piece, of_thread, to, {op}, pieces.all}, {1, 1, 1});
  });
}

/// reduce on several ranks by the default variant for the whole.
template <class Executor, class Transport, class In, class Out, class Op, class Scratch>
void reduce(const ranks<Executor, Transport>& on, const In& in, const partition& slabs, Out&& out, const Op& op,
            Scratch& scratch)
{
  defaults::argument<Executor, verb::reduce>::check();
  verbs::reduce_arguments<const In, Out>::check();
  const auto elements = verbs::elements_of(in);
  gridfold::with_default_variant<verb::reduce, typename decltype(elements)::value_type>(
      on.local(), slabs.whole().count(),
      [&]<class V>(const auto& /*executor*/) { gridfold::reduce<V>(on, elements, slabs, out, op, scratch); });
}

}  // namespace gridfold::inline GRIDFOLD_ABI
