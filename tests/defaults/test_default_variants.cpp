// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Every verb without a variant runs by its executor's default, on shapes that fit no tile.
#include <gridfold/defaults/default_variants.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gridfold/gridfold.hpp>
#include <limits>
#include <vector>

#include "../support/executor_memory.hpp"

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
