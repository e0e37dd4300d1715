// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The smooth part of a particle-mesh sum on several ranks: a mesh, its spectrum and its Green's function in slabs.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/moved.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/distributed/fourier.hpp>
#include <gridfold/distributed/halo_exchange.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/electrostatics/mesh_convolution.hpp>
#include <gridfold/electrostatics/mesh_kernels.hpp>
#include <gridfold/electrostatics/mesh_parameters.hpp>
#include <gridfold/electrostatics/mesh_tables.hpp>
#include <gridfold/exec/buffer.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::detail
{

/// The planes of a mesh that the points of a slab read: one range, or two if the planes cross a periodic border.
template <class Boundary>
struct planes_read {
  std::array<distributed::number_range, Boundary::is_periodic ? 2 : 1> ranges{};
  electrostatics::reading_table along_z;  ///< numbers planes as in these ranges

  [[nodiscard]] std::int64_t planes() const
  {
    std::int64_t all = 0;
    for (const distributed::number_range& range : ranges) all += range.size();
    return all;
  }
};

/// The planes that a part of a lattice reads; none if the part is empty.
template <class Executor, class T, class Boundary>
planes_read<Boundary> find_planes(const lattice_part& where,
                                  const electrostatics::mesh_kernels<Executor, T, Boundary>& kernels)
{
  if (where.shape.z == 0) return {};
  const mesh_parameters& p = kernels.parameters();
  const std::int64_t nodes = p.nodes.z;
  planes_read<Boundary> read{.along_z = electrostatics::reading_of_planes(where, kernels)};
  const auto node_of = [&](std::int64_t point) {
    const double at = where.whole.origin.z + where.whole.spacing.z * static_cast<double>(where.first.z + point);
    return kernels.window().first((at - p.origin.z) / p.spacing.z);
  };
  // One plane more on each side, because the table may round positions differently.
  std::int64_t low = node_of(0) - 1, high = node_of(where.shape.z - 1) + p.width + 1;
  if constexpr (Boundary::is_periodic) {
    if (high - low >= nodes) {
      read.ranges[0] = {0, nodes};
      return read;
    }
    const std::int64_t size = high - low;
    low = (low % nodes + nodes) % nodes;
    read.ranges[0] = {low, std::min(low + size, nodes)};
    read.ranges[1] = {0, size - read.ranges[0].size()};
  } else {
    low = std::max<std::int64_t>(low, 0);
    read.ranges[0] = {low, std::min(high, p.atom_nodes.z)};
  }
  for (int& first : read.along_z.first)
    first = static_cast<int>((static_cast<std::int64_t>(first) - low + nodes) % nodes);
  return read;
}

}  // namespace gridfold::inline GRIDFOLD_ABI::detail

namespace gridfold::inline GRIDFOLD_ABI::distributed
{

/// Owns this rank's planes of a mesh, its rows of the spectrum and of the Green's function, and the Fourier transforms.
/// All ranks make the same calls.
template <class Executor, class Transport, class T, class Fourier, class Boundary>
class mesh_in_slabs {
  static_assert(
      fourier_transform_on_ranks<Fourier, ranks<Executor, Transport>, T>,
      "gridfold: the Fourier transform lacks forward(mesh, spectrum), backward(spectrum, mesh) or waves(), or "
      "the constructor (ranks, planes, nodes along z): see distributed/fourier.hpp");
  using kernels = electrostatics::mesh_kernels<Executor, T, Boundary>;
  using reader = electrostatics::mesh_reader<Executor, T, Boundary>;

 public:
  /// \param slabs a partition of the lattice's shape; a rank with an empty slab still has planes and rows of the mesh
  template <class Green>
  mesh_in_slabs(const ranks<Executor, Transport>& on, const lattice& where, const partition& slabs,
                const mesh_parameters& chosen, const Green& green)
      : on_(on),
        kernels_(on.local(), chosen),
        planes_({chosen.nodes.x, chosen.nodes.y, chosen.atom_nodes.z}, on.size()),
        fourier_(on, planes_, chosen.nodes.z)
  {
    on_.together([&] {
      rows_ = fourier_.waves().shape(on_.rank()).y;
      const std::int64_t row = row_of(chosen.nodes), plane = row * chosen.nodes.y;
      const auto numbers = [&](std::int64_t size) {
        return buffer<T, Executor>(on_.local(), static_cast<std::size_t>(size));
      };
      mesh_.emplace(numbers(plane * planes_.shape(on_.rank()).z));
      spectrum_.emplace(numbers(row * rows_ * chosen.nodes.z));
      green_.emplace(numbers(kernels_.waves().x * rows_ * kernels_.waves().z));
      for (int rank = 0; rank < on_.size(); ++rank)
        read_by_.push_back(detail::find_planes<Executor, T, Boundary>(slabs.part(where, rank), kernels_));
      const auto& mine = read_by_[static_cast<std::size_t>(on_.rank())];
      read_.emplace(numbers(plane * mine.planes()));
      if (!slabs.is_empty(on_.rank()))
        reader_.emplace(on_.local(), slabs.part(where, on_.rank()), kernels_, mine.along_z);
    });
    transform_green(green);
    on_.together([&] {
      if (rows_ > 0) kernels_.take_green(spectrum_->data(), rows_, with_own_rows(kernels_.factors()), green_->data());
    });
  }

  /// Adds the smooth part of sorted sources at this rank's points; `out` is not accessed if the rank has none.
  template <class Out>
  void add(const cells<source<T>, Boundary>& from, Out out)
  {
    convolve(from);
    read([&](const T* planes, std::int64_t count) { reader_->add(kernels_, planes, count, out); });
  }
  /// Adds the smooth part and its field at this rank's points to the field_output that `to` returns; `to` is not called
  /// if the rank has none.
  template <class To>
  void add_fields(const cells<source<T>, Boundary>& from, To to)
  {
    convolve(from);
    read([&](const T* planes, std::int64_t count) { reader_->add(kernels_, planes, count, to()); });
  }

 private:
  /// Sets this rank's planes to the smooth part of sorted sources.
  void convolve(const cells<source<T>, Boundary>& from)
  {
    on_.together([&] {
      mesh_->fill_bytes(0);
      const std::int64_t planes = planes_.shape(on_.rank()).z;
      if (!from.sorted.empty() && planes > 0) kernels_.gather(from, planes_.begin(on_.rank()), planes, mesh_->data());
    });
    fourier_.forward(mesh_->data(), spectrum_->data());
    on_.together([&] {
      if (rows_ > 0) kernels_.multiply(spectrum_->data(), rows_, green_->data(), rows_);
    });
    fourier_.backward(spectrum_->data(), mesh_->data());
  }
  /// Calls use(planes, their number) with the planes that this rank's points read, if it has points.
  template <class Use>
  void read(Use use)
  {
    on_.together([&] {
      exchange_planes();
      if (reader_) use(read_->data(), read_by_[static_cast<std::size_t>(on_.rank())].planes());
    });
  }

  /// A table along y for this rank's rows, from a table for the wave numbers 0 to half of the nodes.
  [[nodiscard]] electrostatics::axis_tables with_own_rows(electrostatics::axis_tables all) const
  {
    const std::int64_t nodes = kernels_.parameters().nodes.y, first = fourier_.waves().begin(on_.rank());
    std::vector<double> own;
    for (std::int64_t j = first; j < first + rows_; ++j)
      own.push_back(all.y[static_cast<std::size_t>(std::min(j, nodes - j))]);
    all.y = gridfold::core::moved(own);
    return all;
  }

  /// Sets the spectrum to the transform of the smooth part: sampled in a periodic box; otherwise the smooth part is
  /// sampled and then transformed.
  template <class Green>
  void transform_green(const Green& green)
  {
    const shape3 nodes = kernels_.parameters().nodes;
    if constexpr (Boundary::is_periodic) {
      on_.together([&] {
        if (rows_ > 0) kernels_.sample(green, with_own_rows(kernels_.squares()), rows_, spectrum_->data());
      });
    } else {
      const partition all(nodes, on_.size());
      std::optional<buffer<T, Executor>> samples;
      on_.together([&] {
        const std::int64_t first = all.begin(on_.rank()), planes = all.shape(on_.rank()).z;
        samples.emplace(on_.local(), static_cast<std::size_t>(row_of(nodes) * nodes.y * planes));
        auto squares = kernels_.squares();
        squares.z = {squares.z.begin() + first, squares.z.begin() + first + planes};
        if (planes > 0) kernels_.sample(green, squares, nodes.y, samples->data());
      });
      Fourier(on_, all, nodes.z).forward(samples->data(), spectrum_->data());
    }
  }

  /// Collects the planes that this rank's points read.
  void exchange_planes()
  {
    const shape3 nodes = kernels_.parameters().nodes;
    const std::int64_t plane = row_of(nodes) * nodes.y;
    const auto both = [&](int owner, const number_range& read) {
      const std::int64_t begin = std::max(planes_.begin(owner), read.begin);
      return number_range{begin, std::max(begin, std::min(planes_.end(owner), read.end))};
    };
    T* to = read_->data();
    const auto& mine = read_by_[static_cast<std::size_t>(on_.rank())];
    for (std::size_t n = 0; n < mine.ranges.size(); ++n) {
      std::vector<cuda::std::span<const T>> parts;
      std::vector<std::int64_t> counts;
      for (int rank = 0; rank < on_.size(); ++rank) {
        const number_range for_rank = both(on_.rank(), read_by_[static_cast<std::size_t>(rank)].ranges[n]);
        parts.emplace_back(mesh_->data() + (for_rank.begin - planes_.begin(on_.rank())) * plane,
                           static_cast<std::size_t>(for_rank.size() * plane));
        counts.push_back(both(rank, mine.ranges[n]).size() * plane);
      }
      on_.template exchange<T>(parts, counts, to);
      for (const std::int64_t count : counts) to += count;
    }
  }

  ranks<Executor, Transport> on_;
  kernels kernels_;
  partition planes_;  ///< planes of the mesh that are not zero
  Fourier fourier_;
  std::int64_t rows_ = 0;  ///< rows of this rank's slab of the spectrum
  std::optional<buffer<T, Executor>> mesh_, spectrum_, green_, read_;
  std::vector<detail::planes_read<Boundary>> read_by_;  ///< by each rank
  std::optional<reader> reader_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::distributed
