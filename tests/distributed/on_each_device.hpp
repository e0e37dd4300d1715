// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Calls a function on ranks of NCCL: one thread for each device of this process.
#pragma once

#include <gridfold/distributed/nccl.cuh>

#include <doctest/doctest.h>

#include <cstddef>
#include <gridfold/distributed/local_ranks.hpp>
#include <gridfold/distributed/ranks.hpp>
#include <vector>

#include "on_each_rank.hpp"

namespace ranks_tests
{

/// Calls f(ranks over NCCL) with a thread for each device.
template <class F>
void on_each_device(const F& f)
{
  int devices = 1;
  gf::cuda_check(cudaGetDeviceCount(&devices), "counting devices");
  std::vector<ncclComm_t> communicators(static_cast<std::size_t>(devices));
  REQUIRE(ncclCommInitAll(communicators.data(), devices, nullptr) == ncclSuccess);
  gf::local_ranks(devices).run([&](const gf::local_ranks::member& by) {
    use_device_of(by.rank());
    f(gf::ranks{gf::device{}, gf::nccl(communicators[static_cast<std::size_t>(by.rank())])});
    by.agree("");
  });
  for (const ncclComm_t communicator : communicators) ncclCommDestroy(communicator);
}

}  // namespace ranks_tests
