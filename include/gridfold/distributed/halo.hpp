// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Sources that are distributed over ranks: each gets those that its slab of a cutoff_sum reads, its halo included.
#pragma once

#include <gridfold/core/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/distributed/sums.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/kernel/parts/cell_axes.hpp>
#include <gridfold/kernel/sort_cells.hpp>
#include <gridfold/math/cutoff.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace gridfold
{

/// Sources and the number of each, in memory of an executor.
template <class Sources, class Numbers>
struct numbered_sources {
  Sources sources;
  Numbers numbers;
};

namespace detail
{

/// Elements or cells from `begin` to before `end`.
struct number_range {
  std::int64_t begin = 0, end = 0;
  [[nodiscard]] std::int64_t size() const { return end - begin; }
};

/// The layers of cells in reach of a slab, in one range of cells; in two if they go on behind a periodic border.
template <class Boundary>
using layer_ranges = std::array<number_range, Boundary::is_periodic ? 2 : 1>;

/// The layers of cells that a cutoff_sum reads for a slab along z, whatever its variant.
template <class T, class Boundary, class Interaction>
layer_ranges<Boundary> layers_in_reach(const lattice_part& slab, const cell_box<Boundary>& box, const Interaction& pair)
{
  const auto cut = detail::cut_lattice_of<T>(slab, box, pair, static_cast<double>(pair.cutoff));
  const kernel::cell_axis<T, Boundary> along(box.origin.z, box.edge.z, box.shape.z);
  // One margin more than kernels add: a device may round a point's coordinate otherwise.
  const T reach = cut.reach.widened() + cut.reach.margin;
  const kernel::cell_interval<T, Boundary> layers(along, cut.axes.z(0) - reach, cut.axes.z(slab.shape.z - 1) + reach);
  const auto cells = [&](int first, int count) {
    const std::int64_t layer = box.shape.x * box.shape.y, begin = layers.cell(first) * layer;
    return number_range{begin, begin + count * layer};
  };
  const int together = layers.side_by_side(0);
  layer_ranges<Boundary> ranges{cells(0, together)};
  if (layers.count > together) ranges.back() = cells(together, layers.count - together);
  return ranges;
}

/// One exchange of halos: this rank's sources, sorted, which of them each rank gets, and how many each rank sends.
template <class Executor, class Transport, class T, class Boundary>
class halo_exchange {
  static constexpr std::size_t pieces = std::tuple_size_v<layer_ranges<Boundary>>;

 public:
  template <class Sources, class Interaction>
  halo_exchange(const ranks<Executor, Transport>& on, const Sources& sources, const cell_box<Boundary>& box,
                const lattice& where, const partition& slabs, const Interaction& pair)
      : on_(on), ranges_(pieces * static_cast<std::size_t>(on.size()))
  {
    on_.together(
        [&] {
          check(where, slabs, pair);
          own_.emplace(
              gridfold::make_cells<source<T>>(on_.local(), box, static_cast<std::int64_t>(std::size(sources))));
          gridfold::sort_into_cells(on_.local(), sources, *own_);
          find_ranges(where, slabs, pair);
        },
        fingerprint("gather_halo")
            .of(where)
            .of(slabs)
            .of(lattice{box.origin, box.edge, box.shape})
            .of(static_cast<double>(pair.cutoff))
            .of(std::int64_t{pieces * sizeof(T)}));
    std::vector<std::int64_t> sizes;
    for (const number_range& range : ranges_) sizes.push_back(range.size());
    counts_ = detail::exchanged_counts(on_, sizes);
  }

  /// What all ranks have for this one of an array with an element for each source. Of one cell, elements come in rank
  /// order and in the order of each rank.
  template <class Element>
  auto gather(const Element* elements) const
  {
    std::size_t all = 0;
    for (const std::int64_t count : counts_) all += static_cast<std::size_t>(count);
    auto gathered = detail::zeros_together<Element>(on_, all);
    auto in_cells = detail::zeros_together<Element>(on_, static_cast<std::size_t>(own_->size()));
    on_.together([&] {
      put_in_cells(elements, in_cells.data());
      Element* to = gathered.data();
      for (std::size_t piece = 0; piece < pieces; ++piece) to = exchange(piece, in_cells.data(), to);
    });
    return gathered;
  }

 private:
  template <class Interaction>
  void check(const lattice& where, const partition& slabs, const Interaction& pair) const
  {
    detail::check_ranks(slabs, on_.size());
    if (slabs.axis() != along::z)
      throw error("the slabs for halos are along x or y (layers of cells are along z): make the partition along::z");
    static_cast<void>(slabs.part(where, on_.rank()));
    where.check();
    math::check_cutoff<T>(pair.cutoff);
  }

  /// Finds which of the sorted sources each rank gets.
  template <class Interaction>
  void find_ranges(const lattice& where, const partition& slabs, const Interaction& pair)
  {
    std::vector<int> bounds(2 * ranges_.size(), 0);
    const auto begin = own_->cells().begin;
    for (int rank = 0; rank < on_.size(); ++rank) {
      if (slabs.is_empty(rank)) continue;
      const auto layers = detail::layers_in_reach<T>(slabs.part(where, rank), own_->box(), pair);
      int* bound = bounds.data() + 2 * pieces * static_cast<std::size_t>(rank);
      for (const number_range& cells : layers)
        for (const std::int64_t cell : {cells.begin, cells.end}) on_.local().copy(begin.data() + cell, bound++, 1);
    }
    on_.local().wait();
    for (std::size_t n = 0; n < ranges_.size(); ++n) ranges_[n] = {bounds[2 * n], bounds[2 * n + 1]};
  }

  /// Copies elements in the order of this rank's cells. Sources travel as they were given: those in periodic cells have
  /// been moved, and rounded.
  template <class Element>
  void put_in_cells(const Element* elements, Element* to) const
  {
    const auto& on = on_.local();
    const auto index = own_->cells().index;
    const int size = static_cast<int>(index.size());
    if (size == 0) return;
    on.require_access(elements, "elements of sources");
    const auto from = on.argument(int_counted<const Element>(elements, size), "elements of sources", role::input);
    const auto numbers = detail::input_span(on, index, "indices");
    const auto sorted = on.argument(int_counted<Element>(to, size), "elements in cells", role::output);
    using take = kernel::take_by_index<std::remove_const_t<decltype(from)>, std::remove_const_t<decltype(numbers)>,
                                       std::remove_const_t<decltype(sorted)>>;
    on.run(take{{}, from, numbers, sorted}, take::grid(size));
  }

  /// Exchanges the ranges of one number, and returns where those that this rank gets end.
  template <class Element>
  Element* exchange(std::size_t piece, const Element* in_cells, Element* to) const
  {
    std::vector<cuda::std::span<const Element>> parts;
    std::vector<std::int64_t> counts;
    for (std::size_t n = piece; n < ranges_.size(); n += pieces) {
      parts.emplace_back(in_cells + ranges_[n].begin, static_cast<std::size_t>(ranges_[n].size()));
      counts.push_back(counts_[n]);
    }
    on_.template exchange<Element>(parts, counts, to);
    for (const std::int64_t count : counts) to += count;
    return to;
  }

  ranks<Executor, Transport> on_;
  std::optional<cell_list<Executor, source<T>, Boundary>> own_;
  std::vector<number_range> ranges_;  ///< of the sorted sources: for each rank, its pieces
  std::vector<std::int64_t> counts_;  ///< of what each rank has for this one, likewise
};

template <class Interaction, class Sources, class Executor, class Transport, class Boundary>
auto make_halo_exchange(const ranks<Executor, Transport>& on, const Sources& sources, const cell_box<Boundary>& box,
                        const lattice& where, const partition& slabs, const Interaction& pair)
{
  source_argument<Sources>::check();
  static_assert(cut_interaction<Interaction>,
                "gridfold: the interaction has no end (it states no member `cutoff`): pass cut(interaction, distance), "
                "shifted, switched or tapered");
  using T = std::remove_cvref_t<typename source_argument<Sources>::number>;
  return halo_exchange<Executor, Transport, T, Boundary>(on, sources, box, where, slabs, pair);
}

}  // namespace detail

/// The sources of all ranks that this rank's slab of a cutoff_sum reads: those in cells within the cutoff of its
/// points. Each rank passes sources of its own, in any distribution, and nothing else is exchanged:
///
///   const auto near = gf::gather_halo(on, mine, box, where, slabs, pair);
///   auto list = gf::make_cells<gf::source<float>>(on.local(), box, near.size());
///   gf::sort_into_cells(on.local(), near, list);
///   gf::cutoff_sum(on, list.cells(), where, slabs, out, pair);
///
/// The map has the bits that one rank computes from all sources in rank order, as all_gather collects them, for slabs
/// as cutoff_sum on ranks says. A rank with an empty slab gets none.
///
/// \param on see ranks
/// \param sources a container or span of this rank's sources, in memory that the executor reads; may be empty
/// \param box cells for all sources, the same on every rank: cells_around, or cells_in for periodic ones
/// \param where the whole lattice, \param slabs a partition of its shape along z: the same on every rank
/// \param pair the interaction of the sum; of several sums, the one that ends last
/// Returns what the executor's zeros() returns, with data() and size(), in the unit and type of the sources. Sorts this
/// rank's sources, synchronises, and allocates. Throws `error` on all ranks as make_cells and cutoff_sum do, for slabs
/// along x or y, and if ranks disagree.
template <class Executor, class Transport, class Sources, class Boundary, class Interaction>
auto gather_halo(const ranks<Executor, Transport>& on, const Sources& sources, const cell_box<Boundary>& box,
                 const lattice& where, const partition& slabs, const Interaction& pair)
{
  return detail::make_halo_exchange(on, sources, box, where, slabs, pair).gather(std::data(sources));
}

/// gather_halo of sources that have numbers, which travel with them:
///
///   const auto near = gf::gather_halo(on, mine, numbers, box, where, slabs, pair);
///   ...
///   gf::sort_into_cells(on.local(), near.sources, near.numbers, list);
///
/// The map has the bits that one rank computes from all sources in the order of their numbers, however they are
/// distributed: for sources that move from rank to rank. Returns numbered_sources.
///
/// \param numbers a container or span of integers, one for each source, which differ among all ranks
template <class Executor, class Transport, class Sources, class Numbers, class Boundary, class Interaction>
auto gather_halo(const ranks<Executor, Transport>& on, const Sources& sources, const Numbers& numbers,
                 const cell_box<Boundary>& box, const lattice& where, const partition& slabs, const Interaction& pair)
{
  on.together([&] {
    if (std::size(numbers) != std::size(sources))
      throw error({"there are ", std::size(numbers), " numbers of ", std::size(sources),
                   " sources (each has one): pass as many"});
  });
  const auto halo = detail::make_halo_exchange(on, sources, box, where, slabs, pair);
  auto near = halo.gather(std::data(sources));
  return numbered_sources<decltype(near), decltype(halo.gather(std::data(numbers)))>{std::move(near),
                                                                                     halo.gather(std::data(numbers))};
}

}  // namespace gridfold
