// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Functions of several vectors by every variant and pattern, against plain loops.
#include <gridfold/transform.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <gridfold/core/source.hpp>
#include <gridfold/math/operation.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/view/triples.hpp>
#include <random>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"
#include "../support/pairwise.hpp"
#include "../support/seed.hpp"

namespace test_transform
{

namespace
{

namespace gf = gridfold;
using test::executor;
using test::memory;

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;
template <class T>
vector<const T> input(const memory<T>& of, std::int64_t past = 0)
{
  return vector<const T>(of.data() + past, static_cast<std::int64_t>(of.size()) - past);
}
template <class T>
vector<T> output(const memory<T>& of, std::int64_t past = 0)
{
  return vector<T>(of.data() + past, static_cast<std::int64_t>(of.size()) - past);
}

using patterns = gf::list<gf::sequential, gf::permuted, gf::offset, gf::strided, gf::broadcast>;
using gf::block, gf::coarsen, gf::vectors;
using every_variant =
    gf::list<gf::variant<block<7, 3>>, gf::variant<coarsen<3>, gf::read_only, block<7, 3>>,
             gf::variant<gf::contiguous, coarsen<3>, block<7, 3>>, gf::variant<coarsen<4>, vectors<2>, block<32>>,
             gf::variant<gf::contiguous, coarsen<8>, vectors<4>, gf::read_only, block<7, 3>>>;

/// Integers that a float has exactly, as have sums and products of them.
template <class T>
std::vector<T> small_integers(std::size_t size, std::mt19937& generator)
{
  std::vector<T> values(size);
  for (T& v : values) v = static_cast<T>(generator() % 12);
  return values;
}

/// Not a template of the variant, since doctest's macros compile slowly.
void check_values(const std::vector<double>& found, const std::vector<double>& expected, const std::string& variant,
                  const std::string& pattern, std::int64_t past)
{
  CAPTURE(variant);
  CAPTURE(pattern);
  CAPTURE(past);
  CAPTURE(expected.size());
  CHECK(found == expected);
}

/// out = a - b * c, of three types.
struct difference_of_product {
  GRIDFOLD_HD double operator()(float a, int b, double c) const { return static_cast<double>(a) - b * c; }
};

/// Results begin `past` elements into their memory, and the first input two elements behind that.
template <class V, class Pattern>
void check_three_inputs(std::size_t size, std::int64_t past, std::mt19937& generator)
{
  const auto a = small_integers<float>(size + static_cast<std::size_t>(past) + 2, generator);
  const auto b = small_integers<int>(size, generator);
  const auto c = small_integers<double>(size, generator);
  std::vector<double> expected(size + static_cast<std::size_t>(past), -1.0);
  const memory<float> in_a(a);
  const memory<int> in_b(b);
  const memory<double> in_c(c), out(expected);
  for (std::size_t n = 0; n < size; ++n) {
    const std::size_t first = (std::is_same_v<Pattern, gf::broadcast> ? 0 : n) + static_cast<std::size_t>(past) + 2;
    expected[static_cast<std::size_t>(past) + n] = static_cast<double>(a[first]) - b[n] * c[n];
  }
  gf::transform<V, Pattern>(executor{}, cuda::std::tuple(input(in_a, past + 2), input(in_b), input(in_c)),
                            output(out, past), difference_of_product{});
  check_values(out.values(), expected, V::name(), Pattern::name(), past);
}

/// Vectors of four floats, where all arrays are aligned; the last block is not whole.
template <class V>
void check_addition(std::size_t size, std::mt19937& generator)
{
  const auto a = small_integers<float>(size, generator), b = small_integers<float>(size, generator);
  const memory<float> in_a(a), in_b(b), out(std::vector<float>(size, -1.0f));
  gf::transform<V>(executor{}, cuda::std::tuple(input(in_a), input(in_b)), output(out), gf::sum{});
  const std::vector<float> found = out.values();
  std::vector<double> expected;
  for (std::size_t n = 0; n < size; ++n) expected.push_back(static_cast<double>(a[n]) + static_cast<double>(b[n]));
  check_values(std::vector<double>(found.begin(), found.end()), expected, V::name(), "sequential", 0);
}

struct always_seven {
  GRIDFOLD_HD int operator()() const { return 7; }
};
struct negative {
  GRIDFOLD_HD int operator()(int a) const { return -a; }
};
struct polynomial {
  int scale;
  GRIDFOLD_HD int operator()(int a, int b, int c, int d, int e) const
  {
    return scale * ((((a * 3 + b) * 3 + c) * 3 + d) * 3 + e);
  }
};
/// y + scale * x in float.
struct scaled_sum {
  float scale;
  GRIDFOLD_HD float operator()(float x, float y) const { return y + scale * x; }
};
struct length {
  GRIDFOLD_HD float operator()(const gf::packed3<float>& p) const { return p.x * p.x + p.y * p.y + p.z * p.z; }
};
/// A structure of 16 bytes, of another one.
struct moved {
  GRIDFOLD_HD gf::source<float> operator()(const gf::source<float>& s, const gf::packed3<float>& by) const
  {
    return {s.x + by.x, s.y + by.y, s.z + by.z, s.charge};
  }
};

}  // namespace

TEST_CASE("every variant and pattern computes every element from inputs of several types")
{
  std::mt19937 generator(test::seed());
  test::for_each_combination(test::pairwise<every_variant, patterns>{}, [&]<class V, class Pattern>() {
    for (const std::size_t size : {1u, 2u, 31u, 83u, 1024u, 10007u})
      for (const int past : {0, 1}) check_three_inputs<V, Pattern>(size, past, generator);
  });
}

TEST_CASE("sums of two vectors, by elements and by vectors of them")
{
  std::mt19937 generator(test::seed());
  std::uniform_int_distribution<std::size_t> size(1, 3000);
  gf::for_each(every_variant{}, [&]<class V>() {
    for (int times = 0; times < 5; ++times) check_addition<V>(size(generator), generator);
  });
}

TEST_CASE("the output may be an input")
{
  constexpr std::size_t size = 1013;
  std::mt19937 generator(test::seed());
  const auto x = small_integers<int>(size, generator);
  std::vector<int> y = small_integers<int>(size, generator);
  const memory<int> in(x), both(y);
  gf::transform<gf::variant<coarsen<4>, vectors<2>, block<32>>>(executor{}, cuda::std::tuple(input(in), input(both)),
                                                                output(both), gf::sum{});
  for (std::size_t n = 0; n < size; ++n) y[n] += x[n];
  CHECK(both.values() == y);
}

TEST_CASE("none, one and five inputs")
{
  constexpr std::size_t size = 517;
  using V = gf::variant<coarsen<4>, vectors<4>, block<32>>;
  std::mt19937 generator(test::seed());
  const memory<int> out(std::vector<int>(size, -1));
  gf::transform<V>(executor{}, cuda::std::tuple(), output(out), always_seven{});
  CHECK(out.values() == std::vector<int>(size, 7));

  std::vector<std::vector<int>> in;
  for (int i = 0; i < 5; ++i) in.push_back(small_integers<int>(size, generator));
  const memory<int> a(in[0]), b(in[1]), c(in[2]), d(in[3]), e(in[4]);
  gf::transform<V>(executor{}, cuda::std::tuple(input(a)), output(out), negative{});
  std::vector<int> expected(size);
  for (std::size_t n = 0; n < size; ++n) expected[n] = -in[0][n];
  CHECK(out.values() == expected);

  gf::transform<V>(executor{}, cuda::std::tuple(input(a), input(b), input(c), input(d), input(e)), output(out),
                   polynomial{2});
  for (std::size_t n = 0; n < size; ++n)
    expected[n] = 2 * (81 * in[0][n] + 27 * in[1][n] + 9 * in[2][n] + 3 * in[3][n] + in[4][n]);
  CHECK(out.values() == expected);
}

TEST_CASE("the default variant rounds as the function does")
{
  constexpr std::size_t size = 10007;
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<float> number(-1, 1);
  std::vector<float> x(size), y(size);
  for (std::size_t n = 0; n < size; ++n) x[n] = number(generator), y[n] = number(generator);
  const memory<float> in_x(x), in_y(y), out(std::vector<float>(size, -9.0f));
  gf::transform(executor{}, cuda::std::tuple(input(in_x), input(in_y)), output(out), scaled_sum{0.3f});
  const std::vector<float> found = out.values();
  int wrong = 0;
  for (std::size_t n = 0; n < size; ++n) {
    const double product = static_cast<double>(0.3f) * static_cast<double>(x[n]),
                 exact = product + static_cast<double>(y[n]);
    // The product is rounded, or fused with the sum; the sum is rounded: each by half an ulp.
    const double error = (std::abs(product) + std::abs(exact)) * 0x1p-24 * (1 + 0x1p-20);
    if (!(std::abs(static_cast<double>(found[n]) - exact) <= error)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("elements are structures, in arrays of structures and structures of arrays")
{
  constexpr std::int64_t size = 301;
  using V = gf::variant<coarsen<2>, block<32>>;
  std::mt19937 generator(test::seed());
  const std::vector<float> numbers = small_integers<float>(3 * size, generator);
  std::vector<gf::source<float>> sources;
  for (int n = 0; n < size; ++n) sources.push_back({float(n), float(2 * n), float(3 * n), float(-n)});
  const memory<float> arrays(numbers), squares(std::vector<float>(size, -1.0f));
  const memory<gf::source<float>> in(sources), out(sources);
  const auto shifts = gf::components(static_cast<const float*>(arrays.data()), size);
  gf::transform<V>(executor{}, cuda::std::tuple(shifts), output(squares), length{});
  gf::transform<V>(executor{}, cuda::std::tuple(input(in), shifts), output(out), moved{});
  const std::vector<float> lengths = squares.values();
  const std::vector<gf::source<float>> places = out.values();
  int wrong = 0;
  for (std::size_t n = 0; n < size; ++n) {
    const double x = numbers[n], y = numbers[size + n], z = numbers[2 * size + n];
    wrong += static_cast<double>(lengths[n]) != x * x + y * y + z * z;
    wrong += static_cast<double>(places[n].x) != static_cast<double>(sources[n].x) + x ||
             static_cast<double>(places[n].y) != static_cast<double>(sources[n].y) + y ||
             static_cast<double>(places[n].z) != static_cast<double>(sources[n].z) + z ||
             places[n].charge != sources[n].charge;
  }
  CHECK(wrong == 0);
}

TEST_CASE("vectors of different sizes are refused, empty ones are not touched")
{
  const memory<int> three(std::vector<int>{1, 2, 3}), four(std::vector<int>{5, 6, 7, 8});
  const auto add = [&](const auto& x, const auto& y, const auto& z) {
    return test::message_of(
        [&] { gf::transform(executor{}, cuda::std::tuple(input(x), input(y)), output(z), gf::sum{}); });
  };
  CHECK(
      add(three, four, three) ==
      "the output has 3 elements, input 1 has 4 (each is computed from one of every input): pass vectors of one size");
  CHECK(
      add(four, three, three) ==
      "the output has 3 elements, input 0 has 4 (each is computed from one of every input): pass vectors of one size");
  CHECK(three.values() == std::vector<int>{1, 2, 3});
  const vector<int> none(nullptr, 0);
  gf::transform(executor{}, cuda::std::tuple(none, none), none, gf::sum{});
}

}  // namespace test_transform
