// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/reduce_cub.hpp>

#include <doctest/doctest.h>

#include <gridfold/reduce.hpp>
#include <numeric>
#include <vector>

#include "../support/executor_memory.hpp"

namespace test_reduce_cub
{

namespace gf = gridfold;

static_assert(gf::exchange<gf::exchange_cub> && !gf::exchange_cub::in_global);

TEST_CASE("a block may combine its threads by CUB, in any shape")
{
  std::vector<int> numbers(12345);
  std::iota(numbers.begin(), numbers.end(), -100);
  const test::memory<int> in(numbers);
  const int expected = std::accumulate(numbers.begin(), numbers.end(), 0);
  const test::executor on{};
  gf::for_each(gf::cross<gf::list<gf::coarsen<2>>, gf::list<gf::exchange_cub>,
                         gf::list<gf::block<32>, gf::block<96>, gf::block<7, 3>>>{},
               [&]<class V>() {
                 const test::memory<int> out(std::vector<int>{-1});
                 auto scratch = gf::make_reduce_scratch<V, int>(on);
                 gf::reduce<V>(on, in.span(), out.span(), gf::sum{}, scratch);
                 CAPTURE(V::name());
                 CHECK(out.values().front() == expected);
               });
}

}  // namespace test_reduce_cub
