// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/merged_requests.hpp>

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <utility>

#include "../support/seed.hpp"

namespace gf = gridfold;
namespace tracing = gridfold::tracing;

namespace
{

constexpr std::uint64_t origin = 1000;  // of the array: vectors are aligned in it

struct merging {
  tracing::merged_requests all{};
  tracing::compiled_line line{};
  tracing::access_code code{};
  std::map<std::pair<std::uint64_t, int>, int> issued{};  ///< by the first lane's address in the array, and bytes

  auto issue()
  {
    return [this](tracing::access_code&, const gf::request& r, int bytes, const tracing::merged_requests::group&) {
      ++issued[{r.address[__builtin_ctz(r.active)] - origin, bytes}];
    };
  }
  void add(std::uint64_t offset, int bytes, int width, std::uint64_t stride, tracing::unrolled_round round = {})
  {
    gf::request r;
    for (int lane = 2; lane < 30; ++lane) r.add(lane, origin + offset + stride * static_cast<unsigned>(lane - 2));
    code.counted = bytes;
    all.add(code, r, {&line, width, 0, {0, 0, 0}, round}, origin, issue());
  }
};

}  // namespace

TEST_CASE("words of a vector are one request if more than half of them are accessed")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 100; ++turn) {
    merging m;
    const unsigned words = random() % 16;
    std::map<std::pair<std::uint64_t, int>, int> expected;
    if (__builtin_popcount(words) > 2)
      expected[{32, 16}] = 1;
    else
      for (unsigned half = 0; half < 2; ++half) {
        const unsigned of_half = words >> 2 * half & 3;
        if (of_half == 3) expected[{32 + 8 * half, 8}] = 1;
        if (of_half == 1 || of_half == 2) expected[{32 + 8 * half + 4 * (of_half - 1), 4}] = 1;
      }
    unsigned left = words;  // in any order
    while (left != 0)
      if (const unsigned word = random() % 4; (left >> word & 1) != 0) {
        m.add(32 + 4 * word, 4, 16, 16);
        left &= ~(1u << word);
      }
    m.all.end_all(m.issue());
    CHECK(m.issued == expected);
  }
}

TEST_CASE("stores of vectors write only what the source stores, unless the line has no narrower stores")
{
  std::mt19937 random(test::seed());
  for (int turn = 0; turn < 100; ++turn) {
    merging m;
    m.code.does = gf::access_kind::store;
    const int narrowest = 4 << random() % 3;
    m.line.shared_stores.narrowest = narrowest;
    const unsigned words = random() % 16;
    std::map<std::pair<std::uint64_t, int>, int> expected;
    if (words == 15 || (narrowest == 16 && words != 0))
      expected[{32, 16}] = 1;
    else
      for (unsigned half = 0; half < 2; ++half) {
        const unsigned of_half = words >> 2 * half & 3;
        if (of_half == 3 || (narrowest == 8 && of_half != 0))
          expected[{32 + 8 * half, 8}] = 1;
        else if (of_half != 0)
          expected[{32 + 8 * half + 4 * (of_half - 1), 4}] = 1;
      }
    for (unsigned word = 0; word < 4; ++word)
      if ((words >> word & 1) != 0) m.add(32 + 4 * word, 4, 16, 16);
    m.all.end_all(m.issue());
    CHECK(m.issued == expected);
  }
}

TEST_CASE("what lanes access in different places of their vectors, or again, is not merged")
{
  merging apart;
  for (unsigned word = 0; word < 4; ++word) apart.add(4 * word, 4, 16, 20);
  apart.all.end_all(apart.issue());
  CHECK(apart.issued ==
        std::map<std::pair<std::uint64_t, int>, int>{{{0, 4}, 1}, {{4, 4}, 1}, {{8, 4}, 1}, {{12, 4}, 1}});

  merging again;
  for (int twice = 0; twice < 2; ++twice)
    for (unsigned word = 0; word < 2; ++word) again.add(8 * word, 8, 16, 16);
  again.all.end_all(again.issue());
  CHECK(again.issued == std::map<std::pair<std::uint64_t, int>, int>{{{0, 16}, 2}});
}

TEST_CASE("rounds of different trips of an unrolled loop are not merged")
{
  using enum tracing::unrolled_round::part_of;
  merging m;
  for (int word = 1; word <= 8; ++word) m.add(static_cast<unsigned>(4 * word), 4, 16, 0, {whole, (word - 1) % 4});
  m.all.end_all(m.issue());
  // [1 2 3] 4 | 5 6 7: the vector of 4 to 7 is of two trips.
  CHECK(m.issued ==
        std::map<std::pair<std::uint64_t, int>, int>{{{0, 16}, 1}, {{16, 4}, 1}, {{16, 16}, 1}, {{32, 4}, 1}});
}
