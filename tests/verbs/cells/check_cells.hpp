// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What sorted cells have to be, checked on the host by their definition.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <vector>

#include "../../support/executor_memory.hpp"

namespace test
{

namespace gf = gridfold;

/// A copy of cells in host memory.
template <class Particle>
struct sorted_copy {
  std::vector<int> begin, index;
  std::vector<Particle> sorted;
};

template <class T>
std::vector<T> copied(cuda::std::span<const T> there)
{
  std::vector<T> here(there.size());
#if defined(__CUDACC__) && !defined(TEST_HOST)
  if (!here.empty())
    gf::cuda_check(cudaMemcpy(here.data(), there.data(), sizeof(T) * here.size(), cudaMemcpyDeviceToHost),
                   "copying a test's cells");
#else
  std::copy(there.begin(), there.end(), here.begin());
#endif
  return here;
}

template <class Particle, class Boundary>
sorted_copy<Particle> copy_of(const gf::cells<Particle, Boundary>& cells)
{
#if defined(__CUDACC__) && !defined(TEST_HOST)
  gf::cuda_check(cudaDeviceSynchronize(), "sorting a test's particles");
#endif
  return {copied(cells.begin), copied(cells.index), copied(cells.sorted)};
}

/// How far a coordinate lies outside of the cell number `at` of an axis, as a share of a cell; an end of the box is
/// open where it is not periodic.
inline double outside(double x, double origin, double edge, std::int64_t at, std::int64_t cells, bool periodic)
{
  const double place = (x - origin) / edge, low = static_cast<double>(at), high = low + 1;
  if (place < low && (periodic || at > 0)) return low - place;
  if (place > high && (periodic || at < cells - 1)) return place - high;
  return 0;
}

/// Sorts sources by sort(sources, list), and checks that every one is where it belongs, once, and that cells keep their
/// order.
template <class Boundary, class T, class Sort>
void check_sorted_by(const std::vector<gf::source<T>>& sources, const gf::cell_box<Boundary>& box, Sort sort)
{
  const memory<gf::source<T>> there(sources);
  auto list = gf::make_cells<gf::source<T>>(executor{}, box, static_cast<std::int64_t>(sources.size()) + 3);
  for (int turn = 0; turn < 2; ++turn) sort(there, list);
  const auto got = copy_of(list.cells());
  CAPTURE(sources.size());
  CAPTURE(box.shape.count());
  const auto cells = static_cast<std::size_t>(box.shape.count());
  REQUIRE(got.begin.size() == cells + 1);
  REQUIRE(got.sorted.size() == sources.size());
  REQUIRE(got.begin.front() == 0);
  std::vector<int> seen(sources.size());
  int wrong = 0;
  // A coordinate's distance to the border of its cell is wrong by roundings of what it is computed from.
  const double u = std::numeric_limits<T>::epsilon();
  std::size_t c = 0;
  for (std::size_t s = 0; s < got.sorted.size(); ++s) {
    while (c < cells && got.begin[c + 1] <= static_cast<int>(s)) ++c;
    const auto i = static_cast<std::size_t>(got.index[s]);
    REQUIRE(i < sources.size());
    ++seen[i];
    const gf::source<T>&from = sources[i], &at = got.sorted[s];
    const bool nowhere = std::isnan(from.x) || std::isnan(from.y) || std::isnan(from.z) ||
                         (Boundary::is_periodic && !std::isfinite(from.x + from.y + from.z));
    wrong += nowhere != (c == cells);
    wrong += !(at.charge == from.charge);
    const bool first = s == 0 || (c < cells ? got.begin[c] : got.begin[cells]) == static_cast<int>(s);
    wrong += !first && got.index[s] <= got.index[s - 1];
    if (nowhere) continue;
    const gf::index3 cell = gf::index_in(box.shape, static_cast<std::int64_t>(c));
    const auto check_axis = [&](T was, T is, double origin, double edge, std::int64_t n, std::int64_t count) {
      if (std::isinf(was)) return !(std::isinf(is) && (was < 0 ? n == 0 : n == count - 1));
      const double size = std::abs(double(was)) + std::abs(origin) + edge * static_cast<double>(count);
      const double length = edge * static_cast<double>(count), moved = (double(was) - double(is)) / length;
      const double periods =
          Boundary::is_periodic ? std::abs(moved - std::round(moved)) * length : double(was) - double(is);
      return std::abs(periods) > (Boundary::is_periodic ? 4 * u * size : 0) ||
             outside(is, origin, edge, n, count, Boundary::is_periodic) * edge > 8 * u * size;
    };
    wrong += check_axis(from.x, at.x, box.origin.x, box.edge.x, cell.x, box.shape.x);
    wrong += check_axis(from.y, at.y, box.origin.y, box.edge.y, cell.y, box.shape.y);
    wrong += check_axis(from.z, at.z, box.origin.z, box.edge.z, cell.z, box.shape.z);
  }
  int lost = 0;
  for (int times : seen) lost += times != 1;
  CHECK(wrong == 0);
  CHECK(lost == 0);
}
template <class Boundary, class T>
void check_sorted(const std::vector<gf::source<T>>& sources, const gf::cell_box<Boundary>& box)
{
  check_sorted_by(sources, box, [](const auto& there, auto& list) { gf::sort_into_cells(executor{}, there, list); });
}

}  // namespace test
