// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/local_ranks.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/host.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/error_message.hpp"

namespace gf = gridfold;

TEST_CASE("parts of all ranks are gathered in rank order, from beside the whole or in place")
{
  for (const bool in_place : {false, true}) {
    std::atomic<int> wrong = 0;
    gf::local_ranks(4).run([&](const gf::local_ranks::member& by) {
      const std::vector<std::int64_t> counts = {2, 0, 3, 1};
      const std::int64_t before[] = {0, 2, 2, 5};
      std::vector<std::byte> whole(6), part(3, std::byte(by.rank()));
      for (int n = 0; n < counts[by.rank()]; ++n) whole[before[by.rank()] + n] = std::byte(by.rank());
      by.all_gather(gf::host{1}, in_place ? whole.data() + before[by.rank()] : part.data(), counts, whole.data());
      for (std::size_t n = 0; n < 6; ++n) wrong += whole[n] != std::byte("\0\0\2\2\2\3"[n]);
    });
    CHECK(wrong == 0);
  }
}

TEST_CASE("each rank gets its part of every rank, in rank order")
{
  std::vector<std::string> got(3);
  gf::local_ranks(3).run([&](const gf::local_ranks::member& by) {
    const std::string text = by.rank() == 0 ? "abcd" : by.rank() == 1 ? "ABCD" : "0123";
    const auto* const first = reinterpret_cast<const std::byte*>(text.data());
    // Rank r has r characters for rank 0, one for rank 1 and the last two, which overlap, for rank 2.
    const std::vector<gf::const_bytes> parts = {
        {first, static_cast<std::size_t>(by.rank())}, {first + 2, 1}, {first + 2, 2}};
    const std::vector<std::int64_t> counts =
        by.rank() == 0 ? std::vector<std::int64_t>{0, 1, 2} : std::vector<std::int64_t>(3, by.rank());
    std::string& whole = got[static_cast<std::size_t>(by.rank())];
    whole.resize(by.rank() == 2 ? 6 : 3);
    by.exchange(gf::host{1}, parts, counts, reinterpret_cast<std::byte*>(whole.data()));
  });
  CHECK(got == std::vector<std::string>{"A01", "cC2", "cdCD23"});
}

TEST_CASE("the failure of the lowest rank is thrown on all, and the next round is a new one")
{
  std::vector<std::string> first(3), second(3);
  gf::local_ranks(3).run([&](const gf::local_ranks::member& by) {
    const auto mine = static_cast<std::size_t>(by.rank());
    const std::string failure = mine > 0 ? "failure " + std::to_string(mine) : "";
    first[mine] = test::message_of([&] { by.agree(failure); });
    second[mine] = test::message_of([&] { by.agree(""); });
  });
  CHECK(first == std::vector<std::string>(3, "failure 1"));
  CHECK(second == std::vector<std::string>(3, ""));
}

TEST_CASE("arguments that differ are an error on all ranks, unless one has failed, and the next round is a new one")
{
  for (int other = 0; other < 3; ++other) {
    std::vector<std::string> differ(3), failed(3), equal(3);
    gf::local_ranks(3).run([&](const gf::local_ranks::member& by) {
      const auto mine = static_cast<std::size_t>(by.rank());
      const std::int64_t arguments = by.rank() == other ? 8 : 7;
      differ[mine] = test::message_of([&] { by.agree("", arguments); });
      failed[mine] = test::message_of([&] { by.agree(by.rank() == 2 ? "no file" : "", arguments); });
      equal[mine] = test::message_of([&] { by.agree("", 9); });
    });
    for (const std::string& text : differ) CHECK(test::explains(text, "ranks disagree about a call"));
    CHECK(failed == std::vector<std::string>(3, "no file"));
    CHECK(equal == std::vector<std::string>(3, ""));
  }
}

TEST_CASE("ranks do not wait for one that has ended, by an error of its own or too early")
{
  std::atomic<int> thrown = 0;
  gf::local_ranks team(3);
  const auto wait_but = [&](int rank, auto leave) {
    return test::message_of([&] {
      team.run([&](const gf::local_ranks::member& by) {
        if (by.rank() == rank) return leave();
        try {
          by.agree("");
        } catch (const gf::error&) {
          ++thrown;
          throw;
        }
      });
    });
  };
  CHECK(wait_but(1, [] { throw std::runtime_error("no file"); }) == "rank 1: no file");
  CHECK(thrown == 2);
  CHECK(test::explains(wait_but(2, [] {}), "rank 2: its function has returned"));
  CHECK(thrown == 4);
  CHECK(test::explains(wait_but(0, [] { throw 7; }), "rank 0: something was thrown"));
  CHECK(thrown == 6);
  // However often the others try again: the one that has ended never comes.
  for (const int ranks : {2, 3, 5}) {
    std::atomic<int> passed = 0, refused = 0;
    CHECK(test::message_of([&] {
            gf::local_ranks(ranks).run([&](const gf::local_ranks::member& by) {
              if (by.rank() == ranks - 1) throw std::runtime_error("no file");
              for (int n = 0; n < 3 * ranks; ++n) {
                const std::string said = test::message_of([&] { by.agree(n % 2 == 0 ? "" : "mine"); });
                ++(said == "rank " + std::to_string(ranks - 1) + ": no file" ? refused : passed);
              }
            });
          }) == "rank " + std::to_string(ranks - 1) + ": no file");
    CHECK(passed == 0);
    CHECK(refused == 3 * ranks * (ranks - 1));
  }
  CHECK(test::message_of([&] { team.run([](const gf::local_ranks::member& by) { by.agree(""); }); }).empty());
  CHECK(test::explains(test::message_of([] { gf::local_ranks(0); }), "there are 0 local ranks"));
}
