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
  old.show(second, {{0, 0, 0}, 0});  // nothing has changed
  CHECK(words[1] == 2);
  for (int change = 0; change < 2; ++change) {
    old.access(second, 4, gf::access_kind::store, {{0, 0, 0}, 7});
    words[1] = 10 + change;
  }
  old.access(second, 4, gf::access_kind::load, {{0, 0, 0}, 7});
  for (int rank = 0; rank < 3; ++rank)
    for (int time = 0; time < 3; ++time) {
      old.show(second, {{1, 0, 0}, rank});
      CHECK(words[1] == (time == 0 ? 2 : 11));
      CHECK(words[0] == 1);
      old.end();
      CHECK(words[1] == 11);
    }
  // The next access ends it, too, before it writes; the next launch begins with other values.
  old.show(second, {{2, 0, 0}, 0});
  old.access(second, 4, gf::access_kind::store, {{0, 0, 0}, 7});
  CHECK(words[1] == 11);
  old.begin_launch();
  old.show(second, {{3, 0, 0}, 0});
  CHECK(words[1] == 11);
}

TEST_CASE("a thread's first compare-and-swap of a word that others have changed finds the old value")
{
  alignas(8) std::int32_t words[2] = {1, 2};
  const auto first = reinterpret_cast<std::uint64_t>(&words[0]);
  tracing::old_values old;
  old.begin_launch();
  const auto found_by = [&](int rank) {
    old.access(first, 4, gf::access_kind::atomic, {{0, 0, 0}, rank}, true);
    const int found = words[0];
    old.end();
    return found;
  };
  CHECK(found_by(0) == 1);
  words[0] = 5;
  CHECK(found_by(0) == 5);  // only thread 0 has accessed the word
  for (int time = 0; time < 3; ++time)
    for (int rank = 1; rank < 3; ++rank) CHECK(found_by(rank) == (time == 0 ? 1 : 5));
  CHECK(found_by(0) == 1);
  CHECK(words[0] == 5);
}
