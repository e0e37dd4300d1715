// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fourier transforms of meshes in slabs, on the host by FFTW. Include it by name, like electrostatics/fftw.hpp.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/shape.hpp>
#include <gridfold/distributed/fourier.hpp>
#include <gridfold/distributed/fourier_on_ranks.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/electrostatics/fftw.hpp>
#include <gridfold/exec/host.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// The transforms of one rank by FFTW, on the threads of its executor.
template <class T, class Executor>
class fftw_of_slabs {
  static_assert(Executor::runs_on_host,
                "gridfold: FFTW transforms on the host (the ranks compute elsewhere): pass ranks of host");

 public:
  fftw_of_slabs(const Executor& on, shape3 nodes, std::int64_t planes, std::int64_t rows)
      : team_(on), in_planes_(nodes, planes), along_z_(nodes, rows)
  {
  }

  void forward_planes(T* mesh) const { in_planes_.forward(team_, mesh); }
  void backward_planes(T* mesh) const { in_planes_.backward(team_, mesh); }
  void forward_along_z(T* spectrum) const { along_z_.forward(team_, spectrum); }
  void backward_along_z(T* spectrum) const { along_z_.backward(team_, spectrum); }

 private:
  electrostatics::fftw_team<electrostatics::openmp_of<Executor>> team_;
  electrostatics::fftw_planes<T> in_planes_;
  electrostatics::fftw_along_z<T> along_z_;
};

}  // namespace detail

/// Transforms by FFTW on ranks of host, see fourier_on_ranks.
template <class T, class Executor, class Transport>
using fftw_on_ranks = fourier_on_ranks<T, Executor, Transport, detail::fftw_of_slabs<T, Executor>>;

/// A plan of transforms of a mesh in slabs, by FFTW on the threads of each rank:
///
///   auto transform = gf::make_fftw_on_ranks<float>(on, gf::partition(nodes, on.size()));
///   transform.forward(mesh, spectrum);
///   transform.backward(spectrum, mesh);
///
/// Results are those of fftw on one rank up to rounding. forward() and backward() each exchange all waves that another
/// rank needs. Each rank allocates a second slab.
///
/// \param on ranks of host
/// \param slabs a partition of the planes along z, the same on every rank
/// \param nodes_along_z the nodes along z, the first of which are the planes; 0 for the number of planes
/// Throws `error` on all ranks if the partition is along x or y or for another number of ranks, if FFTW has no plan for
/// the nodes, and if memory runs out.
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

}  // namespace gridfold::inline GRIDFOLD_ABI
