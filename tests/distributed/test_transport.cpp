// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/transport.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <gridfold/distributed/local_ranks.hpp>
#include <gridfold/exec/host.hpp>
#include <stdexcept>
#include <vector>

#include "../support/error_message.hpp"

namespace gf = gridfold;

static_assert(gf::transport_for<gf::local_ranks::member, gf::host>);
static_assert(!gf::transport_for<int, gf::host>);

TEST_CASE("a failure names its rank once")
{
  const auto failure = [](auto work) { return gf::distributed::failure_of(2, work); };
  CHECK(failure([] {}).empty());
  CHECK(failure([] { throw std::runtime_error("no memory"); }) == "rank 2: no memory");
  CHECK(failure([] { throw gf::agreed_error("rank 1: no memory"); }) == "rank 1: no memory");
  CHECK(test::explains(failure([] { throw 7; }), "rank 2: something was thrown"));
}

TEST_CASE("parts are copied one after another to host memory of their size, whatever their sizes")
{
  const std::vector<std::byte> bytes = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, std::byte{5}};
  std::vector<gf::const_bytes> parts = {
      {bytes.data() + 3, 2}, {bytes.data(), 0}, {bytes.data(), 3}, {bytes.data() + 4, 1}};
  std::vector<std::byte> memory(100);
  gf::distributed::copy_to_host(gf::host{}, parts, memory);
  CHECK(memory ==
        std::vector<std::byte>{std::byte{4}, std::byte{5}, std::byte{1}, std::byte{2}, std::byte{3}, std::byte{5}});
  CHECK((parts[0].size() == 2 && parts[1].empty() && parts[2].size() == 3 && parts[3].size() == 1));
  CHECK((parts[0].data() == memory.data() && parts[2].data() == memory.data() + 2 &&
         parts[3].data() == memory.data() + 5));
}
