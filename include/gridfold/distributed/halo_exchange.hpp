// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The exchange of particles between ranks by layers of cells, on which gather_halo is built.
#pragma once

#include <gridfold/core/config.hpp>
#include <gridfold/launch/spans.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/kernel/cells/cell_axes.hpp>
#include <gridfold/kernel/cells/sort_cells.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <optional>
#include <type_traits>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::distributed
{

/// Elements or cells from `begin` to before `end`.
struct number_range {
  std::int64_t begin = 0, end = 0;
  [[nodiscard]] std::int64_t size() const { return end - begin; }
};

/// Layers of cells that lie side by side: one range of cells, or two if the layers cross a periodic border.
template <class Boundary>
using layer_ranges = std::array<number_range, Boundary::is_periodic ? 2 : 1>;

/// The layers of cells that hold all positions between two z coordinates.
template <class T, class Boundary>
layer_ranges<Boundary> layers_between(const cell_box<Boundary>& box, T low, T high)
{
  const kernel::cell_axis<T, Boundary> along(box.origin.z, box.edge.z, box.shape.z);
  const kernel::cell_interval<T, Boundary> layers(along, low, high);
  const auto cells = [&](int first, int count) {
    const std::int64_t layer = box.shape.x * box.shape.y, begin = layers.cell(first) * layer;
    return number_range{begin, begin + count * layer};
  };
  const int together = layers.side_by_side(0);
  layer_ranges<Boundary> ranges{cells(0, together)};
  if (layers.count > together) ranges.back() = cells(together, layers.count - together);
  return ranges;
}

/// Gathers elements: to[s] = elements[index[s]].
template <class Executor, class Element>
void take_by_index(const Executor& on, const Element* elements, cuda::std::span<const int> index, Element* to)
{
  const int size = static_cast<int>(index.size());
  if (size == 0) return;
  on.require_access(elements, "elements of particles");
  auto from = on.argument(launch::int_counted<const Element>(elements, size), "elements of particles", role::input);
  auto numbers = launch::input_span(on, index, "indices");
  auto in_order = on.argument(launch::int_counted<Element>(to, size), "elements in cells", role::output);
  using take = kernel::take_by_index<decltype(from), decltype(numbers), decltype(in_order)>;
  on.run(take{{}, from, numbers, in_order}, take::grid(size));
}

/// One exchange of halos: this rank's sorted particles, those for each rank, and the number that each rank sends.
template <class Executor, class Transport, class Particle, class Boundary>
class halo_exchange {
  using list = cell_list<Executor, Particle, Boundary>;
  static constexpr std::size_t pieces = std::tuple_size_v<layer_ranges<Boundary>>;

 public:
  /// \param call a hash of the arguments that must be equal on all ranks
  /// \param sort returns this rank's particles in cells; throws `error` for a wrong call
  /// \param layers_for returns the layer_ranges whose particles a rank, its argument, gets
  template <class Sort, class LayersFor>
  halo_exchange(const ranks<Executor, Transport>& on, fingerprint call, const Sort& sort, const LayersFor& layers_for)
      : on_(on), ranges_(pieces * static_cast<std::size_t>(on.size()))
  {
    on_.together(
        [&] {
          own_.emplace(sort());
          find_ranges(layers_for);
        },
        call.of(std::int64_t{pieces * sizeof(verbs::particle_number<Particle>)}));
    std::vector<std::int64_t> sizes;
    for (const number_range& range : ranges_) sizes.push_back(range.size());
    counts_ = distributed::exchanged_counts(on_, sizes);
  }

  /// Exchanges an array with one element per particle; returns the elements that all ranks send to this one. Elements
  /// of one cell are in rank order, those of one rank in its own order. Particles are sent as the caller gave them,
  /// because sorting into periodic cells wraps and rounds them.
  template <class Element>
  auto gather(const Element* elements) const
  {
    std::size_t all = 0;
    for (const std::int64_t count : counts_) all += static_cast<std::size_t>(count);
    auto gathered = distributed::zeros_together<Element>(on_, all);
    auto in_cells = distributed::zeros_together<Element>(on_, static_cast<std::size_t>(own_->size()));
    on_.together([&] {
      distributed::take_by_index(on_.local(), elements, own_->cells().index, in_cells.data());
      Element* to = gathered.data();
      for (std::size_t piece = 0; piece < pieces; ++piece) to = exchange(piece, in_cells.data(), to);
    });
    return gathered;
  }

 private:
  /// Finds which of the sorted particles each rank gets. Throws `error` if some sources lie in no cell: every sum would
  /// be NaN, but no rank would get these sources.
  template <class LayersFor>
  void find_ranges(const LayersFor& layers_for)
  {
    std::vector<int> bounds(2 * ranges_.size() + 1, 0);
    const auto begin = own_->cells().begin;
    int* bound = bounds.data();
    for (int rank = 0; rank < on_.size(); ++rank) {
      const layer_ranges<Boundary> layers = layers_for(rank);
      for (const number_range& cells : layers)
        for (const std::int64_t cell : {cells.begin, cells.end}) on_.local().copy(begin.data() + cell, bound++, 1);
    }
    on_.local().copy(begin.data() + begin.size() - 1, bound, 1);
    on_.local().wait();
    if (core::is_source<Particle> && *bound < own_->size())
      throw error(
          "a source has a coordinate that is NaN, or infinite in a periodic box (it lies on no rank, and every sum "
          "would be NaN): pass finite coordinates");
    for (std::size_t n = 0; n < ranges_.size(); ++n) ranges_[n] = {bounds[2 * n], bounds[2 * n + 1]};
  }

  /// Exchanges `number` ranges per rank; returns the end of each received range.
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
  std::optional<list> own_;
  std::vector<number_range> ranges_;  ///< for each rank, the ranges of the sorted particles it gets
  std::vector<std::int64_t> counts_;  ///< for each rank, the number of particles that this rank gets from it
};

}  // namespace gridfold::inline GRIDFOLD_ABI::distributed
