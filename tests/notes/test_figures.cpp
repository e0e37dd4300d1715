// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The kernels of docs/learn/textbook.md and docs/learn/textbook.md compute correct results, on the host and on the device.
/// test_lines.cpp checks what makes each of them its figure.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/gridfold.hpp>
#include <gridfold/view/repeated.hpp>
#include <numeric>
#include <type_traits>
#include <vector>

#include "../../examples/support/figures.hpp"
#include "../support/executor_memory.hpp"

namespace test_figures
{

namespace gf = gridfold;
using namespace figures;

namespace
{

std::vector<int> counting_up(std::size_t size, int first = 0)
{
  std::vector<int> values(size);
  std::iota(values.begin(), values.end(), first);
  return values;
}

const std::vector<gf::source<float>> atoms = {{0.25, 0.5, 3, 1}, {2.5, 1.25, -3, -2}, {4, 0, 3.5, 0.5}};
constexpr gf::lattice plane{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {9, 5, 1}};

/// The potential by a variant that reads atoms in host memory.
template <class V>
bool sums()
{
  const test::memory<float> map(std::vector<float>(45, -1.0f));
  gf::lattice_sum<V>(test::executor{}, atoms, plane, gf::view_of(map.data(), plane.shape), charge_over_sqrtf{});
  const std::vector<float> values = map.values();
  for (int n = 0; n < 45; ++n) {
    double sum = 0, magnitude = 0;
    for (const auto& a : atoms) {
      const double term = a.charge / std::hypot(0.5 * (n % 9) - a.x, 0.5 * (n / 9) - a.y, a.z);
      sum += term;
      magnitude += std::abs(term);
    }
    // Coordinates are exact; r2, root, quotient and two additions are rounded, r2 three times.
    if (std::abs(static_cast<double>(values[static_cast<std::size_t>(n)]) - sum) > 8 * magnitude * 0x1p-24)
      return false;
  }
  return true;
}

template <class V, template <class> class B>
bool multiplies()
{
  std::vector<int> first = counting_up(6, 1), second = counting_up(12, -5);
  const test::memory<int> a(first), b(second), c(std::vector<int>(8, -1));
  gf::multiply<V>(test::executor{}, row_major<int>(a.data(), 2, 3), B<int>(b.data(), 3, 4),
                  row_major<int>(c.data(), 2, 4));
  std::vector<int> products = c.values();
  const row_major<int> left(first.data(), 2, 3), out(products.data(), 2, 4);
  const B<int> right(second.data(), 3, 4);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      if (out(i, j) != left(i, 0) * right(0, j) + left(i, 1) * right(1, j) + left(i, 2) * right(2, j)) return false;
  return true;
}

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;

/// By a pattern the sum of 0, 1, 2, ... 4095 and 7, 8, 9, ...
template <class Pattern>
std::vector<int> added()
{
  const test::memory<int> x(counting_up(4096)), y(counting_up(4096, 7)), z(std::vector<int>(4096, -1));
  gf::transform<add_blocks, Pattern>(test::executor{},
                                     cuda::std::tuple(vector<int>(x.data(), 4096), vector<int>(y.data(), 4096)),
                                     vector<int>(z.data(), 4096), gf::sum{});
  return z.values();
}

template <class V>
bool transposes()
{
  const test::memory<int> in(counting_up(35 * 41)), out(std::vector<int>(35 * 41, -1));
  gf::transpose<V>(test::executor{}, row_major<int>(in.data(), 35, 41), row_major<int>(out.data(), 41, 35));
  const std::vector<int> values = out.values();
  for (int i = 0; i < 35; ++i)
    for (int j = 0; j < 41; ++j)
      if (values[static_cast<std::size_t>(j * 35 + i)] != i * 41 + j) return false;
  return true;
}

/// The sum of 10^6 times 1.23.
template <class V>
double sum_of_terms()
{
  const test::memory<float> terms(std::vector<float>(1000000, 1.23f)), sum(std::vector<float>(1));
  auto scratch = gf::make_reduce_scratch<V, float>(test::executor{});
  gf::reduce<V>(test::executor{}, cuda::std::span<const float>(terms.data(), 1000000), cuda::std::span(sum.data(), 1),
                gf::sum{}, scratch);
  return static_cast<double>(sum.values().front());
}

/// A chain of atoms at a distance of 1.
template <class V, class List>
bool finds_neighbors()
{
  std::vector<float> numbers(50);
  std::iota(numbers.begin(), numbers.end(), 0.0f);
  const test::memory<float> x(numbers), y(std::vector<float>(50));
  const test::memory<int> count(std::vector<int>(50, -1)), index(std::vector<int>(50 * 2, -1));
  const auto axis = [](const auto& of) { return cuda::std::span<const float>(of.data(), 50); };
  gf::neighbors<V>(test::executor{}, gf::positions(axis(x), axis(y)), 1.9, List(count.data(), index.data(), 50, 2));
  std::vector<int> counts = count.values(), indices = index.values();
  const List list(counts.data(), indices.data(), 50, 2);
  bool right = counts.front() == 1 && counts.back() == 1 && list.indices(0, 0) == 1 && list.indices(49, 0) == 48;
  for (int n = 1; n < 49; ++n) {
    const int a = list.indices(n, 0), b = list.indices(n, 1);
    right = right && counts[static_cast<std::size_t>(n)] == 2 && std::min(a, b) == n - 1 && std::max(a, b) == n + 1;
  }
  return right;
}

/// A copy of data by a variant, between views made of pointers.
template <class V, class T, class In, class Out>
std::vector<T> copy_of(const std::vector<T>& data, In in, Out out)
{
  const test::memory<T> from(data), to(std::vector<T>(data.size()));
  gf::copy<V>(test::executor{}, in(from.data()), out(to.data()));
  return to.values();
}

}  // namespace

TEST_CASE("the textbook's figures on direct Coulomb summation")
{
  CHECK(sums<figure_18_5>());
  CHECK(sums<figure_18_6>());
  CHECK(sums<figure_18_8>());
  CHECK(sums<figure_18_10>());
}

TEST_CASE("matrix products with a row-major or column-major second operand")
{
  CHECK(multiplies<untiled, row_major>());
  CHECK(multiplies<untiled, column_major>());
  CHECK(multiplies<figure_6_4a, column_major>());
  CHECK(multiplies<figure_6_4b, column_major>());
}

TEST_CASE("triples of floats: packed, aligned and as a structure of arrays")
{
  static_assert(sizeof(vec3) == 12 && sizeof(aligned_vec3) == 16 && alignof(aligned_vec3) == 16);
  const std::vector<vec3> packed = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const std::vector<aligned_vec3> aligned = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const std::vector<float> arrays = {1, 4, 7, 2, 5, 8, 3, 6, 9};
  const auto triples = []<class T>(T* data) { return vector<T>(data, 3); };
  const auto components = [](float* data) { return gf::components(data, 3); };
  const auto floats = [](float* data) { return vector<float>(data, 9); };
  CHECK(copy_of<by_element>(packed, triples, triples) == packed);
  CHECK(copy_of<by_element>(aligned, triples, triples) == aligned);
  CHECK(copy_of<by_element>(arrays, components, components) == arrays);
  CHECK(copy_of<by_words>(arrays, floats, floats) == arrays);
}

TEST_CASE("five access patterns add every pair of elements, or the first of x to each of y")
{
  std::vector<int> sums = counting_up(4096);
  for (int& n : sums) n = 2 * n + 7;
  CHECK(added<add>() == sums);
  CHECK(added<add_permuted>() == sums);
  CHECK(added<add_offset>() == sums);
  CHECK(added<add_stride>() == sums);
  CHECK(added<add_broadcast>() == counting_up(4096, 7));
}

TEST_CASE("Fan's transposes")
{
  CHECK(transposes<coalesced_read>());
  CHECK(transposes<coalesced_write>());
  CHECK(transposes<coalesced_write_ldg>());
  CHECK(transposes<bank_conflicts>());
  CHECK(transposes<no_bank_conflicts>());
}

TEST_CASE("Fan's reductions do not lose small terms")
{
  const double exact = 1e6 * static_cast<double>(1.23f);
  // An element goes through about 1e6/(1056*128) + 7 + 1056/128 + 7 additions, or 1056 in a row where they are atomic.
  CHECK(std::abs(sum_of_terms<reduce_global>() - exact) < 64 * exact * 0x1p-24);
  CHECK(std::abs(sum_of_terms<reduce_shared>() - exact) < 64 * exact * 0x1p-24);
  CHECK(std::abs(sum_of_terms<reduce_dynamic>() - exact) < 64 * exact * 0x1p-24);
  CHECK(std::abs(sum_of_terms<reduce_atomic>() - exact) < 1100 * exact * 0x1p-24);
  CHECK(std::abs(sum_of_terms<reduce_kahan>() - exact) <= exact * 0x1p-24);
}

TEST_CASE("a loop over 10^8 times 1.23 stops at 33554432, a reduction does not")
{
  constexpr int count = 100000000;
  float loop = 0;
  for (int n = 0; n < count; ++n) loop += 1.23f;
  CHECK(loop == 33554432);
  const test::memory<float> sum(std::vector<float>(1));
  auto scratch = gf::make_reduce_scratch<reduce_shared, float>(test::executor{});
  const gf::repeated<float> terms(1.23f, cuda::std::dextents<std::int64_t, 1>(count));
  gf::reduce<reduce_shared>(test::executor{}, terms, cuda::std::span(sum.data(), 1), gf::sum{}, scratch);
  const double exact = count * static_cast<double>(1.23f);
  // 10^8/(1056*128) + 7 + 1056/128 + 7 additions
  CHECK(std::abs(static_cast<double>(sum.values().front()) - exact) < 800 * exact * 0x1p-24);
}

TEST_CASE("Fan's neighbour lists")
{
  CHECK(finds_neighbors<find_neighbor_atomic, row_major_list>());
  CHECK(finds_neighbors<find_neighbor_no_atomic, row_major_list>());
  CHECK(finds_neighbors<find_neighbor_no_atomic, column_major_list>());
}

}  // namespace test_figures
