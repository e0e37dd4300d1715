// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The notes' kernels written by hand, which benchmarks time beside the library's lines, compute correct results.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gridfold/exec/cuda_check.cuh>
#include <numeric>
#include <random>
#include <vector>

#include "../../bench/peers/by_hand/add.cuh"
#include "../../bench/peers/by_hand/neighbors.cuh"
#include "../../bench/peers/by_hand/product.cuh"
#include "../../bench/peers/by_hand/reduce.cuh"
#include "../../bench/peers/by_hand/transpose.cuh"
#include "../../bench/peers/by_hand/triples.cuh"
#include "../../examples/support/graphene_sheet.hpp"
#include "../support/executor_memory.hpp"
#include "../support/seed.hpp"

namespace test_by_hand
{

namespace
{

using test::memory;

template <class... P, class... A>
void launch(void (*kernel)(P...), dim3 grid, dim3 block, std::size_t shared, A... arguments)
{
  kernel<<<grid, block, shared>>>(arguments...);
  gridfold::cuda_check(cudaGetLastError(), "launching a kernel by hand");
}

std::vector<float> random_floats(std::size_t size, std::mt19937& generator)
{
  std::uniform_real_distribution<float> number(-1, 1);
  std::vector<float> values(size);
  for (float& v : values) v = number(generator);
  return values;
}

/// Whether an addition by hand gives z[n] = x[source(n)] + y[n] from element `first` on, to within its rounding.
template <class Kernel, class Source>
bool adds(Kernel kernel, int first, Source source, std::mt19937& generator)
{
  constexpr int blocks = 37, size = blocks * 32;
  const auto x = random_floats(size + 1, generator), y = random_floats(size + 1, generator);
  const memory<float> in_x(x), in_y(y), out(std::vector<float>(size + 1, -9.0f));
  launch(kernel, blocks, 32, 0, in_x.data(), in_y.data(), out.data());
  const std::vector<float> z = out.values();
  bool right = z[first == 0 ? size : 0] == -9.0f;
  for (int n = first; n < first + size; ++n) {
    const double exact = static_cast<double>(x[source(n)]) + static_cast<double>(y[n]);
    right = right && std::abs(static_cast<double>(z[n]) - exact) <= std::abs(exact) * 0x1p-24;
  }
  return right;
}

template <class Kernel>
bool transposes(Kernel kernel)
{
  constexpr int side = 77;
  std::vector<float> a(side * side);
  std::iota(a.begin(), a.end(), 0.0f);
  const memory<float> in(a), out(std::vector<float>(a.size(), -1.0f));
  launch(kernel, dim3(3, 3), dim3(32, 32), 0, in.data(), out.data(), side);
  const std::vector<float> b = out.values();
  bool right = true;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) right = right && b[j * side + i] == a[i * side + j];
  return right;
}

/// Whether results add up to the sum of x. An element passes seven additions in its block, and `atomic` of the block's
/// sum.
bool is_sum(const std::vector<float>& results, const std::vector<float>& x, int atomic)
{
  double sum = 0, exact = 0, magnitude = 0;
  for (const float r : results) sum += static_cast<double>(r);
  for (const float v : x) exact += static_cast<double>(v), magnitude += std::abs(static_cast<double>(v));
  return std::abs(sum - exact) <= (7 + atomic) * magnitude * 0x1p-24;
}

/// Whether P = N * M by hand, of integers that sums have exactly; M's element (k, j) lies at place(k, j).
template <class Kernel, class Place>
bool multiplies(Kernel kernel, Place place, std::mt19937& generator)
{
  constexpr int width = by_hand::TILE_WIDTH * 3;
  std::vector<float> left(width * width), right(width * width);
  for (float& v : left) v = static_cast<float>(static_cast<int>(generator() % 17) - 8);
  for (float& v : right) v = static_cast<float>(static_cast<int>(generator() % 17) - 8);
  const memory<float> n(left), m(right), p(std::vector<float>(left.size(), -0.5f));
  launch(kernel, dim3(3, 3), dim3(16, 16), 0, n.data(), m.data(), p.data(), width);
  const std::vector<float> found = p.values();
  bool equal = true;
  for (int i = 0; i < width; ++i)
    for (int j = 0; j < width; ++j) {
      double sum = 0;
      for (int k = 0; k < width; ++k)
        sum += static_cast<double>(left[i * width + k]) * static_cast<double>(right[place(k, j, width)]);
      equal = equal && static_cast<double>(found[i * width + j]) == sum;
    }
  return equal;
}

/// Whether lists have the bonds of graphene, in any order; neighbour k of atom n is at place(n, k).
template <class Place>
bool are_bonds(const graphene::sheet& at, const std::vector<int>& counts, const std::vector<int>& lists, Place place)
{
  bool right = true;
  for (std::size_t n = 0; n < at.x.size(); ++n) {
    std::vector<int> expected, found;
    for (std::size_t m = 0; m < at.x.size(); ++m)
      if (m != n && std::hypot(double{at.x[n]} - double{at.x[m]}, double{at.y[n]} - double{at.y[m]}) < graphene::cutoff)
        expected.push_back(static_cast<int>(m));
    for (int k = 0; k < std::min(counts[n], 10); ++k) found.push_back(lists[place(static_cast<int>(n), k)]);
    std::sort(found.begin(), found.end());
    right = right && found == expected;
  }
  return right;
}

const auto its_own = [](int n) { return n; };

}  // namespace

TEST_CASE("additions by hand")
{
  std::mt19937 generator(test::seed());
  CHECK(adds(by_hand::add<float>, 0, its_own, generator));
  CHECK(adds(by_hand::add_permuted<float>, 0, its_own, generator));
  CHECK(adds(by_hand::add_offset<float>, 1, its_own, generator));
  CHECK(adds(by_hand::add_stride<float>, 0, its_own, generator));
  CHECK(adds(
      by_hand::add_broadcast<float>, 0, [](int) { return 0; }, generator));
}

TEST_CASE("copies of triples by hand")
{
  constexpr int size = 3 * 96;
  std::vector<float> numbers(4 * size);
  std::iota(numbers.begin(), numbers.end(), 1.0f);
  const memory<float> in(numbers), out(std::vector<float>(4 * size, -1.0f));
  launch(by_hand::copy_structures<by_hand::vec3>, 3, 96, 0, reinterpret_cast<const by_hand::vec3*>(in.data()),
         reinterpret_cast<by_hand::vec3*>(out.data()));
  std::vector<float> found = out.values();
  CHECK(std::equal(numbers.begin(), numbers.begin() + 3 * size, found.begin()));
  CHECK(found[3 * size] == -1);

  launch(by_hand::copy_structures<by_hand::aligned_vec3>, 3, 96, 0,
         reinterpret_cast<const by_hand::aligned_vec3*>(in.data()),
         reinterpret_cast<by_hand::aligned_vec3*>(out.data()));
  found = out.values();
  int wrong = 0;
  for (int n = 0; n < 4 * size; ++n) wrong += n % 4 != 3 && found[n] != numbers[n];  // the fourth is padding
  CHECK(wrong == 0);

  const memory<float> apart(std::vector<float>(3 * size, -1.0f));
  launch(by_hand::copy_arrays<float>, 3, 96, 0, in.data(), in.data() + size, in.data() + 2 * size, apart.data(),
         apart.data() + size, apart.data() + 2 * size);
  found = apart.values();
  CHECK(std::equal(found.begin(), found.end(), numbers.begin()));
}

TEST_CASE("transposes by hand")
{
  CHECK(transposes(by_hand::transpose_coalesced_read<float>));
  CHECK(transposes(by_hand::transpose_coalesced_write<float>));
  CHECK(transposes(by_hand::transpose_coalesced_write_ldg<float>));
  CHECK(transposes(by_hand::transpose_shared<0, float>));
  CHECK(transposes(by_hand::transpose_shared<1, float>));
}

TEST_CASE("reductions by hand")
{
  std::mt19937 generator(test::seed());
  constexpr int blocks = 41, threads = by_hand::reduce_threads, size = blocks * threads - 57;
  const auto x = random_floats(size, generator);
  const memory<float> in(x), out(std::vector<float>(blocks, -1.0f)), one(std::vector<float>(1));
  launch(by_hand::reduce_shared<float>, blocks, threads, 0, in.data(), out.data(), size);
  CHECK(is_sum(out.values(), x, 0));
  const memory<float> dynamic(std::vector<float>(blocks, -1.0f));
  launch(by_hand::reduce_dynamic<float>, blocks, threads, threads * sizeof(float), in.data(), dynamic.data(), size);
  CHECK(is_sum(dynamic.values(), x, 0));
  launch(by_hand::reduce_atomic<float>, blocks, threads, 0, in.data(), one.data(), size);
  CHECK(is_sum(one.values(), x, blocks));

  const auto whole = random_floats(blocks * threads, generator);
  const memory<float> changed(whole), sums(std::vector<float>(blocks, -1.0f));
  launch(by_hand::reduce_global<float>, blocks, threads, 0, changed.data(), sums.data());
  CHECK(is_sum(sums.values(), whole, 0));
}

TEST_CASE("products by hand")
{
  std::mt19937 generator(test::seed());
  const auto row_major = [](int k, int j, int width) { return k * width + j; };
  const auto column_major = [](int k, int j, int width) { return j * width + k; };
  CHECK(multiplies(by_hand::product_row_major<float>, row_major, generator));
  CHECK(multiplies(by_hand::product_column_major<float>, column_major, generator));
  CHECK(multiplies(by_hand::product_loaded_by_rows<float>, column_major, generator));
  CHECK(multiplies(by_hand::product_corner_turning<float>, column_major, generator));
}

TEST_CASE("neighbour lists by hand")
{
  constexpr int capacity = 10;
  const graphene::sheet at(7, 6);
  const int atoms = static_cast<int>(at.x.size()), blocks = (atoms + 127) / 128;
  const auto cutoff_square = static_cast<float>(graphene::cutoff * graphene::cutoff);
  const memory<float> x(at.x), y(at.y);
  const memory<int> counts(std::vector<int>(at.x.size())), lists(std::vector<int>(at.x.size() * capacity, -1));
  launch(by_hand::find_neighbor_atomic<float>, blocks, 128, 0, counts.data(), lists.data(), x.data(), y.data(), atoms,
         capacity, cutoff_square);
  CHECK(are_bonds(at, counts.values(), lists.values(), [](int n, int k) { return n * capacity + k; }));

  const memory<int> other_counts(std::vector<int>(at.x.size(), -1));
  const memory<int> other_lists(std::vector<int>(at.x.size() * capacity, -1));
  launch(by_hand::find_neighbor_no_atomic<float>, blocks, 128, 0, other_counts.data(), other_lists.data(), x.data(),
         y.data(), atoms, cutoff_square);
  CHECK(are_bonds(at, other_counts.values(), other_lists.values(), [=](int n, int k) { return k * atoms + n; }));
}

}  // namespace test_by_hand
