// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Histograms by every variant against a plain loop: equal, whatever the size, the alignment, the type and the values.
#include <gridfold/histogram.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <gridfold/policy/variants.hpp>
#include <limits>
#include <random>
#include <string>
#include <vector>
#ifndef __CUDACC__
#include <gridfold/trace/executor.hpp>
#endif

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"
#include "../support/seed.hpp"

namespace test_histogram
{

namespace
{

namespace gf = gridfold;
using test::executor;
using test::memory;

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;

using gf::block, gf::coarsen, gf::vectors, gf::variant;
/// Both exchanges, with and without vectors, blocks of whole warps and of others, one that is smaller than the bins and
/// one that is larger.
using counters =
    gf::list<variant<gf::scatter, coarsen<4>, vectors<4>, gf::read_only, gf::exchange_shared, block<256>>,
             variant<gf::scatter, gf::contiguous, coarsen<3>, vectors<2>, gf::exchange_shared, block<37>>,
             variant<gf::scatter, gf::exchange_shared, block<5, 7>>,
             variant<gf::scatter, coarsen<2, 5>, vectors<4>, gf::exchange_shared, block<33>>,
             variant<gf::scatter, coarsen<7>, gf::exchange_global, block<96>>,
             variant<gf::scatter, gf::contiguous, vectors<4>, gf::read_only, gf::exchange_global, block<33>>>;

/// Random values; `spread` 0 makes all equal. Some of them lie in none of the bins.
template <class T>
std::vector<T> random_values(std::size_t size, int spread, unsigned random)
{
  std::mt19937 generator(random);
  std::vector<T> values(size);
  for (T& v : values) {
    const auto drawn = static_cast<int>(generator() % 1000);
    v = static_cast<T>(spread == 0 ? 7 : std::is_floating_point_v<T> ? drawn * 0.013 - 2 : drawn % spread - 3);
  }
  return values;
}

template <class T, class Bins>
std::vector<unsigned> counted(const std::vector<T>& values, std::size_t past, std::vector<unsigned> counts,
                              const Bins& bins)
{
  for (std::size_t n = past; n < values.size(); ++n) {
    const int bin = bins(values[n]);
    if (0 <= bin && bin < Bins::count) ++counts[static_cast<std::size_t>(bin)];
  }
  return counts;
}

template <class Variants = counters, class T, class Bins>
void check_all(const std::vector<T>& values, std::size_t past, const Bins& bins)
{
  const std::vector<unsigned> none(Bins::count), before(Bins::count, 5);
  const auto expected = counted(values, past, none, bins), added = counted(values, past, before, bins);
  const memory<T> in(values);
  const auto size = static_cast<std::int64_t>(values.size() - past);
  const vector<const T> from(in.data() + past, size);
  const auto check = [&](const std::string& name, auto histogram) {
    const memory<unsigned> replaced(std::vector<unsigned>(Bins::count, 99)), summed(before);
    histogram(vector<unsigned>(replaced.data(), Bins::count));
    histogram(gf::add_to(vector<unsigned>(summed.data(), Bins::count)));
    CAPTURE(name);
    CAPTURE(size);
    CHECK(replaced.values() == expected);
    CHECK(summed.values() == added);
  };
  gf::for_each(Variants{}, [&]<class V>() {
    check(V::name(), [&](auto counts) { gf::histogram<V>(executor{}, from, counts, bins); });
  });
  check("default", [&](auto counts) { gf::histogram(executor{}, from, counts, bins); });
}

/// Bins of odd and even numbers, and one that nothing lies in.
struct parity {
  static constexpr int count = 3;
  GRIDFOLD_HD int operator()(int value) const { return value & 1; }
};

}  // namespace

TEST_CASE_TEMPLATE("every variant counts every element once, of any size and alignment", T, std::uint8_t, std::int16_t,
                   int, std::int64_t)
{
  const unsigned random = test::seed();
  for (const std::size_t size : {0, 1, 3, 37, 1000, 40001})
    for (const int spread : {0, 60})
      for (const std::size_t past : {0, 1})
        if (past <= size) check_all(random_values<T>(size, spread, random), past, gf::value_bins<50>());
}

TEST_CASE_TEMPLATE("every variant that may become the default counts more elements than its block", T, std::uint8_t,
                   int)
{
  const unsigned random = test::seed();
  gf::for_each(gf::default_variants<gf::device, gf::verb::histogram, T>{}, [&]<class V>() {
    for (const std::size_t size : {1, 1000, 600001})
      check_all<gf::list<V>>(random_values<T>(size, 60, random), 1, gf::value_bins<50>());
  });
}

TEST_CASE_TEMPLATE("bins of equal width of floating-point numbers", T, float, double)
{
  auto values = random_values<T>(10007, 1, test::seed());
  values[3] = std::numeric_limits<T>::quiet_NaN();
  values[4] = std::numeric_limits<T>::infinity();
  check_all(values, 0, gf::even_bins<256>(-1, 9));
  check_all(values, 1, gf::even_bins<1>(-1, 9));
}

TEST_CASE_TEMPLATE("bins of equal width may be of any width", T, float, double)
{
  std::mt19937 generator(test::seed());
  using limits = std::numeric_limits<T>;
  for (const T high : {limits::max(), limits::min(), 1000 * limits::denorm_min(), T(3)}) {
    std::vector<T> values(1009);
    for (T& v : values) v = std::uniform_real_distribution<T>(T(-0.5), T(0.5))(generator) * high * 2;
    check_all(values, 0, gf::even_bins<7>(-static_cast<double>(high), static_cast<double>(high)));
  }
}

#ifdef __SIZEOF_INT128__
TEST_CASE("integers of 128 bits are counted whole")
{
  std::mt19937 generator(test::seed());
  std::vector<gf::math::int128> values(1009);
  for (auto& v : values)
    v = (static_cast<gf::math::int128>(generator() % 2) << (64 + generator() % 60)) + generator() % 70;
  check_all<gf::list<variant<gf::scatter, gf::exchange_shared>>>(values, 1, gf::value_bins<50>());
}
#endif

/// As many bins as are given, which may be too many for a block's shared memory.
template <int Count>
void check_many_bins()
{
  auto values = random_values<int>(5001, 900, test::seed());
  values[7] = Count - 1;
  check_all<gf::list<variant<gf::scatter, gf::exchange_global>>>(values, 1, gf::value_bins<Count>());
}

TEST_CASE("there may be more bins than fit shared memory, and more than fit the stack")
{
  check_many_bins<48 * 256>();
  check_many_bins<48 * 256 + 1>();
  check_many_bins<1 << 22>();
}

TEST_CASE("bins of one's own") { check_all(random_values<int>(5001, 60, test::seed()), 0, parity()); }

TEST_CASE("an element between others is read by the view's stride")
{
  const auto values = random_values<int>(999, 60, test::seed());
  std::vector<int> thirds;
  for (std::size_t n = 0; n < values.size(); n += 3) thirds.push_back(values[n]);
  const memory<int> in(values);
  const memory<unsigned> counts(std::vector<unsigned>(50));
  using extents = cuda::std::dextents<std::int64_t, 1>;
  using strided = cuda::std::mdspan<const int, extents, cuda::std::layout_stride>;
  const strided from(in.data(),
                     cuda::std::layout_stride::mapping<extents>(extents(333), cuda::std::array<std::int64_t, 1>{3}));
  gf::for_each(counters{}, [&]<class V>() {
    gf::histogram<V>(executor{}, from, vector<unsigned>(counts.data(), 50), gf::value_bins<50>());
    CHECK(counts.values() == counted(thirds, 0, std::vector<unsigned>(50), gf::value_bins<50>()));
  });
}

TEST_CASE("another number of counts than of bins is an error that says so")
{
  const memory<int> in(std::vector<int>(4)), counts(std::vector<int>(4));
  CHECK(test::message_of([&] {
          gf::histogram(executor{}, vector<const int>(in.data(), 4), vector<int>(counts.data(), 4),
                        gf::value_bins<5>());
        }) == "the output has 4 counts (there are 5 bins): pass one element for each bin");
}

#ifndef __CUDACC__
TEST_CASE("a trace has no faults, counts collisions, and shows what counting in shared memory saves")
{
  std::vector<int> values(5000, 3), counts(50);
  const auto traced = [&]<class V>() {
    const gf::trace on;
    gf::histogram<V>(on, vector<const int>(values.data(), 5000), vector<int>(counts.data(), 50), gf::value_bins<50>());
    CHECK(on.report().faults().empty());
    CHECK(counts[3] == 5000);
    return on.report();
  };
  using in_shared = variant<gf::scatter, coarsen<4>, gf::exchange_shared, block<64>>;
  using in_global = variant<gf::scatter, coarsen<4>, gf::exchange_global, block<64>>;
  const auto shared = traced.operator()<in_shared>(), global = traced.operator()<in_global>();
  const auto atomics = [](const gf::trace_report& report, const char* view) {
    return report.sum([&](const gf::access_site& s) { return s.view == view && s.does == gf::access_kind::atomic; });
  };
  CHECK(atomics(global, "counts").accesses == 5000);
  CHECK(atomics(global, "counts").collisions == 5000 - 157);  // one a warp's request, of 156 full ones and one of 8
  CHECK(atomics(shared, "counts").accesses == 20);            // one a block of 256 elements
  CHECK(atomics(shared, "of_block").accesses == 5000);
}
#endif

}  // namespace test_histogram
