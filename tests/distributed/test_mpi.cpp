// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A program that mpirun starts: verbs on ranks of MPI, against those of one rank. Exits with 1 if one is wrong.
#include <gridfold/distributed/mpi.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <gridfold/distributed/local_ranks.hpp>
#include <gridfold/exec/host.hpp>
#include <string>
#include <vector>
#ifdef HAVE_FFTW
#include <gridfold/distributed/fftw.hpp>
#include <gridfold/electrostatics/fftw.hpp>

#include "mesh_sums_on_ranks.hpp"
#endif

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "near_on_ranks.hpp"
#include "transforms_on_ranks.hpp"
#include "verbs_on_ranks.hpp"

namespace
{

namespace gf = gridfold;

bool all_right = true;

void check(bool right, int rank, const char* what)
{
  if (right) return;
  all_right = false;
  std::printf("rank %d: %s\n", rank, what);
}

/// The seed of rank 0.
unsigned common_seed(int rank)
{
  unsigned seed = rank == 0 ? test::seed() : 0;
  MPI_Bcast(&seed, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
  return seed;
}

void check_verbs()
{
  const gf::mpi by(MPI_COMM_WORLD);
  const gf::ranks on{gf::host{1}, by};
  if (by.rank() == 0) std::printf("%d ranks, CUDA-aware MPI: %s\n", by.size(), by.is_cuda_aware() ? "yes" : "no");
  const unsigned seed = common_seed(by.rank());
  check(ranks_tests::maps_are_right(on, seed), by.rank(), "a map is not that of one rank");
  check(ranks_tests::other_sums_are_right(on, seed), by.rank(), "a sum is not that of one rank");
  check(ranks_tests::lists_are_right(on, seed), by.rank(), "a list of neighbours is not that of one rank");
  check(ranks_tests::exchanges_are_right(on), by.rank(), "parts are not exchanged");
  check(ranks_tests::halo_sums_are_right(on, seed), by.rank(), "a map of distributed sources is not that of one rank");
  check(ranks_tests::near_lists_are_right(on, seed), by.rank(), "neighbours of distributed particles are others");
  std::vector<float> expected;
  gf::local_ranks(1).run([&](const gf::local_ranks::member& alone) {
    expected = ranks_tests::sums_on(gf::ranks{gf::host{1}, alone}, seed);
  });
  check(ranks_tests::same_bits(ranks_tests::sums_on(on, seed), expected), by.rank(), "a sum has other bits");
  const std::string last = "rank " + std::to_string(by.size() - 1) + ": it fails (to test): no";
  const std::string thrown = test::message_of([&] {
    on.together([&] {
      if (on.rank() == on.size() - 1) throw gf::error("it fails (to test): no");
    });
  });
  check(thrown == last, by.rank(), "the last rank's error is not thrown");
  const std::string differ = test::message_of([&] { by.agree("", by.rank() == 0 ? 1 : 2); });
  check(by.size() == 1 ? differ.empty() : test::explains(differ, "ranks disagree about a call"), by.rank(),
        "arguments that differ are not noticed");
  check(ranks_tests::failures_are_thrown(on), by.rank(), "a failing transform is not an error on all ranks");
#ifdef HAVE_FFTW
  check(ranks_tests::wrong_transforms<float>(on, seed) == 0, by.rank(), "a transform is not that of one rank");
  check(ranks_tests::mesh_sums_are_right(on, seed), by.rank(), "a particle-mesh sum is not that of one rank");
#endif
}

}  // namespace

int main(int argc, char** argv)
{
  MPI_Init(&argc, &argv);
  try {
    check_verbs();
  } catch (const std::exception& e) {
    std::printf("%s\n", e.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return all_right ? 0 : 1;
}
