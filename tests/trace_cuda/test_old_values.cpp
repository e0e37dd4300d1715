// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/old_values.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

TEST_CASE("a thread's first load of a changed word finds the value from before the launch")
{
  alignas(8) std::int32_t words[2] = {1, 2};
  const auto second = reinterpret_cast<std::uint64_t>(&words[1]);
  tracing::old_values old;
  old.begin_launch();
  old.show(second, {0, 0, 0}, 0);  // nothing has changed
  CHECK(words[1] == 2);
  for (int change = 0; change < 2; ++change) {
    old.access(second, 4, gf::access_kind::store);
    words[1] = 10 + change;
  }
  old.access(second, 4, gf::access_kind::load);
  for (int rank = 0; rank < 3; ++rank)
    for (int time = 0; time < 3; ++time) {
      old.show(second, {1, 0, 0}, rank);
      CHECK(words[1] == (time == 0 ? 2 : 11));
      CHECK(words[0] == 1);
      old.end();
      CHECK(words[1] == 11);
    }
  // The next access ends it, too, before it writes; the next launch begins with other values.
  old.show(second, {2, 0, 0}, 0);
  old.access(second, 4, gf::access_kind::store);
  CHECK(words[1] == 11);
  old.begin_launch();
  old.show(second, {3, 0, 0}, 0);
  CHECK(words[1] == 11);
}
