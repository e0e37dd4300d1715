// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Calls a function on local ranks of the executor that a test is compiled for. On devices, ranks take them in turn.
#pragma once

#include <cstddef>
#include <gridfold/distributed/local_ranks.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <vector>

#include "../support/executor_memory.hpp"

namespace ranks_tests
{

namespace gf = gridfold;

inline void use_device_of([[maybe_unused]] int rank)
{
#ifdef __CUDACC__
  int devices = 1;
  gf::cuda_check(cudaGetDeviceCount(&devices), "counting devices");
  gf::cuda_check(cudaSetDevice(rank % devices), "taking a device");
#endif
}

/// Calls f(ranks) on each of some ranks; returns what it returns, by rank.
template <class F>
auto on_each_rank(int count, const F& f)
{
  using on_ranks = gf::ranks<test::executor, gf::local_ranks::member>;
  using result = decltype(f(std::declval<const on_ranks&>()));
  std::vector<result> results(static_cast<std::size_t>(count));
  gf::local_ranks(count).run([&](const gf::local_ranks::member& by) {
    use_device_of(by.rank());
    results[static_cast<std::size_t>(by.rank())] = f(on_ranks(test::executor{}, by));
  });
  return results;
}

}  // namespace ranks_tests
