// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Checks every variant of the matrix product against extended precision, integers exactly, in all layouts of operands
/// and result.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <gridfold/policy/variants.hpp>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "../../support/matrices.hpp"
#include "../../support/pairwise.hpp"

namespace test::products
{

namespace gf = gridfold;
using row_major = cuda::std::layout_right;
using column_major = cuda::std::layout_left;

/// The expected value of an element, and the sum of its products' magnitudes.
struct element {
  long double value = 0, magnitude = 0;
};

/// The elements of a*b, row by row, where a and b lie in these layouts.
template <class LayoutA, class LayoutB, class T>
std::vector<element> product(const matrix<T>& a, const matrix<T>& b)
{
  const auto left = a.template view<LayoutA>();
  const auto right = b.template view<LayoutB>();
  std::vector<element> result;
  for (std::int64_t r = 0; r < a.rows; ++r)
    for (std::int64_t c = 0; c < b.columns; ++c) {
      element e;
      for (std::int64_t k = 0; k < a.columns; ++k) {
        const long double term = static_cast<long double>(left(r, k)) * static_cast<long double>(right(k, c));
        e.value += term;
        e.magnitude += std::abs(term);
      }
      result.push_back(e);
    }
  return result;
}

/// The error bound of an element computed in T with n products, by policy/accumulation.hpp: every product is rounded
/// once, and so is the result. 1% covers terms of order u^2; 8 units of the reference's roundoff per addition cover its
/// error.
template <class Accumulation, class T>
long double product_tolerance(const element& e, std::int64_t n)
{
  if (std::is_integral_v<T>) return 0;
  const long double u = std::numeric_limits<T>::epsilon() / 2, terms = static_cast<long double>(n);
  const long double reference = 8 * terms * std::numeric_limits<long double>::epsilon() * e.magnitude;
  const long double rounded = u * (e.magnitude + std::abs(e.value));
  if (std::is_same_v<Accumulation, gf::plain>) return 1.01L * u * terms * e.magnitude + reference;
  if (std::is_same_v<Accumulation, gf::compensated>)
    return 1.01L * (rounded + 2 * (terms * u) * (terms * u) * e.magnitude) + reference;
  return 1.01L * (rounded + terms * (std::numeric_limits<double>::epsilon() / 2) * e.magnitude) + reference;
}

/// The parameters of a product, for messages.
struct product_case {
  std::string variant;
  bool a_by_rows, b_by_rows, c_by_rows;
  std::int64_t terms;
};

/// Checks every element of c, seen through `got`, and the guards around them. Not a template of the variant, since
/// doctest's macros compile slowly.
template <class Got, class T>
void check_elements(const matrix<T>& c, const Got& got, const std::vector<element>& expected,
                    long double (*tolerance)(const element&, std::int64_t), const product_case& made)
{
  int wrong = 0;
  for (std::int64_t r = 0; r < c.rows; ++r)
    for (std::int64_t s = 0; s < c.columns; ++s) {
      const element& e = expected[static_cast<std::size_t>(r * c.columns + s)];
      const long double off = std::abs(static_cast<long double>(got(r, s)) - e.value);
      if (!(off <= tolerance(e, made.terms))) ++wrong;
    }
  CAPTURE(made.variant);
  CAPTURE(made.a_by_rows);
  CAPTURE(made.b_by_rows);
  CAPTURE(made.c_by_rows);
  CAPTURE(made.terms);
  CAPTURE(c.rows);
  CAPTURE(c.columns);
  CHECK(wrong == 0);
  CHECK(c.guards_hold(no_product<T>));
}

template <class V, class LayoutA, class LayoutB, class LayoutC, class Index = std::int64_t, class T>
void check_product(const matrix<T>& a, const matrix<T>& b, const std::vector<element>& expected)
{
  const matrix<T> c = multiplied<V, LayoutA, LayoutB, LayoutC, T, Index>(a, b);
  check_elements(c, c.template view<LayoutC>(), expected, product_tolerance<typename V::accumulation, T>,
                 {V::name(), std::is_same_v<LayoutA, row_major>, std::is_same_v<LayoutB, row_major>,
                  std::is_same_v<LayoutC, row_major>, a.columns});
}

template <class V, class LayoutA, class LayoutB, class LayoutC, class Index = std::int64_t, class T>
void check_product(const matrix<T>& a, const matrix<T>& b)
{
  check_product<V, LayoutA, LayoutB, LayoutC, Index>(a, b, product<LayoutA, LayoutB>(a, b));
}

/// Blocks and tiles that are no multiples of 32.
using every_product =
    gf::cross<gf::list<gf::gather>, gf::list<gf::contiguous, gf::interleaved>,
              gf::list<gf::coarsen<1>, gf::coarsen<4>, gf::coarsen<3, 2>>,
              gf::list<gf::global, gf::read_only, gf::shared_tile<5>, gf::shared_tile<16>,
                       gf::list<gf::shared_tile<8>, gf::row_by_row>, gf::list<gf::shared_tile<5>, gf::stages<3>>,
                       gf::list<gf::shared_tile<8>, gf::stages<2>, gf::raster<3>, gf::vectors<4>>,
                       gf::list<gf::shared_tile<16>, gf::stages<2>, gf::through_registers, gf::vectors<4>>,
                       gf::list<gf::shared_tile<8>, gf::stages<3>, gf::vectors<4>>>,
              gf::list<gf::block<7, 3>>>;

/// Blocks of whole warps.
using products_by_warps =
    gf::list<gf::variant<gf::warp<8, 4>, gf::block<16, 4>, gf::coarsen<3, 2>, gf::shared_tile<8>, gf::stages<2>>,
             gf::variant<gf::warp<2, 16>, gf::block<6, 16>, gf::contiguous, gf::coarsen<2>>,
             gf::variant<gf::warp<4, 8>, gf::block<8, 16>, gf::coarsen<4>, gf::vectors<4>, gf::shared_tile<16>,
                         gf::stages<2>, gf::through_registers>>;

/// Of every type of elements, in every layout of the operands and the result. The last shape is in whole vectors.
template <class Variants>
void check_products()
{
  struct sides {
    std::int64_t m, k, n;
  };
  using layouts = gf::list<row_major, column_major>;
  using combinations = pairwise<Variants, gf::list<float, double, int>, layouts, layouts, layouts>;
  for_each_combination(combinations{}, [&]<class V, class T, class LayoutA, class LayoutB, class LayoutC>() {
    for (const auto [m, k, n] :
         {sides{1, 1, 1}, sides{7, 13, 5}, sides{31, 2, 67}, sides{3, 0, 4}, sides{257, 129, 65}, sides{68, 28, 44}})
      check_product<V, LayoutA, LayoutB, LayoutC>(random_matrix<T>(m, k, 1), random_matrix<T>(k, n, 2));
  });
}

}  // namespace test::products
