// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Verbs on several ranks, with the transport of a single process. Not included: distributed/particle_mesh.hpp,
/// distributed/particle_mesh_at_points.hpp, distributed/particle_mesh_in_slabs.hpp and distributed/fftw.hpp, which need
/// a Fourier transform, and the transports distributed/mpi.hpp and distributed/nccl.cuh.
#pragma once

#include <gridfold/distributed/halo.hpp>
#include <gridfold/distributed/halo_exchange.hpp>
#include <gridfold/distributed/local_ranks.hpp>
#include <gridfold/distributed/near_particles.hpp>
#include <gridfold/distributed/neighbors.hpp>
#include <gridfold/distributed/partition.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <gridfold/distributed/reduce.hpp>
#include <gridfold/distributed/sums.hpp>
#include <gridfold/distributed/transport.hpp>
