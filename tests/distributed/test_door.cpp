// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>

TEST_CASE("distributed.hpp alone has ranks, their verbs and local ranks")
{
  int sizes = 0;
  gridfold::local_ranks(1).run([&](const gridfold::local_ranks::member& by) {
    const gridfold::ranks on{gridfold::host{1}, by};
    sizes += on.size();
  });
  CHECK(sizes == 1);
}
