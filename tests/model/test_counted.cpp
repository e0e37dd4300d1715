// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/model/counted.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <type_traits>

namespace gf = gridfold;

namespace
{

/// The counts of f in doubles.
template <class F>
gf::operation_counts counts_of(F f)
{
  gf::kernel_counts counts;
  const gf::model::counting_scope scope(counts);
  f();
  return counts.in_double;
}

}  // namespace

TEST_CASE("a counted number computes like the type that it stands for")
{
  const gf::counted<float> a = 2, b = 3;
  CHECK((a + b * a - b / a).uncounted() == 6.5f);
  CHECK(sqrt(a * 8).uncounted() == 4);
  CHECK(gf::counted<float>{}.uncounted() == 0);
  CHECK((-a < b));
  CHECK((a <= a && a <= b && !(b <= a) && a >= a && b >= a && !(a >= b)));
  CHECK((a < b && !(a < a) && !(b < a) && b > a && !(a > a) && !(a > b)));
  CHECK(static_cast<double>(gf::counted<float>(gf::counted<double>(0.1)).uncounted()) != 0.1);
}

TEST_CASE("an atomic addition is counted, and adds")
{
  gf::counted<float> sum = 1.5f;
  gf::kernel_counts counts;
  {
    const gf::model::counting_scope scope(counts);
    const gf::atomic_element<gf::counted<float>, gf::thread_scope::device> element(sum);
    element += gf::counted<float>(2);
    element += gf::counted<float>(-0.25f);
  }
  CHECK(counts.atomics == 2);
  CHECK(sum.uncounted() == 3.25f);
}

TEST_CASE("every operation is counted, and a product that is added is fused once")
{
  const gf::counted<double> x = 1.5, y = 2.5;
  CHECK(counts_of([&] { (void)(x + y); }) == gf::operation_counts{.additions = 1});
  CHECK(counts_of([&] { (void)(x - y); }) == gf::operation_counts{.subtractions = 1});
  CHECK(counts_of([&] { (void)(x / y); }) == gf::operation_counts{.divisions = 1});
  CHECK(counts_of([&] { (void)(x * y + x); }) ==
        gf::operation_counts{.additions = 1, .multiplications = 1, .fusions = 1});
  CHECK(counts_of([&] {
          const auto product = x * y;
          (void)(product + x);
          (void)(product + y);
        }) == gf::operation_counts{.additions = 2, .multiplications = 1, .fusions = 1});
  CHECK(counts_of([&] { (void)sqrt(x); }) == gf::operation_counts{.square_roots = 1});
  CHECK(counts_of([&] { (void)(x < y); }) == gf::operation_counts{.comparisons = 1});
  CHECK(counts_of([&] { (void)(x <= y); }) == gf::operation_counts{.comparisons = 1});
  CHECK(counts_of([&] { (void)-x; }) == gf::operation_counts{});
}

TEST_CASE("conversions between precisions are counted, plain numbers are not")
{
  gf::kernel_counts counts;
  {
    const gf::model::counting_scope scope(counts);
    const gf::counted<double> wide(gf::counted<float>(1.0f));
    (void)gf::counted<float>(2);
    CHECK(wide.uncounted() == 1);
  }
  CHECK(counts == gf::kernel_counts{.conversions = 1});
}
