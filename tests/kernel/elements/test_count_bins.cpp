// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/elements/count_bins.hpp>

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

/// The bins of a user's, which give numbers outside of [0, count).
struct values_below_4 {
  static constexpr int count = 4;
  constexpr int operator()(int value) const { return value - 2; }
};

template <class V, class Bins = gf::value_bins<4>>
std::vector<int> counts_of(const std::vector<int>& values)
{
  constexpr int poison = 77;
  std::vector<int> counts = {poison, 100, 100, 100, 100, poison};
  auto to = gf::view::atomic_view_of(vector<int>(counts.data() + 1, 4));
  using in = vector<const int>;
  using kernel = gf::kernel::count_bins<V, in, Bins, decltype(to)>;
  const kernel counting{
      gf::view::vectorized_view<in, V::vectors::width>(in(values.data(), int(values.size()))), {}, to};
  gf::host{2}.run(counting, counting.grid());
  CHECK(counts.front() == poison);
  CHECK(counts.back() == poison);
  return {counts.begin() + 1, counts.end() - 1};
}

}  // namespace

TEST_CASE("blocks add to the counts that there are, through shared memory or at once")
{
  std::vector<int> values;
  for (int n = 0; n < 1003; ++n) values.push_back(n % 5);
  const std::vector<int> expected = {301, 301, 301, 300};
  CHECK(counts_of<gf::variant<gf::scatter, gf::coarsen<2>, gf::exchange_shared, gf::block<8>>>(values) == expected);
  CHECK(counts_of<gf::variant<gf::scatter, gf::coarsen<2, 7>, gf::exchange_shared, gf::block<8>>>(values) == expected);
  CHECK(counts_of<gf::variant<gf::scatter, gf::vectors<4>, gf::exchange_shared, gf::block<3>>>(values) == expected);
  CHECK(counts_of<gf::variant<gf::scatter, gf::vectors<4>, gf::exchange_global, gf::block<9>>>(values) == expected);
}

TEST_CASE("numbers that are no bin's are not counted: -1, the number of bins and all beyond")
{
  std::vector<int> values;
  for (int n = 0; n < 1003; ++n) values.push_back(n % 9);
  const std::vector<int> expected = {212, 212, 211, 211};  // values 2 to 5: 112 or 111 of each
  CHECK(counts_of<gf::variant<gf::scatter, gf::exchange_shared, gf::block<8>>, values_below_4>(values) == expected);
  CHECK(counts_of<gf::variant<gf::scatter, gf::vectors<4>, gf::exchange_global, gf::block<9>>, values_below_4>(
            values) == expected);
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
