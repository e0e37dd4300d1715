// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Each kernel of the teaching notes as the line that instantiates it, which docs/notes.md shows, and a check of its
/// result.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <gridfold/gridfold.hpp>
#include <numeric>
#include <vector>

namespace gf = gridfold;

namespace
{

// [sums]
template <class Decomposition, class Assignment, int Factor>
using cenergy =
    gf::variant<Decomposition, Assignment, gf::coarsen<Factor>, gf::constant>;  // atoms[] in chunks of 1,000

using figure_18_5 = cenergy<gf::scatter, gf::interleaved, 1>;  // a thread per atom, atomicAdd
using figure_18_6 = cenergy<gf::gather, gf::interleaved, 1>;   // a thread per point
using figure_18_8 = cenergy<gf::gather, gf::contiguous, 4>;    // coarsened: points i, i+1, i+2, i+3
using figure_18_10 = cenergy<gf::gather, gf::interleaved, 4>;  // coalesced: i, i+blockDim.x, ... (Fig. 18.9)
using charge_over_sqrtf = gf::coulomb<gf::rsqrt::ieee>;        // charge / sqrtf(r2), rounded as IEEE says
// [sums]

// [products]
template <class Input>
using product = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, Input, gf::block<16, 16>>;

using untiled = product<gf::global>;  // k*Width + col or col*Width + k, by the second operand's layout
using figure_6_4a = product<gf::list<gf::shared_tile<16>, gf::row_by_row>>;  // tiles loaded row by row for every layout
using figure_6_4b = product<gf::shared_tile<16>>;                            // corner turning: loaded along the layout
template <class T>
using row_major = cuda::std::mdspan<T, cuda::std::dextents<int, 2>, cuda::std::layout_right>;
template <class T>
using column_major = cuda::std::mdspan<T, cuda::std::dextents<int, 2>, cuda::std::layout_left>;
// [products]

// [triples]
using vec3 = gf::packed3<float>;           // 12 bytes: elements of an array are not aligned to 16
using aligned_vec3 = gf::aligned3<float>;  // __align__(16)
// A structure of arrays: gf::components(data, size), seen as elements like these.
using by_element = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global>;
using by_words = gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<4>, gf::global>;  // vectors of 4 floats
// [triples]

// [patterns]
using add = gf::sequential;           // n = threadIdx.x + blockIdx.x*blockDim.x
using add_permuted = gf::permuted;    // threadIdx.x ^ 1
using add_offset = gf::offset;        // n + 1
using add_stride = gf::strided;       // n = blockIdx.x + threadIdx.x*gridDim.x
using add_broadcast = gf::broadcast;  // x[0]
using add_blocks =
    gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32>>;  // <<<128, 32>>>
// [patterns]

// [transposes]
template <class Decomposition, class Memory>
using transpose = gf::variant<Decomposition, gf::interleaved, gf::coarsen<1>, Memory, gf::block<32, 32>>;

using coalesced_read = transpose<gf::scatter, gf::global>;             // a thread owns an element of A: B[nx*N + ny]
using coalesced_write = transpose<gf::gather, gf::global>;             // a thread owns an element of B
using coalesced_write_ldg = transpose<gf::gather, gf::read_only>;      // __ldg
using bank_conflicts = transpose<gf::gather, gf::tile<gf::unpadded>>;  // S[TILE_DIM][TILE_DIM]
using no_bank_conflicts = transpose<gf::gather, gf::tile<gf::padded<1>>>;  // S[TILE_DIM][TILE_DIM + 1]
// [transposes]

// [reductions]
template <class Decomposition, class Exchange, class Accumulation = gf::plain>
using reduction = gf::variant<Decomposition, gf::interleaved, gf::coarsen<1>, Exchange, gf::block<128>, Accumulation>;

using reduce_global = reduction<gf::gather, gf::exchange_global>;           // halves in global memory
using reduce_shared = reduction<gf::gather, gf::exchange_shared>;           // s_y[128]
using reduce_dynamic = reduction<gf::gather, gf::exchange_dynamic_shared>;  // extern __shared__ s_y[]
using reduce_atomic = reduction<gf::scatter, gf::exchange_shared>;          // atomicAdd(&d_y[0], s_y[0])
using reduce_kahan = reduction<gf::gather, gf::exchange_registers, gf::compensated>;
// [reductions]

// [neighbors]
template <class Decomposition>
using neighbor = gf::variant<Decomposition, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<128>>;

using find_neighbor_atomic = neighbor<gf::scatter>;                // every pair once, atomicAdd on both counts
using find_neighbor_no_atomic = neighbor<gf::gather>;              // every pair twice
using notes_list = gf::neighbor_list<cuda::std::layout_right>;     // NL[n1 * MN + k]
using coalesced_list = gf::neighbor_list<cuda::std::layout_left>;  // NL[k * N + n1]
// [neighbors]

const std::vector<gf::atom> atoms = {{0.25, 0.5, 3, 1}, {2.5, 1.25, -3, -2}, {4, 0, 3.5, 0.5}};
constexpr gf::lattice plane{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {9, 5, 1}};

template <class V>
bool sums()
{
  gf::field<float> map(plane);
  gf::lattice_sum<V>(gf::host{}, atoms, plane, map.view(), charge_over_sqrtf{});
  bool right = true;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 9; ++i) {
      double sum = 0, magnitude = 0;
      for (const gf::atom& a : atoms) {
        const double term = a.charge / std::hypot(0.5 * i - a.x, 0.5 * j - a.y, a.z);
        sum += term;
        magnitude += std::abs(term);
      }
      // Coordinates are exact; r2, root, quotient and two additions are rounded, r2 three times.
      right = right && std::abs(static_cast<double>(map.view()(0, j, i)) - sum) <= 8 * magnitude * 0x1p-24;
    }
  return right;
}

template <class V, class B>
bool multiplies()
{
  std::vector<int> a(6), b(12), c(8, -1);
  std::iota(a.begin(), a.end(), 1);
  std::iota(b.begin(), b.end(), -5);
  const row_major<int> left(a.data(), 2, 3), out(c.data(), 2, 4);
  const B right(b.data(), 3, 4);
  gf::multiply<V>(gf::host{}, left, right, out);
  bool all = true;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      all = all && out(i, j) == left(i, 0) * right(0, j) + left(i, 1) * right(1, j) + left(i, 2) * right(2, j);
  return all;
}

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;

/// The result of a pattern on 0, 1, 2, ... 4095.
template <class Pattern>
std::vector<int> copied()
{
  std::vector<int> in(128 * 32), out(128 * 32, -1);
  std::iota(in.begin(), in.end(), 0);
  gf::copy<add_blocks, Pattern>(gf::host{}, vector<int>(in.data(), 4096), vector<int>(out.data(), 4096));
  return out;
}

template <class V>
bool transposes()
{
  std::vector<int> in(35 * 41), out(35 * 41);
  std::iota(in.begin(), in.end(), 0);
  const row_major<int> a(in.data(), 35, 41), b(out.data(), 41, 35);
  gf::transpose<V>(gf::host{}, a, b);
  for (int i = 0; i < 35; ++i)
    for (int j = 0; j < 41; ++j)
      if (a(i, j) != b(j, i)) return false;
  return true;
}

/// The sum of 10^6 times 1.23.
template <class V>
double sum_of_terms()
{
  const std::vector<float> terms(1000000, 1.23f);
  float sum = 0;
  if constexpr (std::is_same_v<typename V::decomposition, gf::scatter>) {
    gf::reduce<V>(gf::host{}, terms, cuda::std::span(&sum, 1), gf::sum{});
  } else {
    auto scratch = gf::make_reduce_scratch<V, float>(gf::host{});
    gf::reduce<V>(gf::host{}, terms, cuda::std::span(&sum, 1), gf::sum{}, scratch);
  }
  return static_cast<double>(sum);
}

/// A chain of atoms at a distance of 1.
template <class V, class List>
bool finds_neighbors()
{
  std::vector<float> x(50), y(50);
  std::iota(x.begin(), x.end(), 0.f);
  std::vector<int> counts(50, -1), indices(50 * 2, -1);
  const List list(counts.data(), indices.data(), 50, 2);
  gf::neighbors<V>(gf::host{}, gf::positions(x, y), std::sqrt(1.92), list);
  bool right = counts.front() == 1 && counts.back() == 1 && list.indices(0, 0) == 1 && list.indices(49, 0) == 48;
  for (int n = 1; n < 49; ++n) {
    const int a = list.indices(n, 0), b = list.indices(n, 1);
    right = right && counts[static_cast<std::size_t>(n)] == 2 && std::min(a, b) == n - 1 && std::max(a, b) == n + 1;
  }
  return right;
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
  CHECK(multiplies<untiled, row_major<int>>());
  CHECK(multiplies<untiled, column_major<int>>());
  CHECK(multiplies<figure_6_4a, column_major<int>>());
  CHECK(multiplies<figure_6_4b, column_major<int>>());
}

TEST_CASE("triples of floats: packed, aligned and as a structure of arrays")
{
  static_assert(sizeof(vec3) == 12 && sizeof(aligned_vec3) == 16 && alignof(aligned_vec3) == 16);
  std::vector<vec3> packed = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, back(3);
  std::vector<float> arrays(9);
  gf::copy<by_element>(gf::host{}, vector<vec3>(packed.data(), 3), gf::components(arrays.data(), 3));
  CHECK(arrays == std::vector<float>{1, 4, 7, 2, 5, 8, 3, 6, 9});
  gf::copy<by_element>(gf::host{}, gf::components(arrays.data(), 3), vector<vec3>(back.data(), 3));
  CHECK(back == packed);
  std::vector<float> words(9);
  gf::copy<by_words>(gf::host{}, vector<float>(arrays.data(), 9), vector<float>(words.data(), 9));
  CHECK(words == arrays);
}

TEST_CASE("five access patterns copy every element to its place, or the first to all")
{
  std::vector<int> all(4096);
  std::iota(all.begin(), all.end(), 0);
  CHECK(copied<add>() == all);
  CHECK(copied<add_permuted>() == all);
  CHECK(copied<add_offset>() == all);
  CHECK(copied<add_stride>() == all);
  CHECK(copied<add_broadcast>() == std::vector<int>(4096, 0));
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

TEST_CASE("Fan's neighbour lists")
{
  CHECK(finds_neighbors<find_neighbor_atomic, notes_list>());
  CHECK(finds_neighbors<find_neighbor_no_atomic, coalesced_list>());
}
