// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program ranks-mpi, started by mpirun: each process computes its slab of a potential map on the CPU.
// [mpi]
#include <cstdio>
#include <gridfold/distributed.hpp>
#include <gridfold/distributed/mpi.hpp>
#include <gridfold/gridfold.hpp>
#include <vector>

int main(int argc, char** argv)
{
  namespace gf = gridfold;
  MPI_Init(&argc, &argv);
  try {
    const gf::ranks on{gf::host{}, gf::mpi(MPI_COMM_WORLD)};
    const std::vector<gf::atom> atoms = {{1, 1, .5, +1}, {3.2f, 2.1f, .7f, -1}};  // every process has all atoms
    const gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {40, 30, 20}};
    const gf::partition slabs(where.shape, on.size());

    const gf::shape3 shape = slabs.shape(on.rank());
    std::vector<float> map(static_cast<std::size_t>(shape.count())), least(1);
    gf::potential_map(on, atoms, where, slabs, gf::view_of(map.data(), shape));

    auto scratch = gf::make_reduce_scratch<float, gf::minimum>(on);
    gf::reduce(on, cuda::std::span(map), slabs, cuda::std::span(least), gf::minimum{}, scratch);
    if (on.rank() == 0) std::printf("%d processes: the least potential is %g e/Å\n", on.size(), least[0]);
  } catch (const gf::error& e) {
    std::fprintf(stderr, "%s\n", e.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
// [mpi]
