// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Checks every variant of the reduction against a sequential one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cuda/cmath>
#include <gridfold/policy/variants.hpp>
#include <gridfold/reduce_cub.hpp>
#include <limits>
#include <random>
#include <string>

#include "../../support/pairwise.hpp"
#include "reduced.hpp"

namespace test::reductions
{

/// X vectors of N elements.
template <int X, int N>
using in_vectors = gf::list<gf::coarsen<X>, gf::vectors<N>>;

using every_exchange = gf::list<gf::exchange_global, gf::exchange_shared, gf::exchange_dynamic_shared,
                                gf::exchange_registers, gf::exchange_cub>;
using every_assignment = gf::list<gf::contiguous, gf::interleaved>;
/// Vectors of one element, of four (for float and int one access), and of three, which is no single access.
using every_coarsening = gf::list<gf::coarsen<1>, gf::coarsen<4>, in_vectors<2, 4>, in_vectors<2, 3>>;
/// Less than a warp, and several warps the last of which is not full.
using every_block = gf::list<gf::block<7, 3>, gf::block<50, 2>>;

using every_reduction =
    gf::cross<gf::list<gf::gather, gf::scatter>, every_assignment, every_coarsening, every_exchange, every_block>;
/// One variant of each way to combine, for what does not depend on the rest.
template <class Decomposition, class Accumulation = gf::plain>
using each_way = gf::cross<gf::list<Decomposition>, gf::list<gf::interleaved>, gf::list<in_vectors<2, 4>>,
                           every_exchange, gf::list<gf::block<50, 2>>, gf::list<Accumulation>>;
template <class Accumulation = gf::plain>
using each_gather = each_way<gf::gather, Accumulation>;
using each_scatter = each_way<gf::scatter>;

inline constexpr std::size_t sizes[] = {0, 1, 2, 31, 255, 1000, 1000003};

/// Elements that begin `skip` elements behind an aligned address.
template <class T>
struct unaligned {
  memory<T> all;
  std::size_t skip;

  unaligned(std::vector<T> elements, std::size_t skipped) : all(padded(std::move(elements), skipped)), skip(skipped) {}
  [[nodiscard]] cuda::std::span<const T> span() { return all.span().subspan(skip); }

 private:
  static std::vector<T> padded(std::vector<T> elements, std::size_t skipped)
  {
    elements.insert(elements.begin(), skipped, poison<T>());
    return elements;
  }
};

template <class T>
std::vector<T> random_elements(std::size_t count)
{
  std::mt19937_64 generator(count);
  std::vector<T> elements(count);
  for (T& e : elements) {
    if constexpr (std::is_floating_point_v<T>)
      e = std::uniform_real_distribution<T>(-1, 2)(generator);
    else
      e = std::uniform_int_distribution<T>(-1000, 1000)(generator);
  }
  return elements;
}

/// The most additions that any element goes through in a sum of n by V, among `most` blocks.
template <class V>
double additions(std::size_t n, int most)
{
  using block = typename V::block;
  const auto count = static_cast<std::int64_t>(n);
  constexpr int items = V::coarsening::x, width = V::coarsening::y;
  const std::int64_t tiles = std::max<std::int64_t>(1, cuda::ceil_div(count / width, block::threads * items));
  const std::int64_t blocks = std::min<std::int64_t>(tiles, most);
  const double in_thread = static_cast<double>(cuda::ceil_div(tiles, blocks) * items * width + 2 * width);
  const double in_block = std::ceil(std::log2(block::threads)) + block::threads / 32.0 + 1;
  const double among = std::is_same_v<typename V::decomposition, gf::scatter>
                           ? static_cast<double>(blocks)
                           : static_cast<double>(cuda::ceil_div(blocks, block::threads)) + in_block;
  return in_thread + in_block + among;
}

/// The exact sum (to float64's roundoff) and the sum of magnitudes.
struct exact_sum {
  double value = 0, magnitude = 0;
};

template <class T>
exact_sum sum_of(const std::vector<T>& elements)
{
  long double value = 0, magnitude = 0;
  for (T e : elements) {
    value += e;
    magnitude += std::abs(e);
  }
  return {static_cast<double>(value), static_cast<double>(magnitude)};
}

/// 1% stands for terms of second order, the last term for the rounding of the result and of the reference.
template <class V, class T>
double sum_tolerance(const exact_sum& exact, std::size_t n, int blocks)
{
  const double u = std::numeric_limits<T>::epsilon() / 2.0;
  return 1.01 * u * (additions<V>(n, blocks) * exact.magnitude + std::abs(exact.value));
}

/// The parameters of a reduction, for messages.
struct reduce_case {
  std::string variant;
  std::size_t elements, skip;
  int blocks;
};

/// Reports the result. Not a template of the variant, since doctest's macros compile slowly.
inline void check_right(bool right, const reduce_case& made)
{
  CAPTURE(made.variant);
  CAPTURE(made.elements);
  CAPTURE(made.skip);
  CAPTURE(made.blocks);
  CHECK(right);
}

template <class V, class T>
bool is_sum(T result, const exact_sum& exact, std::size_t n, int blocks)
{
  if constexpr (std::is_floating_point_v<T>)
    return std::abs(result - exact.value) <= sum_tolerance<V, T>(exact, n, blocks);
  else
    return result == static_cast<T>(exact.value);
}

/// Elements that begin at any address, and their sum.
template <class T>
struct summands {
  std::size_t count, skip;
  exact_sum exact;
  unaligned<T> in;

  summands(const std::vector<T>& elements, std::size_t skipped)
      : count(elements.size()), skip(skipped), exact(sum_of(elements)), in(elements, skipped)
  {
  }
};

template <class T>
std::vector<summands<T>> every_summands()
{
  std::vector<summands<T>> every;
  for (std::size_t n : sizes)
    for (std::size_t skip : {0u, 3u}) every.emplace_back(random_elements<T>(n), skip);
  return every;
}

/// Of elements of every type.
inline void check_sums_of_every_variant()
{
  for_each_combination(pairwise<every_reduction, gf::list<float, double, int>>{}, [&]<class V, class T>() {
    static std::vector<summands<T>> every = every_summands<T>();
    for (summands<T>& of : every)
      for (int blocks : {5, gf::default_reduce_blocks}) {
        if (!takes_scratch<V> && blocks != gf::default_reduce_blocks) continue;
        const T result = reduced<V, T>(of.in.span(), gf::sum{}, blocks);
        check_right(is_sum<V>(result, of.exact, of.count, blocks), {V::name(), of.count, of.skip, blocks});
      }
  });
}

/// Any operation that rounds nothing, against a loop.
template <class V, class T, class Op>
void check_operation(const std::vector<T>& elements, const Op& op)
{
  T expected = Op::template identity<T>();
  for (const T& e : elements) expected = op(expected, e);
  unaligned<T> in(elements, 1);
  check_right(same_bits(reduced<V, T>(in.span(), op, 5), expected), {V::name(), elements.size(), 1, 5});
}

}  // namespace test::reductions
