// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/reduce.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/small_tests.hpp"
#include "on_each_rank.hpp"
#include "verbs_on_ranks.hpp"

namespace ranks_tests
{

TEST_CASE("sums that cancel have the same bits on 1 to 7 ranks, for any weights and alignment")
{
  const unsigned random = test::seed();
  const auto one = on_each_rank(1, [&](const auto& on) { return sums_on(on, random); })[0];
  for (int count = 2; count <= (test::small_tests() ? 4 : 7); ++count)
    for (const auto& sums : on_each_rank(count, [&](const auto& on) { return sums_on(on, random); })) {
      CAPTURE(count);
      CHECK(same_bits(sums, one));
    }
}

TEST_CASE("every element is added once")
{
  std::vector<float> numbers(100003);
  for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = static_cast<float>(n % 7);  // sums below 2^24 are exact
  double expected = 0;
  for (const float number : numbers) expected += static_cast<double>(number);
  using V = gf::variant<gf::coarsen<2>, gf::vectors<4>, gf::block<64>>;
  for (const std::int64_t step : {13, 1000, 20000})
    for (const auto sum : on_each_rank(3, [&](const auto& on) {
           return sum_on<V>(on, numbers, gf::partition({100003, 1, 1}, on.size(), gf::along::x, step), 0);
         }))
      CHECK(static_cast<double>(sum) == expected);
}

TEST_CASE("by default any operation is combined, on every rank")
{
  const auto largest = on_each_rank(4, [](const auto& on) {
    const gf::partition slabs = gf::partition_of_elements(30001, on.size());
    std::vector<int> numbers;
    for (auto n = slabs.begin(on.rank()); n < slabs.end(on.rank()); ++n)
      numbers.push_back(static_cast<int>(n * 7919 % 30001));
    const gf::buffer memory(on.local(), numbers);
    const gf::buffer<int, test::executor> out(on.local(), 1);
    auto scratch = gf::make_reduce_scratch<int, gf::maximum>(on);
    gf::reduce(on, memory.span(), slabs, out.span(), gf::maximum{}, scratch);
    return out.values()[0];
  });
  CHECK(largest == std::vector<int>(4, 30000));
}

TEST_CASE("partitions that a reduction cannot use are refused")
{
  const auto refusal = [](const gf::partition& slabs, std::size_t excess) {
    return on_each_rank(2, [&](const auto& on) {
      return test::message_of([&] {
        auto scratch = gf::make_reduce_scratch<float>(on, 100);
        const auto size = static_cast<std::size_t>(slabs.shape(on.rank()).count()) + excess;
        const gf::buffer<float, test::executor> memory(on.local(), size), out(on.local(), 1);
        gf::reduce(on, memory.span(), slabs, out.span(), gf::sum{}, scratch);
      });
    })[1];
  };
  CHECK(test::explains(refusal(gf::partition({5, 6, 7}, 2, gf::along::y), 0), "are not consecutive in the whole"));
  CHECK(test::explains(refusal(gf::partition({101, 1, 1}, 2, gf::along::x), 0), "has 101 steps"));
  CHECK(test::explains(refusal(gf::partition({5, 6, 7}, 2), 1), "the input has 121 elements"));
  CHECK(refusal(gf::partition({5, 6, 7}, 2), 0).empty());
  CHECK(refusal(gf::partition({100, 1, 1}, 2, gf::along::x), 0).empty());
}

TEST_CASE("a partition is refused if and only if the elements of its slabs are not consecutive in the whole")
{
  std::mt19937 generator(test::seed());
  for (int n = 0; n < 400; ++n) {
    const auto length = [&] { return static_cast<std::int64_t>(generator() % 3 == 0 ? 1 : 2 + generator() % 5); };
    const gf::shape3 whole{length(), length(), length()};
    const auto axis = static_cast<gf::along>(n % 3);
    const gf::partition slabs(whole, 2, axis);
    if (slabs.is_empty(0) || slabs.is_empty(1)) continue;
    bool consecutive = true;
    for (int rank = 0; rank < 2; ++rank) {
      const gf::index3 first = slabs.first(rank);
      const gf::shape3 shape = slabs.shape(rank);
      std::int64_t next = (first.z * whole.y + first.y) * whole.x + first.x;
      for (std::int64_t k = first.z; k < first.z + shape.z; ++k)
        for (std::int64_t j = first.y; j < first.y + shape.y; ++j)
          for (std::int64_t i = first.x; i < first.x + shape.x; ++i)
            consecutive = consecutive && next++ == (k * whole.y + j) * whole.x + i;
    }
    const std::string said = test::message_of([&] { (void)gf::detail::pieces_of(slabs, 100); });
    CAPTURE(whole.x);
    CAPTURE(whole.y);
    CAPTURE(whole.z);
    CHECK(said.empty() == consecutive);
    if (!consecutive) CHECK(test::explains(said, "are not consecutive in the whole"));
  }
}

TEST_CASE(
    "pieces are the same for any number of ranks: as many of a step as there is room for, of 8,192 elements or more")
{
  std::mt19937 generator(test::seed());
  for (int n = 0; n < 300; ++n) {
    const auto below = [&](std::int64_t end) { return static_cast<std::int64_t>(generator()) % end; };
    const std::int64_t area = 1 + below(40000), planes = 1 + below(50), step = 1 + below(7);
    const int most = static_cast<int>(50 + below(500)), count = static_cast<int>(1 + below(6));
    const gf::partition slabs({area, 1, planes}, count, gf::along::z, step);
    const gf::detail::rank_pieces pieces = gf::detail::pieces_of(slabs, most);
    const std::int64_t steps = (planes + step - 1) / step, elements = step * area;
    std::int64_t each = 1;
    while ((each + 1) * steps <= most && each * 8192 < elements) ++each;
    CHECK(pieces.all == steps * each);
    CHECK((pieces.layout.step == elements && pieces.layout.per_step == each));
    CHECK(pieces.layout.length % 64 == 0);
    CHECK(pieces.layout.length * each >= elements);
    CHECK((pieces.layout.length - 64) * each < elements);
    std::int64_t before = 0;
    for (int rank = 0; rank < count; ++rank) {
      std::int64_t begun = 0;  // steps whose first plane is this rank's
      for (std::int64_t s = 0; s < steps; ++s) begun += s * step >= slabs.begin(rank) && s * step < slabs.end(rank);
      CHECK(pieces.counts[static_cast<std::size_t>(rank)] == begun * each);
      before += begun * each;
    }
    CHECK(before == pieces.all);
  }
}

TEST_CASE("a partition of elements has a piece in a step: 8,192 elements, or as many as 8,448 pieces leave")
{
  const auto step = [](std::int64_t n) { return gf::partition_of_elements(n, 3).step(); };
  CHECK(step(1) == 8192);
  CHECK(step(std::int64_t{8192} * gf::default_reduce_pieces) == 8192);
  CHECK(step(std::int64_t{8192} * gf::default_reduce_pieces + 1) == 8192 + 64);
  const gf::partition slabs = gf::partition_of_elements(1000000, 3);
  CHECK((slabs.whole() == gf::shape3{1000000, 1, 1} && slabs.axis() == gf::along::x && slabs.ranks() == 3));
}

TEST_CASE("scratches of other sizes on some ranks are refused before anything is exchanged")
{
  const auto messages = on_each_rank(3, [](const auto& on) {
    const gf::partition slabs({90, 1, 1}, on.size(), gf::along::x);
    const gf::buffer<float, test::executor> memory(on.local(), static_cast<std::size_t>(slabs.shape(on.rank()).x)),
        out(on.local(), 1);
    auto scratch = gf::make_reduce_scratch<float>(on, on.rank() == 1 ? 99 : 100);
    return test::message_of([&] { gf::reduce(on, memory.span(), slabs, out.span(), gf::sum{}, scratch); });
  });
  for (const auto& text : messages) CHECK(test::explains(text, "ranks disagree about a call"));
}

TEST_CASE("ranks that reduce by another partition or another accumulation disagree")
{
  using plain = gf::variant<gf::block<64>>;
  using wide = gf::variant<gf::block<64>, gf::wide<double>>;
  for (int differs = 0; differs < 3; ++differs) {
    CAPTURE(differs);
    const auto messages = on_each_rank(3, [=](const auto& on) {
      const int other = on.rank() == 1 ? differs : 0;
      const gf::partition slabs({90, 1, 1}, std::vector<double>{1, 1, other == 1 ? 2. : 1.}, gf::along::x);
      const gf::buffer<float, test::executor> memory(on.local(), static_cast<std::size_t>(slabs.shape(on.rank()).x)),
          out(on.local(), 1);
      auto scratch = gf::make_reduce_scratch<gf::list<plain, wide>, float>(on, 100);
      return test::message_of([&] {
        if (other == 2)
          gf::reduce<wide>(on, memory.span(), slabs, out.span(), gf::sum{}, scratch);
        else
          gf::reduce<plain>(on, memory.span(), slabs, out.span(), gf::sum{}, scratch);
      });
    });
    for (const auto& text : messages)
      CHECK((differs == 0 ? text.empty() : test::explains(text, "ranks disagree about a call")));
  }
}

}  // namespace ranks_tests
