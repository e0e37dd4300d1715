// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/reduce.hpp>

#include <algorithm>

#include "reduce/check_variants.hpp"

namespace test_reduce
{

namespace
{

namespace gf = gridfold;

/// A value and where it stands: 8 bytes, as an atomic update needs.
struct alignas(8) located {
  float value;
  int place;
};

/// The largest value, and the first place that has it.
struct first_largest {
  GRIDFOLD_HD located operator()(located a, located b) const
  {
    const bool take_a = a.value > b.value || (a.value == b.value && a.place < b.place);
    return take_a ? a : b;
  }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    return {-1e30f, 1 << 30};
  }
};

/// A key that has an order, but no least or largest value that the library knows.
struct ordered_key {
  int key;
  friend GRIDFOLD_HD bool operator<(ordered_key a, ordered_key b) { return a.key < b.key; }
};

/// The moments for a mean and a variance: more bytes than any atomic function moves.
struct moments {
  long long count, total, squares;
};

struct add_moments {
  GRIDFOLD_HD moments operator()(const moments& a, const moments& b) const
  {
    return {a.count + b.count, a.total + b.total, a.squares + b.squares};
  }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    return {0, 0, 0};
  }
};

/// An operation with a run-time parameter.
struct add_modulo {
  unsigned modulus = 65521;
  GRIDFOLD_HD unsigned operator()(unsigned a, unsigned b) const { return (a + b) % modulus; }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    return 0;
  }
};

constexpr float infinity = std::numeric_limits<float>::infinity();

template <class Op>
inline constexpr bool is_extremum = std::is_same_v<Op, gf::minimum> || std::is_same_v<Op, gf::maximum>;

/// Element i of those that an operation is tried on: their reductions are exact, of integers beyond 32 bits.
template <class Op, class T>
T element(int i)
{
  if constexpr (is_extremum<Op>)
    return static_cast<T>((i * 7919LL + 13) % 10007 - 5000);
  else if constexpr (std::is_same_v<T, located>)
    return {static_cast<float>(i * 31 % 997), i};
  else if constexpr (std::is_same_v<T, moments>)
    return {1, i % 1000, static_cast<long long>(i % 1000) * (i % 1000)};
  else if constexpr (sizeof(T) == 8 && std::is_integral_v<T>)
    return static_cast<T>(4000000007LL * (i % 1999));
  else if constexpr (std::is_signed_v<T>)
    return static_cast<T>(i % 2001 - 1000);
  else
    return static_cast<T>(i) % T{65521};
}

/// An operation and the elements that it is tried on, in every number and, where they have infinities, with one.
template <class V, class Op, class T>
void check(gf::list<Op, T>)
{
  for (std::size_t n : test::reductions::sizes) {
    std::vector<T> elements(n);
    for (std::size_t i = 0; i < n; ++i) elements[i] = element<Op, T>(static_cast<int>(i));
    test::reductions::check_operation<V>(elements, Op{});
  }
  if constexpr (is_extremum<Op> && std::is_floating_point_v<T>)
    for (const float outlier : {infinity, -infinity}) {
      std::vector<T> elements(1000, T(1.5));
      elements[617] = outlier;
      test::reductions::check_operation<V>(elements, Op{});
    }
}

using extrema = gf::list<gf::list<gf::minimum, float>, gf::list<gf::minimum, double>, gf::list<gf::minimum, int>,
                         gf::list<gf::minimum, long long>, gf::list<gf::maximum, float>, gf::list<gf::maximum, double>,
                         gf::list<gf::maximum, int>, gf::list<gf::maximum, long long>>;
using sums = gf::list<gf::list<gf::sum, double>, gf::list<gf::sum, int>, gf::list<gf::sum, long long>,
                      gf::list<gf::sum, unsigned long long>>;
using own = gf::list<gf::list<first_largest, located>, gf::list<add_modulo, unsigned>>;
using every_way = gf::join<test::reductions::each_gather<>, test::reductions::each_scatter>;

}  // namespace

TEST_CASE("extrema, sums of whole numbers, and a user's own operations on a user's own elements are exact")
{
  using combinations = test::pairwise<every_way, gf::join<extrema, sums, own>>;
  test::for_each_combination(combinations{}, [&]<class V, class Case>() { check<V>(Case{}); });
}

TEST_CASE("elements larger than an atomic function moves are gathered")
{
  gf::for_each(test::reductions::each_gather<>{}, [&]<class V>() { check<V>(gf::list<add_moments, moments>{}); });
}

TEST_CASE("an operation without an identity for the elements takes a given one")
{
  using largest = gf::with_identity<gf::maximum, ordered_key>;
  const largest op(gf::maximum{}, {-1});
  gf::for_each(test::reductions::each_gather<>{}, [&]<class V>() {
    CAPTURE(V::name());
    for (const std::size_t n : {0u, 1u, 1000u, 40001u}) {
      std::vector<ordered_key> elements(n);
      for (std::size_t i = 0; i < n; ++i) elements[i] = {static_cast<int>(i * 7919 % 40009)};
      int expected = -1;
      for (const ordered_key e : elements) expected = std::max(expected, e.key);
      test::memory<ordered_key> in(elements);
      CHECK(test::reduced<V, ordered_key>(in.span(), op).key == expected);
    }
  });
}

TEST_CASE("no elements reduce to the identity, infinities to themselves")
{
  using fold = gf::variant<gf::coarsen<2>, gf::vectors<4>, gf::block<96>>;
  const auto of = [](auto elements, const auto& op) {
    using T = typename decltype(elements)::value_type;
    test::memory<T> in(elements);
    return test::reduced<fold, T>(in.span(), op);
  };
  CHECK(of(std::vector<float>{}, gf::sum{}) == 0);
  CHECK(of(std::vector<float>{}, gf::minimum{}) == infinity);
  CHECK(of(std::vector<float>{}, gf::maximum{}) == -infinity);
  CHECK(of(std::vector<int>{}, gf::minimum{}) == std::numeric_limits<int>::max());
  CHECK(of(std::vector<int>{}, gf::maximum{}) == std::numeric_limits<int>::min());
  CHECK(of(std::vector<float>(300, infinity), gf::minimum{}) == infinity);
  CHECK(of(std::vector<float>(300, -infinity), gf::maximum{}) == -infinity);
}

TEST_CASE("a reduction's result is converted to the output's type")
{
  using fold = gf::variant<gf::coarsen<4>, gf::vectors<4>, gf::block<128>>;
  test::memory<int> in(std::vector<int>(1000, 7));
  CHECK(test::reduced<fold, double>(in.span(), gf::sum{}) == 7000.0);
}

TEST_CASE("a one-dimensional view of any layout is reduced")
{
  std::vector<int> elements(3000);
  for (int i = 0; i < 3000; ++i) elements[static_cast<std::size_t>(i)] = i;
  test::memory<int> in(elements);
  using strided = cuda::std::layout_stride::mapping<cuda::std::dextents<int, 1>>;
  const cuda::std::mdspan<int, cuda::std::dextents<int, 1>, cuda::std::layout_stride> every_third(
      in.span().data(), strided(cuda::std::dextents<int, 1>(1000), cuda::std::array<int, 1>{3}));
  gf::for_each(test::reductions::each_gather<>{}, [&]<class V>() {
    CAPTURE(V::name());
    CHECK(test::reduced<V, int>(every_third, gf::sum{}) == 3 * 499500);
  });
}

TEST_CASE("variants without a kernel are known")
{
  using gf::coarsen, gf::interleaved, gf::gather, gf::scatter, gf::supports, gf::variant;
  static_assert(supports<gf::verb::reduce, variant<gather, interleaved, coarsen<1>, gf::exchange_registers>>);
  static_assert(supports<gf::verb::reduce, variant<scatter, interleaved, coarsen<1>, gf::exchange_cub>>);
  static_assert(!supports<gf::verb::reduce, variant<gather, interleaved, coarsen<1>, gf::constant>>);
  static_assert(!supports<gf::verb::reduce, variant<gather, interleaved, coarsen<1>, gf::shared_tile<64>>>);
  using compensated = variant<gather, interleaved, coarsen<1>, gf::exchange_registers, gf::block<64>, gf::compensated>;
  static_assert(supports<gf::verb::reduce, compensated>);
  static_assert(
      !supports<gf::verb::reduce,
                variant<scatter, interleaved, coarsen<1>, gf::exchange_registers, gf::block<64>, gf::compensated>>);
}

TEST_CASE("misuse detected at run time is refused with a message")
{
  using fold = gf::variant<gf::coarsen<4>, gf::vectors<4>, gf::block<128>>;
  const test::executor on{};
  test::memory<int> in({1, 2, 3}), two({0, 0});
  auto scratch = gf::make_reduce_scratch<fold, int>(on);
  CHECK_THROWS_WITH_AS(gf::reduce<fold>(on, in.span(), two.span(), gf::sum{}, scratch),
                       doctest::Contains("has 2 elements"), gf::error);
  CHECK_THROWS_WITH_AS((gf::make_reduce_scratch<fold, int>(on, 0)), doctest::Contains("for 0 blocks"), gf::error);
}

}  // namespace test_reduce
