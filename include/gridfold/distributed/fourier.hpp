// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The interface of the fast Fourier transform that a particle mesh in slabs uses.
#pragma once

#include <gridfold/core/config.hpp>

#include <concepts>
#include <cstdint>
#include <gridfold/core/arguments.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A plan for real transforms of a mesh in slabs of planes along z, whose spectrum is in slabs of rows along y. All
/// ranks make the same calls; an error of one rank is thrown on all.
///
///   F(on, planes, nodes_along_z)  plans. `planes` is a partition along z; nodes beyond its planes are zero
///   waves()                       how the spectrum is divided: a partition of wave numbers along y
///   forward(mesh, spectrum)       from this rank's planes to its rows of waves
///   backward(spectrum, mesh)      from its waves to its planes; may overwrite the spectrum
template <class F, class Ranks, class T>
concept fourier_transform_on_ranks = std::constructible_from<F, const Ranks&, const partition&, std::int64_t> &&
    requires(F& plan, const F& made, T* numbers)
{
  {
    made.waves()
    } -> std::convertible_to<partition>;
  plan.forward(numbers, numbers);
  plan.backward(numbers, numbers);
};

/// The default transform of ranks of an executor. Defined for `host` in distributed/fftw.hpp, for `device` in
/// distributed/cufft.cuh.
template <class T, class Executor, class Transport>
struct default_fourier_on_ranks {
  static_assert(
      core::never<Executor>,
      "gridfold: ranks of the executor have no Fourier transform (headers of libraries are included by name): "
      "include gridfold/distributed/fftw.hpp for ranks of host, gridfold/distributed/cufft.cuh for ranks of "
      "device");
};

}  // namespace gridfold::inline GRIDFOLD_ABI
