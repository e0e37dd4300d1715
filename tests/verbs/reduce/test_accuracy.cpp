// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <gridfold/view/repeated.hpp>

#include "check_variants.hpp"

namespace test_reduce_accuracy
{

namespace
{

namespace gf = gridfold;

constexpr std::int64_t hundred_million = 100000000;

template <class T>
T plain_loop(T element, std::int64_t count)
{
  T sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += element;
  return sum;
}

/// Elements whose sum is a small part of their magnitudes: what is left after large ones cancel.
std::vector<float> cancelling(std::size_t count)
{
  std::vector<float> elements = test::reductions::random_elements<float>(count);
  for (std::size_t i = 0; i + 1 < count; i += 2) {
    elements[i] *= 1e6f;
    elements[i + 1] = -elements[i] + elements[i + 1] * 1e-2f;
  }
  return elements;
}

}  // namespace

TEST_CASE("a plain loop sums 10^8 times 1.23 to 33554432")
{
  CHECK(plain_loop(1.23f, hundred_million) == 33554432.0f);
  char printed[32];
  std::snprintf(printed, sizeof printed, "%f", plain_loop(1.23, hundred_million));
  CHECK(std::string(printed) == "123000000.110771");
}

TEST_CASE("every way to combine sums 10^8 times 1.23f to float precision, and more where asked")
{
  const gf::repeated<float> in(1.23f, hundred_million);
  const double exact = static_cast<double>(1.23f) * hundred_million, u = std::numeric_limits<float>::epsilon() / 2.0;
  const auto error = [&](float result) { return std::abs(result - exact) / exact; };
  const auto bound = [&]<class V>() {
    return 1.01 * u * test::reductions::additions<V>(hundred_million, gf::default_reduce_blocks);
  };
  using combine = gf::list<gf::exchange_global, gf::exchange_shared, gf::exchange_dynamic_shared,
                           gf::exchange_registers, gf::exchange_cub>;
  using fold_256 = gf::list<gf::block<256>>;
  gf::for_each(
      gf::cross<gf::list<gf::gather, gf::scatter>, gf::list<gf::interleaved>, gf::coarsenings<4>, combine, fold_256>{},
      [&]<class V>() {
        CAPTURE(V::name());
        CHECK(bound.template operator()<V>() < 1e-4);
        CHECK(error(test::reduced<V, float>(in, gf::sum{})) <= bound.template operator()<V>());
      });
  gf::for_each(gf::cross<gf::list<gf::gather>, gf::list<gf::interleaved>, gf::coarsenings<4>, combine, fold_256,
                         gf::list<gf::compensated, gf::wide<double>>>{},
               [&]<class V>() {
                 CAPTURE(V::name());
                 CHECK(error(test::reduced<V, float>(in, gf::sum{})) <= u);
               });
}

TEST_CASE("compensated and wide sums keep within their bounds where plain ones cannot")
{
  for (std::size_t n : {2u, 31u, 1000u, 1000003u}) {
    const std::vector<float> elements = cancelling(n);
    const test::reductions::exact_sum exact = test::reductions::sum_of(elements);
    const double u = std::numeric_limits<float>::epsilon() / 2.0;
    test::memory<float> in(elements);
    CAPTURE(n);
    gf::for_each(test::reductions::each_gather<gf::compensated>{}, [&]<class V>() {
      CAPTURE(V::name());
      const double k = test::reductions::additions<V>(n, gf::default_reduce_blocks) * u;
      CHECK(std::abs(test::reduced<V, float>(in.span(), gf::sum{}) - exact.value) <=
            1.01 * (u * std::abs(exact.value) + 2 * k * k * exact.magnitude));
    });
    gf::for_each(test::reductions::each_gather<gf::wide<double>>{}, [&]<class V>() {
      CAPTURE(V::name());
      const double w = std::numeric_limits<double>::epsilon() / 2.0;
      const double k = test::reductions::additions<V>(n, gf::default_reduce_blocks) * w;
      CHECK(std::abs(test::reduced<V, double>(in.span(), gf::sum{}) - exact.value) <= 1.01 * k * exact.magnitude);
      CHECK(std::abs(test::reduced<V, float>(in.span(), gf::sum{}) - exact.value) <=
            1.01 * (u * std::abs(exact.value) + k * exact.magnitude));
    });
  }
}

TEST_CASE("more than 2^31 elements are counted")
{
  using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<16>, gf::exchange_registers, gf::block<256>>;
  constexpr std::int64_t count = (std::int64_t{1} << 31) + 12345;
  CHECK(test::reduced<fold, long long>(gf::repeated<long long>(3, count), gf::sum{}) == 3 * count);
}

}  // namespace test_reduce_accuracy
