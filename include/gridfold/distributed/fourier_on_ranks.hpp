// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fourier transforms of meshes in slabs, by any library that transforms planes and columns on one executor.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <gridfold/core/error.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/fourier.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/distributed/sums.hpp>
#include <gridfold/distributed/transport.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/executor.hpp>
#include <gridfold/kernel/mesh/move_rows.hpp>
#include <gridfold/kernel/mesh/multiply_spectrum.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/coarsening.hpp>
#include <gridfold/policy/variant.hpp>
#include <optional>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// Fourier transforms on one rank, in place and in the order of its executor.
///
///   F(on, nodes, planes, rows)       plans for a mesh of `nodes`; either count may be 0
///   forward_planes(mesh)             real transforms of planes of (y, x), backward_planes their inverses
///   forward_along_z(spectrum)        complex ones along z of rows of waves side by side, backward_along_z their
///   inverses
template <class F, class Executor, class T>
concept transform_of_slabs = std::constructible_from<F, const Executor&, shape3, std::int64_t, std::int64_t> &&
    requires(F& plan, T* numbers)
{
  plan.forward_planes(numbers);
  plan.backward_planes(numbers);
  plan.forward_along_z(numbers);
  plan.backward_along_z(numbers);
};

}  // namespace detail

/// A plan for real transforms of a mesh in slabs along z, whose spectrum is in slabs along y. Each rank transforms its
/// planes, the ranks exchange waves once, and each rank transforms its waves along z. forward() and then backward()
/// multiply by the number of nodes. Made by make_fftw_on_ranks and make_cufft_on_ranks.
///
/// If there are more nodes along z than planes, the nodes of the missing planes are zero, and backward() does not
/// compute them, which saves work and exchanges.
///
/// A rank's slab of the mesh has rows of row_of(nodes) numbers, the layout of fourier_transform. Its slab of the
/// spectrum has the waves (k, j, i), i fastest: 0 <= k < nodes.z, waves().begin(rank) <= j < waves().end(rank), 0 <= i
/// < nodes.x / 2 + 1. A wave is two numbers, the real and the imaginary part. Both slabs are memory of the executor,
/// aligned to two numbers.
///
/// \tparam Local a detail::transform_of_slabs
template <class T, class Executor, class Transport, class Local>
class fourier_on_ranks {
  static_assert(detail::transform_of_slabs<Local, Executor, T>,
                "gridfold: the transform of a rank lacks a constructor (executor, nodes, planes, rows) or one of "
                "forward_planes, backward_planes, forward_along_z and backward_along_z");

 public:
  /// Parameters and errors are those of make_fftw_on_ranks.
  fourier_on_ranks(const ranks<Executor, Transport>& on, const partition& slabs, std::int64_t nodes_along_z)
      : on_(on),
        nodes_(slabs),
        waves_({row_of(slabs.whole()) / 2, slabs.whole().y, nodes_along_z}, slabs.ranks(), along::y)
  {
    on_.together([&] { plan(); }, arguments("make_fourier_on_ranks"));
  }

  /// The partition of the waves: of {nodes.x / 2 + 1, nodes.y, nodes.z} along y.
  [[nodiscard]] const partition& waves() const { return waves_; }

  /// From nodes to waves, in the order of the executor. Ranks wait for each other. An error of one rank is thrown on
  /// all.
  /// \param mesh this rank's slab, which is overwritten
  /// \param spectrum 2 * waves().shape(rank).count() numbers
  void forward(T* mesh, T* spectrum)
  {
    on_.together(
        [&] {
          const auto pack = [&] {
            local_->forward_planes(mesh);
            move_slab<true>(mesh);
          };
          exchange_after(pack, blocks_, of_blocks_, spectrum);
          const std::int64_t set = wave_plane() * nodes_.planes(), all = wave_plane() * waves_.whole().z;
          on_.local().fill_bytes(spectrum + set, static_cast<std::size_t>(all - set), 0);
          local_->forward_along_z(spectrum);
        },
        arguments("forward"));
  }

  /// From waves to nodes, in the order of the executor; overwrites the spectrum. Ranks wait for each other, and an
  /// error of one is thrown on all.
  void backward(T* spectrum, T* mesh)
  {
    on_.together(
        [&] {
          std::vector<cuda::std::span<const T>> parts;
          std::vector<std::int64_t> counts;
          const T* part = spectrum;
          for (const std::int64_t size : of_blocks_) {
            parts.emplace_back(part, static_cast<std::size_t>(size));
            part += size;
          }
          for (const auto& block : blocks_) counts.push_back(static_cast<std::int64_t>(block.size()));
          exchange_after([&] { local_->backward_along_z(spectrum); }, parts, counts, packed_->data());
          move_slab<false>(mesh);
          local_->backward_planes(mesh);
        },
        arguments("backward"));
  }

 private:
  using wave = kernel::wave<T>;

  [[nodiscard]] distributed::fingerprint arguments(const char* call) const
  {
    return distributed::fingerprint(call).of(nodes_).of(waves_.whole());
  }
  /// Numbers in one plane of this rank's slab of the spectrum.
  [[nodiscard]] std::int64_t wave_plane() const { return 2 * waves_.whole().x * waves_.shape(on_.rank()).y; }
  /// The shape of the waves that this rank's planes transform to.
  [[nodiscard]] shape3 own_waves() const { return {waves_.whole().x, waves_.whole().y, nodes_.shape(on_.rank()).z}; }

  void plan()
  {
    distributed::check_ranks(nodes_, on_.size());
    if (nodes_.axis() != along::z)
      throw error("the mesh is divided along x or y (planes of it are transformed): make the partition along::z");
    if (waves_.whole().z < nodes_.planes())
      throw error({"the mesh has ", nodes_.planes(), " planes and ", waves_.whole().z,
                   " nodes along z (planes are some of these): give as many or more"});
    const auto [row, columns, planes] = own_waves();
    const std::int64_t rows = waves_.shape(on_.rank()).y;
    local_.emplace(on_.local(), shape3{nodes_.whole().x, nodes_.whole().y, waves_.whole().z}, planes, rows);
    packed_.emplace(on_.local(), static_cast<std::size_t>(2 * own_waves().count()));
    std::vector<kernel::row_place> places;
    for (int r = 0; r < on_.size(); ++r) {
      const std::int64_t height = waves_.shape(r).y, first = row * planes * waves_.begin(r);
      for (std::int64_t j = 0; j < height; ++j) places.push_back({first + j * row, height * row});
      blocks_.emplace_back(packed_->data() + 2 * first, static_cast<std::size_t>(2 * row * planes * height));
      of_blocks_.push_back(2 * row * rows * nodes_.shape(r).z);
    }
    places_.emplace(on_.local(), places);
    on_.local().wait();  // the copy of `places` must have ended
  }

  /// Calls work(), then exchanges its result. If work() throws, exchanges all the same, because the other ranks wait
  /// for it, and then rethrows.
  template <class Work>
  void exchange_after(const Work& work, const std::vector<cuda::std::span<const T>>& parts,
                      const std::vector<std::int64_t>& counts, T* whole) const
  {
    const std::string failure = distributed::failure_of(on_.rank(), work);
    on_.template exchange<T>(parts, counts, whole);
    if (!failure.empty()) throw agreed_error(failure);
  }

  /// Copies between a slab and the ranks' blocks: the rows of all planes, grouped by the rank that transforms them
  /// along z.
  template <bool ToBlocks>
  void move_slab(T* slab) const
  {
    using variant = gridfold::variant<block<32, 8>, coarsen<1, 4>>;  // four rows per thread for more bytes in flight
    const shape3 shape = own_waves();
    if (shape.z == 0) return;
    const auto& on = on_.local();
    auto planes = on.argument(gridfold::view_of(reinterpret_cast<wave*>(slab), shape), "waves",
                              ToBlocks ? role::input : role::output);
    auto places = on.argument(
        cuda::std::mdspan<const kernel::row_place, cuda::std::dextents<std::int64_t, 1>>(places_->data(), shape.y),
        "places", role::input);
    auto blocks = on.argument(cuda::std::mdspan<wave, cuda::std::dextents<std::int64_t, 1>>(
                                  reinterpret_cast<wave*>(packed_->data()), shape.count()),
                              "blocks", ToBlocks ? role::output : role::input);
    using text = kernel::move_rows<variant, ToBlocks, decltype(planes), decltype(places), decltype(blocks)>;
    on.run(text{planes, places, blocks}, text::grid(shape));
  }

  ranks<Executor, Transport> on_;
  partition nodes_, waves_;
  std::optional<Local> local_;
  std::optional<buffer<T, Executor>> packed_;                  ///< the rows of this rank's planes, by destination rank
  std::optional<buffer<kernel::row_place, Executor>> places_;  ///< there, in waves
  std::vector<cuda::std::span<const T>> blocks_;               ///< those of each rank
  std::vector<std::int64_t> of_blocks_;                        ///< sizes of the blocks that this rank receives
};

}  // namespace gridfold::inline GRIDFOLD_ABI
