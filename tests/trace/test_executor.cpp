// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace/executor.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/trace/aligned_vector.hpp>
#include <stdexcept>

namespace gf = gridfold;

static_assert(gf::executor<gf::trace>);
// A trace has the launches of `device`.
static_assert(gf::trace::launches_overlap && !gf::host::launches_overlap);

namespace
{

/// Shows each thread the number of its neighbour by shared memory.
template <class From, class To>
struct rotate {
  using block_shape = gf::block<64>;
  struct shared_storage {
    int tile[64];
  };
  From from;
  To to;

  template <class Block>
  void operator()(Block& block) const
  {
    auto&& tile = block.shared(gf::member<&shared_storage::tile>{});
    block.each_thread([&](gf::thread t) { tile[t.rank] = from[t.rank]; });
    block.each_thread([&](gf::thread t) { to[t.rank] = tile[(t.rank + 1) % 64]; });
  }
};

}  // namespace

TEST_CASE("a kernel computes what it would on a device, and its accesses are counted")
{
  gf::aligned_vector<int> from(64), to(64);
  for (int n = 0; n < 64; ++n) from[static_cast<std::size_t>(n)] = n * n;
  const gf::trace on;
  const auto in = on.argument(static_cast<const int*>(from.data()), 64, "from");
  const auto out = on.argument(to.data(), 64, "to", gf::role::output);
  on.run(rotate<decltype(in), decltype(out)>{in, out}, {1, 1, 1});
  for (int n = 0; n < 64; ++n) CHECK(to[static_cast<std::size_t>(n)] == ((n + 1) % 64) * ((n + 1) % 64));
  const gf::trace_report report = on.report();
  CHECK(report.site("from").transactions == 8);
  CHECK(report.site("tile", gf::access_kind::load).wavefronts == 2);
  CHECK(report.site("to").accesses == 64);
  CHECK(report.faults().empty());
}

TEST_CASE("copies share one trace, and a kernel that throws ends its launch")
{
  gf::aligned_vector<int> numbers(1);
  const gf::trace on;
  const gf::trace copy = on;
  const auto p = copy.argument(numbers.data(), 1, "numbers");
  CHECK_THROWS_AS(on.for_each_thread<gf::block<1>>({1, 1, 1},
                                                   [&](gf::index3, gf::thread) {
                                                     p[0] = 1;
                                                     throw std::runtime_error("stopped");
                                                   }),
                  std::runtime_error);
  on.for_each_thread<gf::block<1>>({1, 1, 1}, [&](gf::index3, gf::thread) { p[0] = 2; });
  CHECK(copy.report().site("numbers").requests == 1);
}
