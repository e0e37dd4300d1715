// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Every verb without a variant runs by its executor's default, on shapes that fit no tile.
#include <gridfold/policy/defaults.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gridfold/gridfold.hpp>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "../support/executor_memory.hpp"
#include "../support/seed.hpp"

namespace test_defaults
{

namespace
{

namespace gf = gridfold;
using test::executor;
using test::memory;

/// An element of 16 bytes.
struct alignas(16) quad {
  std::int32_t word[4];
  friend bool operator==(const quad&, const quad&) = default;
};

template <class T>
T element(std::int64_t n)
{
  if constexpr (sizeof(T) == 16)
    return {{static_cast<std::int32_t>(n), 1, 2, 3}};
  else
    return static_cast<T>(n % 251);
}

template <class T>
std::vector<T> elements(std::int64_t count)
{
  std::vector<T> all;
  for (std::int64_t n = 0; n < count; ++n) all.push_back(element<T>(n));
  return all;
}

template <class T>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>>;
template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;

constexpr std::int64_t rows = 131, columns = 67;

}  // namespace

TEST_CASE_TEMPLATE("transpose by default", T, std::uint8_t, float, double, quad)
{
  memory<T> in(elements<T>(rows * columns)), out(std::vector<T>(rows * columns, element<T>(200)));
  gf::transpose(executor{}, matrix<const T>(in.span().data(), rows, columns),
                matrix<T>(out.span().data(), columns, rows));
  const std::vector<T> result = out.values();
  int wrong = 0;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j)
      wrong += !(result[static_cast<std::size_t>(j * rows + i)] == element<T>(i * columns + j));
  CHECK(wrong == 0);
}

TEST_CASE_TEMPLATE("copy by default", T, float, quad)
{
  memory<T> in(elements<T>(4099)), out(std::vector<T>(4099, element<T>(200)));
  gf::copy(executor{}, vector<const T>(in.span().data(), 4099), vector<T>(out.span().data(), 4099));
  CHECK(out.values() == elements<T>(4099));
}

TEST_CASE("reduce by default, twice with bitwise equal results")
{
  const std::vector<float> values(100003, 1.23f);
  memory<float> in(values);
  const executor on{};
  auto scratch = gf::make_reduce_scratch<float>(on);
  std::vector<float> sums;
  for (int n = 0; n < 2; ++n) {
    memory<float> out({-1.f});
    gf::reduce(on, in.span(), out.span(), gf::sum{}, scratch);
    sums.push_back(out.values()[0]);
  }
  const double expected = 100003 * static_cast<double>(1.23f);
  // Every element passes at most 2,000 additions.
  CHECK(std::abs(sums[0] - expected) <= 2000 * std::numeric_limits<float>::epsilon() / 2 * expected);
  CHECK(sums[0] == sums[1]);
}

TEST_CASE("reduce by default with an operation that its scratch names")
{
  memory<double> in({3, -7.5, 9.25, 1}), out({-1.0});
  const executor on{};
  auto scratch = gf::make_reduce_scratch<double, gf::maximum>(on);
  gf::reduce(on, in.span(), out.span(), gf::maximum{}, scratch);
  CHECK(out.values() == std::vector<double>{9.25});
}

TEST_CASE_TEMPLATE("multiply by default", T, float, double, std::int32_t)
{
  memory<T> a(elements<T>(rows * 33)), b(elements<T>(33 * columns)), c(std::vector<T>(rows * columns, T(-1)));
  gf::multiply(executor{}, matrix<const T>(a.span().data(), rows, 33), matrix<const T>(b.span().data(), 33, columns),
               matrix<T>(c.span().data(), rows, columns));
  const std::vector<T> result = c.values();
  int wrong = 0;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      T sum = 0;  // exact: integers below 2^24
      for (std::int64_t k = 0; k < 33; ++k) sum += element<T>(i * 33 + k) * element<T>(k * columns + j);
      wrong += result[static_cast<std::size_t>(i * columns + j)] != sum;
    }
  CHECK(wrong == 0);
}

TEST_CASE("neighbors by default, in ascending order")
{
  constexpr int count = 301, capacity = 8;
  std::vector<float> line(count);
  for (int n = 0; n < count; ++n) line[static_cast<std::size_t>(n)] = static_cast<float>(n);
  memory<float> x(line), y(std::vector<float>(count, 0.f));
  memory<int> counts(std::vector<int>(count, -1)), indices(std::vector<int>(count * capacity, -1));
  gf::neighbors(executor{}, gf::positions(x.span(), y.span()), 2.5,
                gf::neighbor_list<>(counts.span().data(), indices.span().data(), count, capacity));
  const std::vector<int> found = counts.values(), index = indices.values();
  int wrong = 0;
  for (int n = 0; n < count; ++n) {
    std::vector<int> expected;
    for (int other = n - 2; other <= n + 2; ++other)
      if (other != n && other >= 0 && other < count) expected.push_back(other);
    const auto first = index.begin() + n * capacity;
    wrong += found[static_cast<std::size_t>(n)] != static_cast<int>(expected.size()) ||
             !std::equal(expected.begin(), expected.end(), first);
  }
  CHECK(wrong == 0);
}

TEST_CASE("neighbors by default, of and in host memory")
{
  std::vector<double> line(57);
  for (std::size_t n = 0; n < line.size(); ++n) line[n] = static_cast<double>(n);
  const gf::neighbor_table found = gf::neighbors(executor{}, gf::positions(line), 1.5);
  CHECK(found.size() == line.size());
  CHECK(found.capacity() == 2);
  CHECK(found.of(0).size() == 1);
  CHECK(std::vector<int>(found.of(20).begin(), found.of(20).end()) == std::vector<int>{19, 21});
}

TEST_CASE("the smaller a lattice, the fewer points per thread by default on the device")
{
  const auto check = [](auto contenders) {
    std::vector<double> items;
    for (const std::int64_t side : {1, 16, 32, 64, 128, 256, 512})
      gf::with_fastest(contenders, gf::sum_size{{side, side, side}, 4000}, [&]<class C>() {
        items.push_back(static_cast<double>(C::type::coarsening::items) / C::type::slices::count);
      });
    REQUIRE(items.size() == 7);
    CHECK(items.front() <= 1);
    CHECK(items.back() >= 8);
    CHECK(std::is_sorted(items.begin(), items.end()));
  };
  check(gf::contenders<gf::device, gf::verb::lattice_sum>::type{});
  check(gf::contenders<gf::device, gf::verb::potential_map<gf::by_device>>::type{});
  check(gf::contenders<gf::device, gf::verb::potential_map<gf::by_host>>::type{});
  check(gf::contenders<gf::device, gf::verb::potential_map<gf::by_both>>::type{});
}

TEST_CASE("the default of any shape is the contender that takes the least time there")
{
  const unsigned seed = test::seed();
  CAPTURE(seed);
  std::mt19937 generator(seed);
  std::uniform_int_distribution<std::int64_t> side(1, 600), count(0, 20000);
  const auto contenders = gf::contenders<gf::device, gf::verb::potential_map<gf::by_device>>::type{};
  int wrong = 0;
  for (int n = 0; n < 1000; ++n) {
    const gf::sum_size size{{side(generator), side(generator), side(generator)}, count(generator)};
    std::vector<double> chosen;
    gf::with_fastest(contenders, size, [&]<class C>() { chosen.push_back(C::nanoseconds(size)); });
    REQUIRE(chosen.size() == 1);
    gf::for_each(contenders, [&]<class C>() { wrong += C::nanoseconds(size) < chosen[0]; });
  }
  CHECK(wrong == 0);
}

TEST_CASE_TEMPLATE("the more elements a histogram counts, the more each thread counts by default on the device", T,
                   std::uint8_t, float)
{
  using contenders = typename gf::contenders<gf::device, gf::verb::histogram, T>::type;
  // The most items per thread of those that are within a hundredth of the fastest: the number of blocks is rounded up.
  std::vector<int> items;
  for (std::int64_t size = 1; size <= std::int64_t{1} << 36; size *= 2)
    gf::with_fastest(contenders{}, size, [&]<class C>() {
      int most = 0;
      gf::for_each(contenders{}, [&]<class Other>() {
        CHECK(C::nanoseconds(size) <= Other::nanoseconds(size));
        if (Other::nanoseconds(size) <= 1.01 * C::nanoseconds(size))
          most = std::max(most, Other::type::coarsening::items * Other::type::vectors::width);
      });
      items.push_back(most);
    });
  REQUIRE(items.size() == 37);
  CHECK(items.front() < items.back());
  CHECK(std::is_sorted(items.begin(), items.end()));
}

TEST_CASE("the time of a lattice includes overhanging blocks and idle SMs")
{
  using V = gf::list<gf::gather, gf::interleaved, gf::coarsen<8, 4>, gf::global, gf::block<16, 8>>;
  using contender = gf::contender<V, 1000, 4096>;  // a block has 128 x 32 points, which take a nanosecond a source
  CHECK(contender::nanoseconds({{128, 32, 132 * 50}, 1}) == doctest::Approx(std::hypot(1, 132 * 50)));
  CHECK(contender::nanoseconds({{129, 33, 132 * 50}, 1}) == doctest::Approx(std::hypot(1, 4 * 132 * 50)));
  CHECK(contender::nanoseconds({{1, 1, 1}, 1}) == doctest::Approx(std::hypot(1, 132)));
}

TEST_CASE("slices of the sources take rows of the block, and six sources' time each at the end")
{
  using V = gf::list<gf::coarsen<2>, gf::shared_tile<512>, gf::block<8, 16>, gf::slices<4>>;
  using contender = gf::contender<V, 3000, 8448>;  // 132 blocks of 16 x 4 points take a nanosecond a source
  const double one = std::hypot(3, 1), two = std::hypot(3, 2), four = std::hypot(3, 4);
  CHECK(contender::nanoseconds({{16, 4, 132}, 10}) == doctest::Approx(one * (10 + 24)));
  CHECK(contender::nanoseconds({{17, 4, 132}, 10}) == doctest::Approx(two * (10 + 24)));
  CHECK(contender::nanoseconds({{16, 5, 132}, 10}) == doctest::Approx(two * (10 + 24)));
  CHECK(contender::nanoseconds({{17, 5, 132}, 10}) == doctest::Approx(four * (10 + 24)));
  CHECK(contender::nanoseconds({{16, 4, 133}, 10}) == doctest::Approx(two * (10 + 24)));
  CHECK(contender::nanoseconds({{16, 4, 132}, 2048}) == doctest::Approx(two * (1024 + 24)));  // two launches
}

TEST_CASE("the time of a list of points is that of 1,000 sources")
{
  using contender = gf::contender<gf::list<gf::coarsen<1>, gf::block<100>>, 3000, 13200>;
  CHECK(contender::nanoseconds(13200) == doctest::Approx(std::hypot(3, 1) * 1000));
  CHECK(contender::nanoseconds(13201) == doctest::Approx(std::hypot(3, 2) * 1000));
}

TEST_CASE("the time of a histogram is that of whole blocks on every SM")
{
  using V = gf::list<gf::scatter, gf::coarsen<2, 5>, gf::vectors<4>, gf::block<25>>;  // blocks of 1,000 elements
  using contender = gf::counting_contender<V, 500>;
  CHECK(contender::nanoseconds(0) == 0);
  CHECK(contender::nanoseconds(1) == doctest::Approx(264));
  CHECK(contender::nanoseconds(132000) == doctest::Approx(264));
  CHECK(contender::nanoseconds(132001) == doctest::Approx(528));
}

TEST_CASE("overlapping launches show one latency")
{
  using V = gf::list<gf::gather, gf::coarsen<1>, gf::constant_chunk<500>, gf::block<1>>;
  using contender = gf::contender<V, 1000, 1000000>;  // a source takes a launch a nanosecond, all together next to none
  CHECK(contender::nanoseconds({{1, 1, 1}, 500}) == doctest::Approx(500).epsilon(0.01));
  CHECK(contender::nanoseconds({{1, 1, 1}, 501}) == doctest::Approx(250).epsilon(0.01));
  CHECK(contender::nanoseconds({{1, 1, 1}, 5000}) == doctest::Approx(500).epsilon(0.01));
  CHECK(contender::nanoseconds({{1, 1, 1}, 0}) == 0);
}

TEST_CASE("a default reads sources from memory that it can access")
{
  const auto check = [](auto contenders, bool by_host) {
    gf::for_each(contenders, [&]<class C>() { CHECK(gf::is_constant<typename C::type::input> == by_host); });
  };
  check(gf::contenders<gf::device, gf::verb::potential_map<gf::by_device>>::type{}, false);
  check(gf::contenders<gf::device, gf::verb::potential_map<gf::by_host>>::type{}, true);
}

TEST_CASE("several threads share each of few points of a list by default on the device")
{
  const auto slices = [](std::int64_t points) {
    int count = 0;
    gf::policy::with_shipped<gf::device, gf::verb::point_sum>(points, [&]<class V>() { count = V::slices::count; });
    return count;
  };
  CHECK(slices(1) > 1);
  CHECK(slices(10000000) == 1);
}

TEST_CASE("a verb with one default uses it for the smallest sizes too")
{
  using usual = gf::default_variant<gf::device, gf::verb::reduce>::type;
  bool is_usual = false;
  gf::policy::with_shipped<gf::device, gf::verb::reduce>(1, [&]<class V>() { is_usual = std::is_same_v<V, usual>; });
  CHECK(is_usual);
}

TEST_CASE("point_sum by default")
{
  memory<gf::source<float>> sources({{0, 0, 0, 3}, {0, 0, 2, 1}});
  memory<float> x({0, 1, 2}), zero({0, 0, 0}), sums({-1, -1, -1});
  gf::point_sum(executor{}, sources.span(), gf::positions(x, zero, zero), sums.span(), gf::coulomb<gf::rsqrt::ieee>{});
  const std::vector<float> result = sums.values();
  CHECK(result[0] == 0.5f);
  CHECK(result[1] == doctest::Approx(3 + 1 / std::sqrt(5.0)).epsilon(1e-6));
  CHECK(result[2] == doctest::Approx(1.5 + 1 / std::sqrt(8.0)).epsilon(1e-6));
}

TEST_CASE("lattice_sum by default")
{
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 1, .shape = {37, 5, 3}};
  const std::vector<gf::source<float>> charges = {{2.5f, 3, 1, 1.5f}, {-1, 0, 7, 2}};
  memory<gf::source<float>> sources(charges);
  memory<float> map(std::vector<float>(37 * 5 * 3, -1.f));
  gf::lattice_sum(executor{}, sources.span(), where, gf::view_of(map.span().data(), where.shape),
                  gf::coulomb<gf::rsqrt::ieee>{});
  const std::vector<float> result = map.values();
  int wrong = 0;
  for (std::int64_t n = 0; n < where.shape.count(); ++n) {
    const auto x = static_cast<double>(n % 37), y = static_cast<double>(n / 37 % 5), z = static_cast<double>(n / 185);
    double sum = 0;
    for (const auto& s : charges) sum += s.charge / std::hypot(s.x - x, s.y - y, s.z - z);
    // Coordinates and their differences are exact; a term has five roundings, and one addition follows.
    wrong +=
        !(std::abs(result[static_cast<std::size_t>(n)] - sum) <= 8 * std::numeric_limits<float>::epsilon() / 2 * sum);
  }
  CHECK(wrong == 0);
}

}  // namespace test_defaults
