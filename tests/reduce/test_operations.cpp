// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "check_variants.hpp"

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

/// What a mean and a variance are made of: more than any atomic function moves.
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

/// An operation that knows something at run time.
struct add_modulo {
  unsigned modulus = 65521;
  GRIDFOLD_HD unsigned operator()(unsigned a, unsigned b) const { return (a + b) % modulus; }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    return 0;
  }
};

/// Runs all variants of a list on elements made from index 0, 1, ..., in every number.
template <class T, class Op, class Variants>
void check_all_sizes(const Op& op, T (*element)(int))
{
  for (std::size_t n : test::sizes) {
    std::vector<T> elements(n);
    for (std::size_t i = 0; i < n; ++i) elements[i] = element(static_cast<int>(i));
    test::check_operation(Variants{}, elements, op);
  }
}

template <class T, class Op>
void check_both(const Op& op, T (*element)(int))
{
  check_all_sizes<T, Op, test::each_gather<>>(op, element);
  check_all_sizes<T, Op, test::each_scatter>(op, element);
}

template <class T>
void check_extrema()
{
  const auto element = [](int i) { return static_cast<T>((i * 7919LL + 13) % 10007 - 5000); };
  check_both<T>(gf::minimum{}, element);
  check_both<T>(gf::maximum{}, element);
}

constexpr float infinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("minimum and maximum of numbers of every kind are exact")
{
  check_extrema<float>();
  check_extrema<double>();
  check_extrema<int>();
  check_extrema<long long>();
}

TEST_CASE("minimum and maximum meet infinities")
{
  const auto among = [](float outlier) {
    std::vector<float> elements(1000, 1.5f);
    elements[617] = outlier;
    return elements;
  };
  for (float outlier : {infinity, -infinity}) {
    test::check_operation(test::each_gather<>{}, among(outlier), gf::minimum{});
    test::check_operation(test::each_gather<>{}, among(outlier), gf::maximum{});
    test::check_operation(test::each_scatter{}, among(outlier), gf::minimum{});
    test::check_operation(test::each_scatter{}, among(outlier), gf::maximum{});
  }
}

TEST_CASE("no elements reduce to what changes nothing, infinities alone to themselves")
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

TEST_CASE("integers are summed exactly, beyond 32 bits")
{
  check_both<int>(gf::sum{}, [](int i) { return i % 2001 - 1000; });
  check_both<long long>(gf::sum{}, [](int i) { return 4000000007LL * (i % 1999); });
  check_both<unsigned long long>(gf::sum{}, [](int i) { return 1ULL << (i % 44); });
}

TEST_CASE("doubles that are integers are summed exactly")
{
  check_both<double>(gf::sum{}, [](int i) { return static_cast<double>(i % 1023); });
}

TEST_CASE("elements and operations may be a user's own")
{
  check_both<located>(first_largest{}, [](int i) { return located{static_cast<float>(i * 31 % 997), i}; });
  check_all_sizes<moments, add_moments, test::each_gather<>>({}, [](int i) {
    return moments{1, i % 1000, static_cast<long long>(i % 1000) * (i % 1000)};
  });
  check_both<unsigned>(add_modulo{}, [](int i) { return static_cast<unsigned>(i) % 65521u; });
}

TEST_CASE("a reduction's result is converted to the output's type")
{
  using fold = gf::variant<gf::coarsen<4>, gf::vectors<4>, gf::block<128>>;
  test::memory<int> in(std::vector<int>(1000, 7));
  CHECK(test::reduced<fold, double>(in.span(), gf::sum{}) == 7000.0);
}

TEST_CASE("any one-dimensional view is reduced, whatever its layout")
{
  std::vector<int> elements(3000);
  for (int i = 0; i < 3000; ++i) elements[static_cast<std::size_t>(i)] = i;
  test::memory<int> in(elements);
  using strided = cuda::std::layout_stride::mapping<cuda::std::dextents<int, 1>>;
  const cuda::std::mdspan<int, cuda::std::dextents<int, 1>, cuda::std::layout_stride> every_third(
      in.span().data(), strided(cuda::std::dextents<int, 1>(1000), cuda::std::array<int, 1>{3}));
  gf::for_each(test::each_gather<>{}, [&]<class V>() {
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

TEST_CASE("misuse that run time sees is refused, and said")
{
  using fold = gf::variant<gf::coarsen<4>, gf::vectors<4>, gf::block<128>>;
  const test::executor on{};
  test::memory<int> in({1, 2, 3}), two({0, 0});
  auto scratch = gf::make_reduce_scratch<fold, int>(on);
  CHECK_THROWS_WITH_AS(gf::reduce<fold>(on, in.span(), two.span(), gf::sum{}, scratch),
                       doctest::Contains("has 2 elements"), gf::error);
  CHECK_THROWS_WITH_AS((gf::make_reduce_scratch<fold, int>(on, 0)), doctest::Contains("for 0 blocks"), gf::error);
}
