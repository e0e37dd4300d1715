// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// One kernel, run on `host` by a translation unit with OpenMP and one without.
#pragma once

#include <gridfold/exec/host.hpp>
#include <gridfold/policy/block.hpp>

namespace test
{

/// Calls a function in every block.
struct calling_kernel {
  using block_shape = gridfold::block<1>;
  using shared_storage = gridfold::nothing_shared;
  void (*call)();

  template <class Block>
  void operator()(Block& block) const
  {
    block.each_thread([&](auto) { call(); });
  }
};

/// Runs it on two threads by a pointer to a function, so that the executor's code is not inlined: of two functions of
/// one name the linker would have to choose one.
template <class Executor>
void run_blocks(void (*call)())
{
  static constexpr Executor on{2};
  void (Executor::*volatile run)(const calling_kernel&, gridfold::shape3) const =
      &Executor::template run<calling_kernel>;
  (on.*run)({call}, {8, 1, 1});
}

/// In openmp_units_without.cpp, which is compiled without OpenMP.
void run_without_openmp(void (*call)());

}  // namespace test
