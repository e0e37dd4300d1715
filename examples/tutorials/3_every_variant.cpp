// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tutorial 3: one sum by all variants of a list, their times, and the largest difference of their results.
// [list]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <gridfold/gridfold.hpp>
#include <string>
#include <vector>

// [list]

namespace
{

// [list]
namespace gf = gridfold;

using every = gf::cross<gf::list<gf::gather, gf::scatter>, gf::list<gf::contiguous, gf::interleaved>,
                        gf::coarsenings<1, 4, 16>, gf::list<gf::constant, gf::global>, gf::list<gf::block<8>>>;
using possible = gf::supported<gf::verb::lattice_sum, every>;
// [list]

// [data]
/// 300 charges of both signs, below a box.
std::vector<gf::atom> some_atoms()
{
  std::vector<gf::atom> atoms;
  for (int n = 0; n < 300; ++n) {
    const auto turn = static_cast<float>(n);
    atoms.push_back({4 + 4 * std::sin(turn), 4 + 4 * std::cos(1.7f * turn), -1 - turn / 100, n % 2 == 0 ? 1.f : -1.f});
  }
  return atoms;
}

struct result {
  std::string variant;
  double seconds;
  std::vector<float> values;
};

/// The largest difference between the values of two results.
double difference(const result& a, const result& b)
{
  double largest = 0;
  for (std::size_t n = 0; n < a.values.size(); ++n)
    largest = std::fmax(largest, std::abs(static_cast<double>(a.values[n]) - static_cast<double>(b.values[n])));
  return largest;
}
// [data]

}  // namespace

int main()
{
  // [each]
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.25, .shape = {37, 31, 5}};
  const std::vector<gf::atom> atoms = some_atoms();
  std::vector<result> results;
  gf::for_each(possible{}, [&]<class V>() {
    gf::field<float> map(where);
    const auto begin = std::chrono::steady_clock::now();
    gf::lattice_sum<V>(gf::host{}, atoms, where, map.view(), gf::coulomb<gf::rsqrt::ieee>{});
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    results.push_back({V::name(), time.count(), map.values});
  });
  // [each]

  // [table]
  std::sort(results.begin(), results.end(), [](const result& a, const result& b) { return a.seconds < b.seconds; });
  double apart = 0;
  for (const result& r : results) {
    std::printf("%-40s %8.3f ms\n", r.variant.c_str(), r.seconds * 1e3);
    apart = std::fmax(apart, difference(r, results.front()));
  }
  // Distances are at least 1, so magnitudes add up to at most 300. Each of the two sums has an error of up to (300 + 5)
  // roundoffs of 300.
  const bool right = apart < 2 * 305 * 300 * 0x1p-24;
  std::printf("%zu variants, %s\n", results.size(), right ? "one result" : "different results");
  // [table]
  return right ? 0 : 1;
}
