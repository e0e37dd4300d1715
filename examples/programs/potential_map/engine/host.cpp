// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/host.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <latch>
#include <system_error>
#include <thread>

#include "engine/memory.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace potential_map
{

namespace
{

#ifdef _OPENMP
int team_of(int threads) { return std::min(threads > 0 ? threads : omp_get_max_threads(), omp_get_thread_limit()); }

/// OpenMP's runtime keeps a record of every thread, far below 512 bytes, on the first thread's stack.
int largest_team()
{
  struct rlimit stack {};
  (void)::getrlimit(RLIMIT_STACK, &stack);
  const auto wanted = static_cast<rlim_t>(std::max(1024, omp_get_num_procs()));
  return static_cast<int>(std::clamp<rlim_t>(stack.rlim_cur / 512, 1, wanted));
}
#else
int team_of(int /*threads*/) { return 1; }
int largest_team() { return 1; }
#endif

constexpr const char* fewer = "give a smaller --threads, or set OMP_NUM_THREADS to fewer";

}  // namespace

std::vector<std::string> host_variants() { return names_of<host_variant_list>(); }

void check_threads(int threads)
{
  const int team = team_of(threads);
  if (team > largest_team())
    throw gridfold::error(std::to_string(team) + " threads are too many (at most " + std::to_string(largest_team()) +
                          " can be started): " + fewer);
  std::latch all_tried(1);
  std::vector<std::jthread> others;
  others.reserve(static_cast<std::size_t>(team));
  try {
    while (static_cast<int>(others.size()) < team - 1) others.emplace_back([&] { all_tried.wait(); });
    all_tried.count_down();
  } catch (const std::system_error& wrong) {
    all_tried.count_down();
    throw gridfold::error("cannot start " + std::to_string(team) + " threads (" + wrong.code().message() +
                          "): " + fewer);
  }
}

/// Measured on AVX-512 cores: 9 to 15 G pairs/s per thread, half of that if pairs are tested; 0.8 to 1.8 G units of a
/// mesh's cost, mostly Fourier transforms on one thread.
abilities host_abilities(const job& what)
{
  const double of_thread = what.digits == precision::single ? 12e9 : 4e9;
  const double pairs = of_thread * team_of(what.threads) * std::max(gridfold::math::simd_bytes, 8) / 64;
  return {pairs, pairs / 2, 1.2e9, available_memory(), host_lacks_mesh()};
}

int threads_of_host(int threads) { return team_of(threads); }

std::string host_name(int threads)
{
  const int used = team_of(threads);
  return "CPU, " + std::to_string(used) + (used == 1 ? " thread" : " threads");
}

}  // namespace potential_map
