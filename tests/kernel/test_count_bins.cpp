// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/count_bins.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/math/bins.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/atomic_view.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;

template <class V>
std::vector<int> counts_of(const std::vector<int>& values)
{
  std::vector<int> counts(4, 100);
  auto to = gf::view::atomic_view_of(vector<int>(counts.data(), 4));
  using in = vector<const int>;
  using kernel = gf::kernel::count_bins<V, in, gf::value_bins<4>, decltype(to)>;
  const kernel counting{
      gf::view::vectorized_view<in, V::vectors::width>(in(values.data(), int(values.size()))), {}, to};
  gf::host{2}.run(counting, counting.grid());
  return counts;
}

}  // namespace

TEST_CASE("blocks add to the counts that there are, through shared memory or at once")
{
  std::vector<int> values;
  for (int n = 0; n < 1003; ++n) values.push_back(n % 5);
  const std::vector<int> expected = {301, 301, 301, 300};
  CHECK(counts_of<gf::variant<gf::scatter, gf::coarsen<2>, gf::exchange_shared, gf::block<8>>>(values) == expected);
  CHECK(counts_of<gf::variant<gf::scatter, gf::coarsen<2, 7>, gf::exchange_shared, gf::block<8>>>(values) == expected);
  CHECK(counts_of<gf::variant<gf::scatter, gf::vectors<4>, gf::exchange_global, gf::block<9>>>(values) == expected);
}

TEST_CASE("only a kernel that counts in shared memory has shared storage")
{
  using in = vector<const int>;
  using out = decltype(gf::view::atomic_view_of(vector<int>()));
  using shared = gf::kernel::count_bins<gf::variant<gf::scatter, gf::exchange_shared>, in, gf::value_bins<9>, out>;
  using global = gf::kernel::count_bins<gf::variant<gf::scatter, gf::exchange_global>, in, gf::value_bins<9>, out>;
  static_assert(sizeof(shared::shared_storage) == 36);
  static_assert(std::is_empty_v<global::shared_storage>);
}
