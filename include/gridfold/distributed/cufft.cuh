// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fourier transforms of meshes in slabs, on devices by cuFFT (link with -lcufft). Include it by name, like
/// electrostatics/cufft.cuh.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/core/shape.hpp>
#include <gridfold/distributed/fourier.hpp>
#include <gridfold/distributed/fourier_on_ranks.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/electrostatics/cufft.cuh>
#include <gridfold/exec/device.cuh>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// The transforms of one rank by cuFFT, on its executor's stream.
template <class T>
class cufft_of_slabs {
 public:
  cufft_of_slabs(const device& on, shape3 nodes, std::int64_t planes, std::int64_t rows)
      : in_planes_(on, nodes, planes), along_z_(on, nodes, rows)
  {
  }

  void forward_planes(T* mesh) const { in_planes_.forward(mesh); }
  void backward_planes(T* mesh) const { in_planes_.backward(mesh); }
  void forward_along_z(T* spectrum) const { along_z_.forward(spectrum); }
  void backward_along_z(T* spectrum) const { along_z_.backward(spectrum); }

 private:
  electrostatics::cufft_planes<T> in_planes_;
  electrostatics::cufft_along_z<T> along_z_;
};

}  // namespace detail

/// Transforms by cuFFT on ranks of device, see fourier_on_ranks.
template <class T, class Transport>
using cufft_on_ranks = fourier_on_ranks<T, device, Transport, detail::cufft_of_slabs<T>>;

/// A plan of transforms of a mesh in slabs, by cuFFT on the stream of each rank:
///
///   auto transform = gf::make_cufft_on_ranks<float>(on, gf::partition(nodes, on.size()));
///   transform.forward(mesh, spectrum);
///   transform.backward(spectrum, mesh);
///
/// Parameters, results and errors are those of make_fftw_on_ranks, with ranks of device. Each rank's current device is
/// its own. Making the plan allocates a second slab and cuFFT's workspace. Calls allocate nothing and wait for the
/// stream only if the transport does.
template <class T, class Transport>
cufft_on_ranks<T, Transport> make_cufft_on_ranks(const ranks<device, Transport>& on, const partition& slabs,
                                                 std::int64_t nodes_along_z = 0)
{
  return {on, slabs, nodes_along_z == 0 ? slabs.planes() : nodes_along_z};
}

template <class T, class Transport>
struct default_fourier_on_ranks<T, device, Transport> {
  using type = cufft_on_ranks<T, Transport>;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
