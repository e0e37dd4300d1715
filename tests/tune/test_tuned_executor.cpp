// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Verbs without a variant on a tuned_executor: they take the remembered variant, else the default.
#include <gridfold/tune/tuned_executor.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/reduce.hpp>
#include <gridfold/tune/memory.hpp>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"

namespace test_tuned_executor
{

/// A verb of one's own.
struct own_verb {
  static constexpr gridfold::fixed_text name() { return "own"; }
};

}  // namespace test_tuned_executor

template <class Executor, class... T>
struct gridfold::default_rule<Executor, test_tuned_executor::own_verb, T...> : gridfold::shipped<gridfold::block<32>> {
};

namespace test_tuned_executor
{

namespace
{

namespace gf = gridfold;
using test::executor;
using test::memory;

using doubly = gf::variant<gf::coarsen<4>, gf::vectors<4>, gf::block<64>, gf::wide<double>>;
using carrying =
    gf::variant<gf::gather, gf::contiguous, gf::coarsen<2>, gf::exchange_shared, gf::block<96>, gf::compensated>;
/// A variant that needs more global memory than others.
using roomy = gf::variant<gf::coarsen<1>, gf::exchange_global, gf::block<512>>;
using few = gf::list<doubly, carrying, roomy>;

/// 2^24 and ones: adding 1 to 2^24 in float changes nothing, so that plain sums lose some of the ones.
constexpr int count = 10001;
constexpr float whole = 16777216 + count - 1;

/// The sum of such elements by the variant that `on` chooses, with its own scratch.
template <class Executor>
float summed_on(const Executor& on)
{
  std::vector<float> elements(count, 1.f);
  elements[0] = 16777216;
  memory<float> in(elements), out({-1.f});
  auto scratch = gf::make_reduce_scratch<float>(on);
  gf::reduce(on, in.span(), out.span(), gf::sum{}, scratch);
  return out.values()[0];
}

/// The name of the variant that `on` chooses for it.
template <class Executor>
std::string own_fold_on(const Executor& on, std::int64_t size)
{
  std::string taken;
  gf::with_default_variant<own_verb, float>(on, size, [&]<class V>(const executor&) { taken = V::name(); });
  return taken;
}

}  // namespace

TEST_CASE("a reduction without a variant takes the remembered one, with scratch for all that are listed")
{
  gf::tuning_memory winners("");
  const gf::tuned_executor on(executor{}, few{}, winners);
  const auto remember = [&](const std::string& variant) {
    winners.remember(gf::key_of<gf::verb::reduce, float>(count), machine_of(executor{}), variant, 1);
  };
  const float by_default = summed_on(executor{});
  CHECK(by_default != whole);  // otherwise the checks below are empty
  CHECK(summed_on(on) == by_default);
  remember(doubly::name());
  CHECK(summed_on(on) == whole);
  CHECK(summed_on(executor{}) == by_default);
  remember(carrying::name());
  CHECK(summed_on(on) == whole);
  remember(roomy::name());
  memory<float> in(std::vector<float>(count, 1.f)), out({-1.f});
  auto scratch = gf::make_reduce_scratch<float>(on);
  gf::reduce(on, in.span(), out.span(), gf::sum{}, scratch);
  CHECK(out.values()[0] == count);
  remember("a variant that is not compiled");
  CHECK(summed_on(on) == by_default);
}

TEST_CASE("one scratch serves every variant of its list, and an error names one that it is too small for")
{
  using small = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32>>;
  const executor on{};
  memory<float> in(std::vector<float>(count, 1.f)), out({-1.f});
  auto of_all = gf::make_reduce_scratch<gf::list<small, roomy, doubly>, float>(on);
  gf::reduce<roomy>(on, in.span(), out.span(), gf::sum{}, of_all);
  CHECK(out.values()[0] == count);
  gf::reduce<doubly>(on, in.span(), out.span(), gf::sum{}, of_all);
  CHECK(out.values()[0] == count);
  auto of_one = gf::make_reduce_scratch<small, float>(on);
  CHECK(test::explains(test::message_of([&] { gf::reduce<roomy>(on, in.span(), out.span(), gf::sum{}, of_one); }),
                       roomy::name()));
}

TEST_CASE("a verb of one's own without a variant takes its default, or the remembered variant")
{
  gf::tuning_memory winners("");
  const gf::tuned_executor on(executor{}, few{}, winners);
  const std::string shipped = gf::default_variant<executor, own_verb, float>::name();
  CHECK(own_fold_on(executor{}, count) == shipped);
  CHECK(own_fold_on(on, count) == shipped);
  winners.remember(gf::key_of<own_verb, float>(count), machine_of(executor{}), carrying::name(), 1);
  CHECK(own_fold_on(on, count) == carrying::name());
  CHECK(own_fold_on(on, 3 * count) == shipped);
}

}  // namespace test_tuned_executor
