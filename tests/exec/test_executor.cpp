// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/executor.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>
#include <gridfold/exec/host_memory.hpp>

namespace gf = gridfold;

namespace
{

/// Runs nothing, and does not say whether launches overlap.
struct incomplete : gf::plain_arguments {
  template <class Kernel>
  void run(const Kernel&, gf::shape3) const
  {
  }
};

/// Does not say whether verbs may read inputs on the host.
struct without_a_place : gf::plain_arguments, gf::host_memory {
  static constexpr bool launches_overlap = false;

  template <class Kernel>
  void run(const Kernel&, gf::shape3) const
  {
  }
};

}  // namespace

TEST_CASE("an executor has what verbs call; exec/test_own_executor.cpp writes one")
{
  static_assert(gf::executor<gf::host> && !gf::executor<incomplete> && !gf::executor<int>);
  static_assert(!gf::executor<without_a_place>);
}

TEST_CASE("plain arguments reach a kernel unchanged")
{
  float number = 0;
  CHECK(gf::plain_arguments{}.argument(&number, 1, "number", gf::role::output) == &number);
  CHECK(&gf::plain_arguments{}.argument(number, "number", gf::role::input) == &number);
}
