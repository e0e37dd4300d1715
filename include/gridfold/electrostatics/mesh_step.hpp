// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The steps of a particle-mesh plan's call, to be timed or marked in a profile.
#pragma once

#include <gridfold/core/config.hpp>

#include <array>
#include <concepts>
#include <cstddef>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The steps of a call of a particle-mesh plan, in order: atoms are sorted into cells, the near part is summed, charges
/// are spread over the mesh, the mesh is convolved with the smooth part by Fourier transforms, and lattice points are
/// interpolated.
enum class mesh_step { sort, near_sum, spread, convolve, interpolate };

/// All steps in order.
inline constexpr std::array<mesh_step, 5> mesh_steps = {mesh_step::sort, mesh_step::near_sum, mesh_step::spread,
                                                        mesh_step::convolve, mesh_step::interpolate};

/// A short name of a step.
constexpr const char* name_of_step(mesh_step step)
{
  constexpr std::array<const char*, 5> names = {"sort", "near sum", "spread", "convolve", "interpolate"};
  return names[static_cast<std::size_t>(step)];
}

/// Called by a plan after each step, on the calling thread. On `device` the step's kernels are then in the executor's
/// stream, so that an event recorded there marks the step's end.
template <class F>
concept mesh_step_observer = std::invocable<F&, mesh_step>;

/// The observer that does nothing.
struct no_mesh_step_observer {
  void operator()(mesh_step) const {}
};

}  // namespace gridfold::inline GRIDFOLD_ABI
