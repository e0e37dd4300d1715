// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Includes all verbs, executors, policies and interactions. Not included: trace.hpp, draw.hpp, model.hpp, tune.hpp,
/// distributed.hpp, reduce_cub.hpp, sort_into_cells_cub.cuh, view/lanes.hpp and particle meshes.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/copy.hpp>
#include <gridfold/core/add_to.hpp>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/error.hpp>
#include <gridfold/core/field.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/core/period_vectors.hpp>
#include <gridfold/core/positions.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/electrostatics/distance_dielectric.hpp>
#include <gridfold/electrostatics/gaussian_density.hpp>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/electrostatics/units.hpp>
#include <gridfold/electrostatics/yukawa.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/histogram.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/math/bins.hpp>
#include <gridfold/math/cutoff.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/multiply.hpp>
#include <gridfold/neighbors.hpp>
#include <gridfold/point_sum.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/sort_neighbors.hpp>
#include <gridfold/transform.hpp>
#include <gridfold/transpose.hpp>
#include <gridfold/values.hpp>
#include <gridfold/verlet_list.hpp>
#include <gridfold/version.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/repeated.hpp>
#include <gridfold/view/streaming.hpp>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#endif
#if __has_include(<cuda_runtime_api.h>)
#include <gridfold/exec/device_buffer.cuh>
#endif
