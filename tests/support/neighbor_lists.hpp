// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particles, their neighbours, and a function to find them on the executor that a test is compiled for: the device in
/// .cu files, else the host.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/host.hpp>
#include <gridfold/neighbors.hpp>
#include <limits>
#include <random>
#include <tuple>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#endif

namespace test
{

/// Coordinates, with an array for each axis.
template <class T, int Dimensions>
struct particles {
  std::array<std::vector<T>, Dimensions> along;

  [[nodiscard]] std::size_t size() const { return along[0].size(); }
  [[nodiscard]] gridfold::positions<T, Dimensions> view() const
  {
    return std::apply([](const auto&... axis) { return gridfold::positions(axis...); }, along);
  }
};

/// In a cube of side 1.
template <class T, int Dimensions>
particles<T, Dimensions> random_particles(std::size_t count, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<T> unit(0, 1);
  particles<T, Dimensions> all;
  for (auto& axis : all.along) {
    axis.resize(count);
    std::generate(axis.begin(), axis.end(), [&] { return unit(generator); });
  }
  return all;
}

/// The neighbours of every particle, ascending, by a sequential loop in float64 (Fan, CUDA Programming, ch. 9).
/// `doubtful` counts the pairs so close to the cutoff that rounding in T decides.
template <class T, int Dimensions>
std::vector<std::vector<int>> expected_neighbors(const particles<T, Dimensions>& all, double cutoff, int& doubtful)
{
  std::vector<std::vector<int>> result(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      double r2 = 0;
      for (const auto& axis : all.along) r2 += std::pow(static_cast<double>(axis[j]) - static_cast<double>(axis[i]), 2);
      doubtful += std::abs(r2 / (cutoff * cutoff) - 1) < 8 * std::numeric_limits<T>::epsilon();
      if (r2 < cutoff * cutoff) {
        result[i].push_back(static_cast<int>(j));
        result[j].push_back(static_cast<int>(i));
      }
    }
  return result;
}

/// Each pair once, listed by the particle with the smaller index.
inline std::vector<std::vector<int>> half_of(std::vector<std::vector<int>> sets)
{
  for (std::size_t n = 0; n < sets.size(); ++n)
    std::erase_if(sets[n], [&](int other) { return other < static_cast<int>(n); });
  return sets;
}

/// A list that a kernel has written, with its indices between guards.
template <class Layout>
struct found_list {
  static constexpr std::size_t guard = 64;
  static constexpr int poison = -77;
  std::vector<int> counts, indices;
  std::int64_t capacity;

  found_list(std::size_t size, std::int64_t room)
      : counts(size, poison), indices(size * static_cast<std::size_t>(room) + 2 * guard, poison), capacity(room)
  {
  }

  /// A view of the list at other addresses.
  [[nodiscard]] gridfold::neighbor_list<Layout> list(int* count, int* index) const
  {
    return {count, index + guard, static_cast<std::int64_t>(counts.size()), capacity};
  }

  /// The written neighbours of every particle, ascending.
  std::vector<std::vector<int>> sets()
  {
    const auto at = list(counts.data(), indices.data()).indices;
    std::vector<std::vector<int>> result(counts.size());
    for (std::size_t n = 0; n < counts.size(); ++n) {
      for (std::int64_t k = 0; k < capacity && k < counts[n]; ++k)
        result[n].push_back(at(static_cast<std::int64_t>(n), k));
      std::sort(result[n].begin(), result[n].end());
    }
    return result;
  }

  /// The number of wrongly written elements: guards, and places beyond a particle's count.
  int spoiled()
  {
    std::vector<int> untouched = indices;
    const auto mark = list(counts.data(), untouched.data()).indices;
    for (std::size_t n = 0; n < counts.size(); ++n)
      for (std::int64_t k = 0; k < capacity && k < counts[n]; ++k) mark(static_cast<std::int64_t>(n), k) = poison;
    return static_cast<int>(std::count_if(untouched.begin(), untouched.end(), [](int i) { return i != poison; }));
  }
};

/// neighbors<V> into a list full of invalid values.
template <class V, class Layout, class Pairs = gridfold::pairs::twice, class T, int Dimensions>
found_list<Layout> find(const particles<T, Dimensions>& all, double cutoff, std::int64_t capacity)
{
  found_list<Layout> found(all.size(), capacity);
#ifdef __CUDACC__
  std::vector<gridfold::device_buffer<T>> axes;
  auto there = all.view();
  for (std::size_t d = 0; d < Dimensions; ++d) {
    axes.emplace_back(all.size()).copy_from(all.along[d].data());
    there.along[d] = axes.back().span();
  }
  gridfold::device_buffer<int> counts(found.counts.size()), indices(found.indices.size());
  counts.copy_from(found.counts.data());
  indices.copy_from(found.indices.data());
  gridfold::neighbors<V>(gridfold::device{}, there, cutoff, found.list(counts.data(), indices.data()), Pairs{});
  counts.copy_to(found.counts.data());
  indices.copy_to(found.indices.data());
  gridfold::cuda_check(cudaDeviceSynchronize(), "finding a test's neighbours");
#else
  gridfold::neighbors<V>(gridfold::host{}, all.view(), cutoff, found.list(found.counts.data(), found.indices.data()),
                         Pairs{});
#endif
  return found;
}

}  // namespace test
