// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/tune/tune.hpp>

#include <gridfold/tune.hpp>

#include <doctest/doctest.h>

#include <gridfold/tune/tuned_executor.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "fake.hpp"

namespace
{

namespace gf = gridfold;
using test::always;
using test::fake_world;

template <int X>
const std::string name = test::folded<X>::name();

using few = test::variants<1, 2, 4>;
const gf::tuning_key key{"a kernel", "f32", 10};

/// Factor 2 is the fastest.
struct workload {
  fake_world& world;

  template <class V>
  void operator()(const test::fake& on) const
  {
    on.in->run(V::name(), always(V::coarsening::x == 2 ? 1 : 3));
  }
};

/// A verb with a default variant.
struct own_verb {
  static constexpr gf::fixed_text name() { return "own"; }
};

template <class Choice>
std::string chosen_by(const Choice& choice)
{
  std::string chosen;
  choice([&]<class V>() { chosen = V::name(); });
  return chosen;
}

}  // namespace

template <class... T>
struct gridfold::default_rule<test::fake, own_verb, T...> : gridfold::shipped<gather, interleaved, coarsen<16>> {
};

TEST_CASE("a choice is a variant of its list")
{
  gf::choice<few> choice;
  CHECK(chosen_by(choice) == name<1>);
  CHECK(choice.take(name<4>));
  CHECK(chosen_by(choice) == name<4>);
  CHECK(choice.name() == name<4>);
  CHECK_FALSE(choice.take(name<8>));
  CHECK(choice.name() == name<4>);
}

TEST_CASE("the winner is measured once and remembered")
{
  fake_world world;
  const test::fake on{&world};
  gf::tuning_memory memory("");
  const auto first = gf::tune(on, few{}, key, workload{world}, {}, memory);
  CHECK(first.winner.name() == name<2>);
  CHECK(first.measured.rows.size() == 3);
  const std::size_t runs = world.ran.size();
  const auto second = gf::tune(on, few{}, key, workload{world}, {}, memory);
  CHECK(second.winner.name() == name<2>);
  CHECK(second.measured.rows.empty());
  CHECK(world.ran.size() == runs);
}

TEST_CASE("a search is remembered too")
{
  fake_world world;
  gf::tuning_memory memory("");
  const auto found = gf::tune(test::fake{&world}, few{}, key, workload{world}, {}, memory, gf::budget{});
  CHECK(found.winner.name() == name<2>);
  CHECK(memory.find(key, machine_of(test::fake{&world})) == name<2>);
}

TEST_CASE("another machine is tuned again, though it may recall a winner of equal capability")
{
  fake_world world;
  gf::tuning_memory memory("");
  const test::fake one{&world, "fake 1"}, two{&world, "fake 2"};
  memory.remember(key, machine_of(one), name<4>, 1);
  CHECK(gf::recall(machine_of(two), few{}, key, memory).name() == name<4>);
  CHECK(gf::tune(one, few{}, key, workload{world}, {}, memory).winner.name() == name<4>);
  CHECK(gf::tune(two, few{}, key, workload{world}, {}, memory).winner.name() == name<2>);
  CHECK(gf::recall(machine_of(two), few{}, key, memory).name() == name<2>);
}

TEST_CASE("a remembered variant that is not compiled is not chosen")
{
  fake_world world;
  gf::tuning_memory memory("");
  const test::fake on{&world};
  memory.remember(key, machine_of(on), name<8>, 1);
  CHECK(gf::recall(machine_of(on), few{}, key, memory).name() == name<1>);
  CHECK(gf::tune(on, few{}, key, workload{world}, {}, memory).winner.name() == name<2>);
  CHECK(memory.find(key, machine_of(on)) == name<2>);
}

TEST_CASE("a winner whose time is below the clock's resolution wins, and is not remembered")
{
  fake_world world;
  gf::tuning_memory memory("");
  const auto free = [&]<class V>(const test::fake& on) {
    on.in->run(V::name(), always(V::coarsening::x == 4 ? 0 : 1));
  };
  CHECK(gf::tune(test::fake{&world}, few{}, key, free, {}, memory).winner.name() == name<4>);
  CHECK_FALSE(memory.find(key, machine_of(test::fake{&world})).has_value());
}

TEST_CASE("if nothing can be ranked tuning throws an error with the reason")
{
  fake_world world;
  gf::tuning_memory memory("");
  const auto broken = []<class V>(const test::fake&) { throw std::runtime_error("out of memory"); };
  CHECK(test::explains(test::message_of([&] { gf::tune(test::fake{&world}, few{}, key, broken, {}, memory); }),
                       "out of memory"));
  const gf::sweep_options none{.filter = [](const std::string&) { return false; }};
  CHECK(
      test::explains(test::message_of([&] { gf::tune(test::fake{&world}, few{}, key, workload{world}, none, memory); }),
                     "the filter takes none"));
  CHECK_FALSE(memory.find(key, machine_of(test::fake{&world})).has_value());
}

TEST_CASE("a verb without a variant takes the default, on a tuned executor the remembered one")
{
  fake_world world;
  const test::fake on{&world};
  gf::tuning_memory memory("");
  const auto taken_on = [&](const auto& executor, std::int64_t size) {
    std::string taken;
    gf::with_default_variant<own_verb, float>(executor, size, [&]<class V>(const auto& base) {
      static_assert(std::is_same_v<decltype(base), const test::fake&>);
      CHECK(base.in == &world);
      taken = V::name();
    });
    return taken;
  };
  const gf::tuned_executor tuned(on, few{}, memory);
  CHECK(taken_on(on, 1000) == name<16>);
  CHECK(taken_on(tuned, 1000) == name<16>);
  memory.remember(gf::key_of<own_verb, float>(1000), machine_of(on), name<4>, 1);
  CHECK(taken_on(on, 1000) == name<16>);
  CHECK(taken_on(tuned, 1000) == name<4>);
  CHECK(taken_on(tuned, 1023) == name<4>);
  CHECK(taken_on(tuned, 1024) == name<16>);
}
