// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Elements whose operator& is their own: every verb that takes any type moves and combines them.
#include <gridfold/copy.hpp>
#include <gridfold/histogram.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/transform.hpp>
#include <gridfold/transpose.hpp>
#include <gridfold/values.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>
#ifndef __CUDACC__
#include <gridfold/trace/executor.hpp>
#endif

#include "../support/executor_memory.hpp"
#include "../support/seed.hpp"

namespace test_address_of
{

namespace
{

namespace gf = gridfold;
using test::executor, test::memory;

/// A number in so many bytes; a use of its address by & does not compile.
template <int Bytes>
struct alignas(Bytes % 16 == 0  ? 16
               : Bytes % 8 == 0 ? 8
                                : 4) hidden {
  int value = 0;
  int rest[Bytes / 4] = {};

  void operator&() const = delete;
  friend GRIDFOLD_HD bool operator==(const hidden& a, const hidden& b) { return a.value == b.value; }
  friend GRIDFOLD_HD bool operator<(const hidden& a, const hidden& b) { return a.value < b.value; }
};
template <>
struct hidden<4> {
  int value = 0;

  void operator&() const = delete;
  friend GRIDFOLD_HD bool operator==(hidden a, hidden b) { return a.value == b.value; }
  friend GRIDFOLD_HD bool operator<(hidden a, hidden b) { return a.value < b.value; }
};

template <class T>
struct add_values {
  GRIDFOLD_HD T operator()(const T& a, const T& b) const
  {
    T sum;
    sum.value = a.value + b.value;
    return sum;
  }
  template <class U>
  static GRIDFOLD_HD U identity()
  {
    return U{};
  }
};

/// The last digit of a number.
template <class T>
struct last_digit {
  static constexpr int count = 10;
  GRIDFOLD_HD int operator()(const T& of) const { return of.value % 10; }
};
template <class T>
struct next_value {
  GRIDFOLD_HD T operator()(const T& of) const
  {
    T next;
    next.value = of.value + 1;
    return next;
  }
};

template <class T>
std::vector<T> random_elements(std::size_t size)
{
  std::mt19937 generator(test::seed());
  std::vector<T> all(size);
  for (T& e : all) e.value = static_cast<int>(generator() % 1000);
  return all;
}

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;
template <class T>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>>;

template <class V, class Executor, class T>
int total_by(const Executor& on, const memory<T>& in)
{
  const memory<T> out(std::vector<T>(1));
  if constexpr (std::is_same_v<typename V::decomposition, gf::scatter>) {
    gf::reduce<V>(on, in, out, add_values<T>{});
  } else {
    auto scratch = gf::make_reduce_scratch<V, T, add_values<T>>(on);
    gf::reduce<V>(on, in, out, add_values<T>{}, scratch);
  }
  return out.values()[0].value;
}

template <class Executor, class T>
void check_reductions(const Executor& on, const std::vector<T>& elements)
{
  int expected = 0;
  for (const T& e : elements) expected += e.value;
  const memory<T> in(elements);
  using gf::variant, gf::block, gf::coarsen, gf::vectors;
  gf::for_each(gf::list<variant<coarsen<2>, vectors<4>, block<64>>, variant<gf::exchange_shared, block<48>>,
                        variant<gf::exchange_global, block<32>>>{},
               [&]<class V>() { CHECK(total_by<V>(on, in) == expected); });
  if constexpr (sizeof(T) <= 8) CHECK(total_by<variant<gf::scatter, vectors<2>, block<64>>>(on, in) == expected);
}

template <class Executor, class T>
void check_moves(const Executor& on, const std::vector<T>& elements, std::int64_t rows, std::int64_t columns)
{
  const memory<T> in(elements), turned(elements), copied{std::vector<T>(elements.size())},
      next{std::vector<T>(elements.size())};
  const memory<unsigned> counts(std::vector<unsigned>(10));
  const auto size = static_cast<std::int64_t>(elements.size());
  const vector<const T> from(in.data(), size);
  const auto transposed = [&]<class V>() {
    gf::transpose<V>(on, matrix<const T>(in.data(), rows, columns), matrix<T>(turned.data(), columns, rows));
    const auto got = turned.values();
    bool equal = true;
    for (std::int64_t r = 0; r < rows; ++r)
      for (std::int64_t c = 0; c < columns; ++c)
        equal =
            equal && got[static_cast<std::size_t>(c * rows + r)] == elements[static_cast<std::size_t>(r * columns + c)];
    CHECK(equal);
  };
  transposed.template operator()<gf::variant<gf::block<16, 8>>>();
  transposed.template operator()<gf::variant<gf::tile<gf::padded<1>>, gf::coarsen<1, 2>, gf::block<16, 8>>>();
  gf::copy<gf::variant<gf::vectors<4>, gf::read_only, gf::block<64>>>(on, from, vector<T>(copied.data(), size));
  CHECK(copied.values() == elements);
  gf::transform<gf::variant<gf::coarsen<2>, gf::block<64>>>(on, cuda::std::tuple(from), vector<T>(next.data(), size),
                                                            next_value<T>{});
  CHECK(next.values()[0].value == elements[0].value + 1);
  gf::histogram<gf::variant<gf::scatter, gf::exchange_shared, gf::block<64>>>(
      on, from, vector<unsigned>(counts.data(), 10), last_digit<T>{});
  unsigned all = 0;
  for (const unsigned n : counts.values()) all += n;
  CHECK(all == elements.size());
}

}  // namespace

TEST_CASE_TEMPLATE("elements whose address is hidden are moved and combined", T, hidden<4>, hidden<8>, hidden<12>,
                   hidden<16>, hidden<32>)
{
  const auto elements = random_elements<T>(37 * 43);
  check_reductions(executor{}, elements);
  check_moves(executor{}, elements, 37, 43);
  CHECK(gf::minimum_of(executor{}, memory<T>(elements)) == *std::min_element(elements.begin(), elements.end()));
#ifndef __CUDACC__
  const gf::trace on;
  check_reductions(on, elements);
  check_moves(on, elements, 37, 43);
  CHECK(on.report().faults().empty());
#endif
}

}  // namespace test_address_of
