// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The interface of the fast Fourier transform that a particle-mesh plan uses.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstdint>
#include <gridfold/core/arguments.hpp>
#include <gridfold/core/shape.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A plan for real transforms of one shape, in place. The mesh has shape.z * shape.y rows of row_of(shape) numbers, of
/// which the first shape.x are the nodes; its spectrum has rows of shape.x / 2 + 1 complex numbers, real and imaginary
/// parts alternating. forward() and then backward() multiply by the number of nodes.
///
///   F(on, shape, planes)  plans; may allocate, and may be slow
///   forward(mesh)         from nodes to spectrum, in the order of the executor; allocates nothing. All nodes beyond
///                         the first `planes` of shape.z planes are zero, so that their transforms can be skipped
///   backward(mesh)        from spectrum to the nodes of these planes, likewise; the other planes become unspecified
template <class F, class Executor, class T>
concept fourier_transform = std::constructible_from<F, const Executor&, shape3, std::int64_t> &&
    requires(F& plan, T* mesh)
{
  plan.forward(mesh);
  plan.backward(mesh);
};

/// A fourier_transform that has a transform of planes alone, `F::planes`, of the same form. Then the convolution along
/// z is a kernel's (kernel/mesh/convolve_columns.hpp), which reads and writes the mesh once, and the mesh has no planes
/// beyond the first `planes`.
template <class F, class Executor, class T>
concept has_transform_of_planes = requires
{
  typename F::planes;
}
&&fourier_transform<typename F::planes, Executor, T>;

/// Numbers per row of a mesh that is transformed in place.
constexpr std::int64_t row_of(shape3 nodes) { return 2 * (nodes.x / 2 + 1); }

/// The default transform of an executor. Defined for `host` in electrostatics/fftw.hpp, for `device` in
/// electrostatics/cufft.cuh.
template <class Executor, class T>
struct default_fourier {
  static_assert(core::never<Executor>,
                "gridfold: the executor has no Fourier transform (headers of libraries are included by name): include "
                "gridfold/electrostatics/fftw.hpp for host, gridfold/electrostatics/cufft.cuh for device");
};

}  // namespace gridfold::inline GRIDFOLD_ABI
