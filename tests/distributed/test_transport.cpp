// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/transport.hpp>

#include <doctest/doctest.h>

#include <gridfold/distributed/local_ranks.hpp>
#include <gridfold/exec/host.hpp>
#include <stdexcept>

#include "../support/error_message.hpp"

namespace gf = gridfold;

static_assert(gf::transport_for<gf::local_ranks::member, gf::host>);
static_assert(!gf::transport_for<int, gf::host>);

TEST_CASE("a failure names its rank once")
{
  const auto failure = [](auto work) { return gf::detail::failure_of(2, work); };
  CHECK(failure([] {}).empty());
  CHECK(failure([] { throw std::runtime_error("no memory"); }) == "rank 2: no memory");
  CHECK(failure([] { throw gf::agreed_error("rank 1: no memory"); }) == "rank 1: no memory");
  CHECK(test::explains(failure([] { throw 7; }), "rank 2: something was thrown"));
}
