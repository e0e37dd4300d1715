// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tests of multiply beside its variants: accumulation, index types, errors and streams.
#include <gridfold/multiply.hpp>

#include <algorithm>
#include <gridfold/core/error.hpp>
#include <string>

#include "multiply/check_products.hpp"

namespace test_multiply
{

namespace
{

using namespace test;
using namespace test::products;

template <class Space, class Accumulation>
using summing = gf::variant<gf::gather, gf::interleaved, gf::coarsen<2, 2>, Space, gf::block<8, 4>, Accumulation>;

/// The message of the error that multiplying matrices of these extents throws; empty if none.
std::string complaint(int rows_a, int columns_a, int rows_b, int columns_b, int rows_c, int columns_c)
{
  using view = matrix_view<float, row_major, int>;
  float nothing = 0;
  try {
    gf::multiply<summing<gf::global, gf::plain>>(gf::host{}, view(&nothing, rows_a, columns_a),
                                                 view(&nothing, rows_b, columns_b), view(&nothing, rows_c, columns_c));
  } catch (const gf::error& e) {
    return e.what();
  }
  return {};
}

}  // namespace

TEST_CASE("every accumulation keeps its error bound")
{
  const auto a = random_matrix<float>(19, 4099, 3), b = random_matrix<float>(4099, 23, 4);
  check_product<summing<gf::global, gf::compensated>, row_major, row_major, row_major>(a, b);
  check_product<summing<gf::shared_tile<16>, gf::compensated>, row_major, column_major, row_major>(a, b);
  check_product<summing<gf::global, gf::wide<double>>, row_major, row_major, row_major>(a, b);
  check_product<summing<gf::shared_tile<16>, gf::wide<double>>, column_major, row_major, row_major>(a, b);
}

TEST_CASE("a wide sum is not rounded on its way into a wide result")
{
  using wide = summing<gf::shared_tile<16>, gf::wide<double>>;
  const matrix<float> a(3, 1000, 1.0f + 0x1p-20f), b(1000, 2, 1.0f);
  const auto c = multiplied<wide, row_major, row_major, row_major, double>(a, b);
  CHECK(c.view<row_major>()(2, 1) == 1000 * (1 + 0x1p-20));
}

TEST_CASE("views index with any integer")
{
  const auto a = random_matrix<double>(37, 11, 5), b = random_matrix<double>(11, 41, 6);
  using V = summing<gf::shared_tile<16>, gf::plain>;
  check_product<V, row_major, column_major, column_major, int>(a, b);
  check_product<V, row_major, column_major, row_major, unsigned>(a, b);
  check_product<V, column_major, row_major, row_major, std::size_t>(a, b);
}

TEST_CASE("an empty product writes nothing")
{
  using V = summing<gf::shared_tile<16>, gf::plain>;
  const matrix<int> no_rows(0, 5, 1), full(5, 3, 1), no_columns(3, 0, 1);
  CHECK(multiplied<V, row_major, row_major, row_major, int>(no_rows, full).guards_hold(no_product<int>));
  CHECK(multiplied<V, row_major, row_major, column_major, int>(full, no_columns).guards_hold(no_product<int>));
}

TEST_CASE("extents that do not match are an error that names them")
{
  CHECK(complaint(2, 3, 4, 5, 2, 5).find("a is 2 x 3 and b is 4 x 5") == 0);
  CHECK(complaint(2, 3, 3, 5, 5, 2).find("c is 5 x 2 and a*b is 2 x 5") == 0);
  CHECK(complaint(2, 3, 3, 5, 2, 4).find("c is 2 x 4 and a*b is 2 x 5") == 0);
  CHECK(complaint(2, 3, 3, 5, 3, 5).find("c is 3 x 5 and a*b is 2 x 5") == 0);
}

TEST_CASE("variants without a kernel are recognised at compile time")
{
  using gather = gf::variant<gf::gather, gf::interleaved, gf::shared_tile<8>, gf::row_by_row>;
  using scatter = gf::variant<gf::scatter>;
  using constant = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::constant>;
  CHECK(gf::supports<gf::verb::multiply, gather>);
  CHECK_FALSE(gf::supports<gf::verb::multiply, scatter>);
  CHECK_FALSE(gf::supports<gf::verb::multiply, constant>);
  using ring = gf::variant<gf::gather, gf::interleaved, gf::shared_tile<8>, gf::stages<2>>;
  CHECK(gf::supports<gf::verb::multiply, ring>);
  CHECK_FALSE(
      gf::supports<gf::verb::multiply,
                   gf::variant<gf::gather, gf::interleaved, gf::shared_tile<8>, gf::stages<2>, gf::row_by_row>>);
  CHECK_FALSE(gf::supports<gf::verb::multiply,
                           gf::variant<gf::gather, gf::interleaved, gf::shared_tile<8>, gf::through_registers>>);
}

#ifndef __CUDACC__
namespace
{

/// Counts reads beyond the end.
struct guarding_accessor {
  using offset_policy = guarding_accessor;
  using element_type = const int;
  using reference = int;
  using data_handle_type = const int*;

  std::size_t size;
  int* strays;

  reference access(data_handle_type p, std::size_t i) const { return i < size ? p[i] : ++*strays; }
  data_handle_type offset(data_handle_type p, std::size_t i) const { return p + i; }
};

/// Reads beyond the ends of a (m x k) and b (k x n), of these layouts.
template <class V, class LayoutA, class LayoutB>
int strays(std::int64_t m, std::int64_t k, std::int64_t n)
{
  using extents = cuda::std::dextents<std::int64_t, 2>;
  const std::vector<int> a(static_cast<std::size_t>(m * k)), b(static_cast<std::size_t>(k * n));
  std::vector<int> c(static_cast<std::size_t>(m * n));
  int count = 0;
  const cuda::std::mdspan<const int, extents, LayoutA, guarding_accessor> left(
      a.data(), typename LayoutA::template mapping<extents>(extents(m, k)), {a.size(), &count});
  const cuda::std::mdspan<const int, extents, LayoutB, guarding_accessor> right(
      b.data(), typename LayoutB::template mapping<extents>(extents(k, n)), {b.size(), &count});
  gf::multiply<V>(gf::host{1}, left, right, matrix_view<int, row_major>(c.data(), m, n));
  return count;
}

}  // namespace

TEST_CASE("no operand is read beyond its end")
{
  gf::for_each(gf::list<summing<gf::global, gf::plain>, summing<gf::shared_tile<16>, gf::plain>,
                        summing<gf::list<gf::shared_tile<16>, gf::row_by_row>, gf::plain>>{},
               []<class V>() {
                 CAPTURE(V::name());
                 CHECK(strays<V, row_major, row_major>(37, 19, 41) == 0);
                 CHECK(strays<V, column_major, column_major>(37, 19, 41) == 0);
               });
}
#else
TEST_CASE("concurrent products on two streams are correct")
{
  using V = summing<gf::shared_tile<16>, gf::plain>;
  constexpr std::int64_t side = 301;
  const auto a = random_matrix<int>(side, side, 7), b = random_matrix<int>(side, side, 8);
  const auto expected = product<row_major, row_major>(a, b), reverse = product<row_major, row_major>(b, a);
  gf::device_buffer<int> on_a(a.memory.size()), on_b(b.memory.size());
  on_a.copy_from(a.memory.data());
  on_b.copy_from(b.memory.data());
  const matrix<int> poisoned(side, side, no_product<int>);
  matrix<int> c[2] = {poisoned, poisoned};
  gf::device_buffer<int> on_c[2] = {gf::device_buffer<int>(poisoned.memory.size()),
                                    gf::device_buffer<int>(poisoned.memory.size())};
  for (auto& buffer : on_c) buffer.copy_from(poisoned.memory.data());
  gf::cuda_check(cudaDeviceSynchronize(), "copying a test's matrices");
  cudaStream_t stream[2];
  for (auto& s : stream) gf::cuda_check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "creating a stream");
  const auto left = a.view<row_major>(on_a.data()), right = b.view<row_major>(on_b.data());
  for (int turn = 0; turn < 10; ++turn) {
    gf::multiply<V>(gf::device{stream[0]}, left, right, c[0].view<row_major>(on_c[0].data()));
    gf::multiply<V>(gf::device{stream[1]}, right, left, c[1].view<row_major>(on_c[1].data()));
  }
  gf::cuda_check(cudaDeviceSynchronize(), "multiplying on two streams");
  int wrong = 0;
  for (int s : {0, 1}) {
    on_c[s].copy_to(c[s].memory.data());
    gf::cuda_check(cudaDeviceSynchronize(), "copying a test's product");
    const auto& want = s == 0 ? expected : reverse;
    for (std::size_t i = 0; i < want.size(); ++i)
      wrong += static_cast<long double>(c[s].memory[c[s].guard + i]) != want[i].value;
    gf::cuda_check(cudaStreamDestroy(stream[s]), "destroying a stream");
  }
  CHECK(wrong == 0);
}

TEST_CASE("a matrix of more than 2^31 elements is multiplied to its last row")
{
  using V = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1, 4>, gf::shared_tile<8>, gf::block<1, 128>>;
  constexpr std::int64_t rows = (std::int64_t{1} << 28) + 3, depth = 8;
  gf::device_buffer<float> a(rows * depth), b(depth), c(rows);
  gf::cuda_check(cudaMemset(a.data(), 0, a.size() * sizeof(float)), "clearing a matrix");
  gf::cuda_check(cudaMemset(c.data(), 0xff, c.size() * sizeof(float)), "poisoning a matrix");
  const std::vector<float> ones(depth, 1.0f);
  b.copy_from(ones.data());
  gf::cuda_check(cudaMemcpy(a.data() + (rows - 1) * depth, ones.data(), depth * sizeof(float), cudaMemcpyHostToDevice),
                 "writing a row");
  gf::multiply<V>(gf::device{}, matrix_view<const float, row_major>(a.data(), rows, depth),
                  matrix_view<const float, row_major>(b.data(), depth, 1),
                  matrix_view<float, row_major>(c.data(), rows, 1));
  std::vector<float> result(rows);
  c.copy_to(result.data());
  gf::cuda_check(cudaDeviceSynchronize(), "multiplying a large matrix");
  CHECK(std::count(result.begin(), result.end(), 0.0f) == rows - 1);
  CHECK(result.back() == 8);
}
#endif

}  // namespace test_multiply
