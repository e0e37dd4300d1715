// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/exchange.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>
#include <gridfold/policy/accumulator.hpp>
#include <gridfold/policy/block.hpp>
#include <set>
#include <string>
#include <type_traits>

namespace gf = gridfold;

namespace
{

using sum = gf::policy::accumulator<gf::sum, gf::plain, int>;

/// The first thread's value after a block of threads has combined 1, 2, 3, ...
template <class Exchange, class Shape>
struct add_ranks {
  using block_shape = Shape;
  using combining = typename Exchange::template combination<Shape, int>;
  struct shared_storage {
    typename combining::storage partials;
  };
  int* in_global;
  int* out;

  template <class Block>
  void operator()(Block& block) const
  {
    auto values = block.template per_thread<int>();
    block.each_thread([&](gf::thread t) { values[t] = t.rank + 1; });
    combining::combine(block, block.shared(gf::member<&shared_storage::partials>{}), values, sum{}, in_global);
    block.first_thread([&](gf::thread t) { *out = values[t]; });
  }
};

template <class Exchange, class Shape>
int sum_of_ranks()
{
  int in_global[Shape::threads] = {}, out = 0;
  gf::host{1}.run(add_ranks<Exchange, Shape>{in_global, &out}, gf::shape3{1, 1, 1});
  return out;
}

}  // namespace

TEST_CASE_TEMPLATE("a block combines the values of all its threads, however many", Exchange, gf::exchange_global,
                   gf::exchange_shared, gf::exchange_dynamic_shared, gf::exchange_registers)
{
  CHECK(sum_of_ranks<Exchange, gf::block<1>>() == 1);
  CHECK(sum_of_ranks<Exchange, gf::block<7, 3>>() == 21 * 22 / 2);
  CHECK(sum_of_ranks<Exchange, gf::block<32>>() == 32 * 33 / 2);
  CHECK(sum_of_ranks<Exchange, gf::block<100>>() == 100 * 101 / 2);
  CHECK(sum_of_ranks<Exchange, gf::block<256>>() == 256 * 257 / 2);
}

TEST_CASE("only exchange_global needs global memory, and registers a slot a warp")
{
  static_assert(gf::exchange<gf::exchange_global> && gf::exchange<gf::exchange_dynamic_shared> &&
                !gf::exchange<gf::block<64>>);
  static_assert(gf::exchange_global::in_global && !gf::exchange_shared::in_global);
  static_assert(gf::exchange_dynamic_shared::uses_dynamic_shared && !gf::exchange_shared::uses_dynamic_shared);
  static_assert(sizeof(gf::exchange_registers::combination<gf::block<96>, double>::storage) <
                sizeof(gf::exchange_shared::combination<gf::block<96>, double>::storage));
}

TEST_CASE("ways to exchange belong to one axis, and have names of their own")
{
  static_assert(std::is_same_v<gf::exchange_registers::axis, gf::axis::exchange>);
  static_assert(std::is_same_v<gf::exchange_shared::axis, gf::axis::exchange>);
  static_assert(std::is_same_v<gf::exchange_dynamic_shared::axis, gf::axis::exchange>);
  static_assert(std::is_same_v<gf::exchange_global::axis, gf::axis::exchange>);
  const std::set<std::string> names = {gf::exchange_registers::name(), gf::exchange_shared::name(),
                                       gf::exchange_dynamic_shared::name(), gf::exchange_global::name()};
  CHECK(names.size() == 4);
  for (const std::string& name : names) CHECK(name.starts_with("exchange:"));
}
