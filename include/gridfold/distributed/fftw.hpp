// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fourier transforms of meshes in slabs, on the host by FFTW. A header by name, as electrostatics/fftw.hpp is.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/error.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/distributed/fingerprint.hpp>
#include <gridfold/distributed/fourier.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/distributed/sums.hpp>
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/electrostatics/fourier.hpp>
#include <optional>
#include <vector>

namespace gridfold
{

/// A plan for real transforms of a mesh in slabs along z, whose spectrum is in slabs along y. Each rank transforms its
/// planes, all ranks exchange their waves once, and each transforms its waves along z. forward() and then backward()
/// multiply by the number of nodes. Made by make_fftw_on_ranks.
///
/// If there are more nodes along z than planes, the nodes of the missing planes are zero, and backward() does not
/// compute them, which saves work and exchanges.
///
/// A rank's slab of the mesh has rows of row_of(nodes) numbers, as a fourier_transform has them. Its slab of the
/// spectrum has the waves (k, j, i), i fastest: all nodes.z of k, the rows j of waves().begin(rank) to before
/// waves().end(rank), and nodes.x / 2 + 1 of i; two numbers each, the real and the imaginary part.
template <class T, class Executor, class Transport>
class fftw_on_ranks {
  static_assert(Executor::runs_on_host,
                "gridfold: FFTW transforms on the host (the ranks compute elsewhere): pass ranks of host");

 public:
  /// See make_fftw_on_ranks.
  fftw_on_ranks(const ranks<Executor, Transport>& on, const partition& slabs, std::int64_t nodes_along_z)
      : on_(on),
        team_(on.local()),
        nodes_(slabs),
        waves_({row_of(slabs.whole()) / 2, slabs.whole().y, nodes_along_z}, slabs.ranks(), along::y)
  {
    on_.together([&] { plan(); }, arguments("make_fftw_on_ranks"));
  }

  /// How the waves are divided: a partition of {nodes.x / 2 + 1, nodes.y, nodes.z} along y.
  [[nodiscard]] const partition& waves() const { return waves_; }

  /// From nodes to waves. Ranks wait for each other. Throws `error` on all ranks if one cannot.
  /// \param mesh this rank's slab, which is overwritten
  /// \param spectrum 2 * waves().shape(rank).count() numbers
  void forward(T* mesh, T* spectrum)
  {
    on_.together(
        [&] {
          in_planes_->forward(team_, mesh);
          each_block([&](T* in_slab, T* in_block, std::int64_t size) { std::copy_n(in_slab, size, in_block); }, mesh);
          on_.template exchange<T>(blocks_, of_blocks_, spectrum);
          std::fill(spectrum + nodes_.planes() * wave_plane(), spectrum + waves_.whole().z * wave_plane(), T(0));
          along_z_->forward(team_, spectrum);
        },
        arguments("forward"));
  }

  /// From waves to nodes, likewise; the spectrum is overwritten.
  void backward(T* spectrum, T* mesh)
  {
    on_.together(
        [&] {
          along_z_->backward(team_, spectrum);
          std::vector<cuda::std::span<const T>> parts;
          std::vector<std::int64_t> counts;
          for (int r = 0; r < on_.size(); ++r) {
            const auto size = static_cast<std::size_t>(of_blocks_[static_cast<std::size_t>(r)]);
            parts.emplace_back(spectrum, size);
            counts.push_back(static_cast<std::int64_t>(blocks_[static_cast<std::size_t>(r)].size()));
            spectrum += size;
          }
          on_.template exchange<T>(parts, counts, packed_.data());
          each_block([&](T* in_slab, T* in_block, std::int64_t size) { std::copy_n(in_block, size, in_slab); }, mesh);
          in_planes_->backward(team_, mesh);
        },
        arguments("backward"));
  }

 private:
  [[nodiscard]] detail::fingerprint arguments(const char* call) const
  {
    return detail::fingerprint(call).of(nodes_).of(waves_.whole());
  }
  /// The numbers of a plane of this rank's slab of the spectrum.
  [[nodiscard]] std::int64_t wave_plane() const { return 2 * waves_.whole().x * waves_.shape(on_.rank()).y; }

  void plan()
  {
    detail::check_ranks(nodes_, on_.size());
    if (nodes_.axis() != along::z)
      throw error("the mesh is divided along x or y (planes of it are transformed): make the partition along::z");
    if (waves_.whole().z < nodes_.planes())
      throw error({"the mesh has ", nodes_.planes(), " planes and ", waves_.whole().z,
                   " nodes along z (planes are some of these): give as many or more"});
    const shape3 all{nodes_.whole().x, nodes_.whole().y, waves_.whole().z};
    const std::int64_t row = waves_.whole().x, planes = nodes_.shape(on_.rank()).z;
    const std::int64_t rows = waves_.shape(on_.rank()).y;
    in_planes_.emplace(all, planes);
    along_z_.emplace(all, rows);
    packed_.resize(static_cast<std::size_t>(2 * row * nodes_.whole().y * planes));
    T* block = packed_.data();
    for (int r = 0; r < on_.size(); ++r) {
      blocks_.emplace_back(block, static_cast<std::size_t>(2 * row * waves_.shape(r).y * planes));
      of_blocks_.push_back(2 * row * rows * nodes_.shape(r).z);
      block += blocks_.back().size();
    }
  }

  /// Calls move(in the slab, in the block, size) for the rows of each rank in each plane: a rank's block has its rows
  /// of all planes.
  template <class Move>
  void each_block(const Move& move, T* slab)
  {
    T* block = packed_.data();
    const std::int64_t row = 2 * waves_.whole().x, plane = row * waves_.whole().y;
    for (int r = 0; r < on_.size(); ++r)
      for (std::int64_t k = 0; k < nodes_.shape(on_.rank()).z; ++k) {
        const std::int64_t size = row * waves_.shape(r).y;
        move(slab + k * plane + row * waves_.begin(r), block, size);
        block += size;
      }
  }

  ranks<Executor, Transport> on_;
  detail::fftw_team<detail::openmp_of<Executor>> team_;
  partition nodes_, waves_;
  std::optional<detail::fftw_planes<T>> in_planes_;
  std::optional<detail::fftw_along_z<T>> along_z_;
  std::vector<T> packed_;                         ///< the rows of each rank, of this rank's planes
  std::vector<cuda::std::span<const T>> blocks_;  ///< those of each rank
  std::vector<std::int64_t> of_blocks_;           ///< the sizes of what each rank has for this one
};

/// A plan of transforms of a mesh in slabs, by FFTW on the threads of each rank:
///
///   auto transform = gf::make_fftw_on_ranks<float>(on, gf::partition(nodes, on.size()));
///   transform.forward(mesh, spectrum);
///   transform.backward(spectrum, mesh);
///
/// Results are those of fftw on one rank up to rounding. forward() and backward() each exchange all waves that another
/// rank needs, and each rank needs as much memory again as its slab has.
///
/// \param on ranks of host
/// \param slabs a partition of the planes along z, the same on every rank
/// \param nodes_along_z the nodes along z, of which the planes are the first; 0 for as many as there are planes
/// Throws `error` on all ranks for a partition of another number of ranks or along x or y, for nodes that FFTW has no
/// plan for, and if memory runs out.
template <class T, class Executor, class Transport>
fftw_on_ranks<T, Executor, Transport> make_fftw_on_ranks(const ranks<Executor, Transport>& on, const partition& slabs,
                                                         std::int64_t nodes_along_z = 0)
{
  return {on, slabs, nodes_along_z == 0 ? slabs.planes() : nodes_along_z};
}

template <class T, int SimdBytes, bool OpenMP, class Transport>
struct default_fourier_on_ranks<T, host_for<SimdBytes, OpenMP>, Transport> {
  using type = fftw_on_ranks<T, host_for<SimdBytes, OpenMP>, Transport>;
};

}  // namespace gridfold
