// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Neighbours of particles that are distributed, for any executor and transport, against those that one rank lists.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/distributed/near_particles.hpp>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "halo_on_ranks.hpp"

namespace ranks_tests
{

template <class T>
struct coordinates {
  std::vector<T> x, y, z;
};

/// Particles in and around a box, some on borders of its cells, and one that lies nowhere.
template <class T, class Boundary>
coordinates<T> particles_around(const gf::cell_box<Boundary>& box, std::int64_t count, std::mt19937& generator)
{
  coordinates<T> all;
  const auto axis = [&](std::vector<T>& values, double origin, double edge, std::int64_t cells) {
    std::uniform_real_distribution<double> at(-0.6, static_cast<double>(cells) + 0.6);
    for (std::int64_t n = 0; n < count; ++n)
      values.push_back(static_cast<T>(origin + edge * (n % 5 == 0 ? std::floor(at(generator)) : at(generator))));
  };
  axis(all.x, box.origin.x, box.edge.x, box.shape.x);
  axis(all.y, box.origin.y, box.edge.y, box.shape.y);
  axis(all.z, box.origin.z, box.edge.z, box.shape.z);
  if (count > 50) all.y[50] = std::numeric_limits<T>::quiet_NaN();
  return all;
}

/// Rows of neighbours, with -1 where nothing was written.
struct rows_of_neighbors {
  std::vector<int> counts, indices;
};

constexpr std::int64_t room_of_row = 640;  // for all particles, however many are near

template <class Executor, class Find>
rows_of_neighbors rows_by(const Executor& on, std::int64_t rows, const Find& find)
{
  const auto blank = [](std::int64_t size) { return std::vector<int>(static_cast<std::size_t>(size), -1); };
  const gf::buffer counts(on, blank(rows)), indices(on, blank(rows * room_of_row));
  find(gf::neighbor_list<>(counts.data(), indices.data(), rows, room_of_row));
  return {counts.values(), indices.values()};
}

/// The lists of one rank's layers, of particles of which every rank has any, against those of one rank that has all.
template <class T, class Boundary, class Pairs, class Executor, class Transport>
bool near_list_is_right(const gf::ranks<Executor, Transport>& on, std::int64_t count, unsigned seed)
{
  std::mt19937 generator(seed);
  const double cutoff = 0.4 + 0.1 * static_cast<double>(below(generator, 7));
  auto box = gf::cells_in<Boundary>({-0.7, 1.3, 10.1}, {4.3, 3.9, 6.7}, cutoff, count);
  if constexpr (gf::core::is_triclinic<Boundary>) box.tilt = {1.9, -1.2, 1.4};
  const auto all = particles_around<T>(box, count, generator);
  const gf::partition layers = random_slabs(box.shape, on.size(), gf::along::z, generator);

  const auto& local = on.local();
  const gf::buffer all_x(local, all.x), all_y(local, all.y), all_z(local, all.z);
  auto sorted = gf::make_cells<T, 3>(local, box, count);
  gf::sort_into_cells(local, gf::positions(all_x.span(), all_y.span(), all_z.span()), sorted);
  const auto whole =
      rows_by(local, count, [&](const auto& list) { gf::neighbors(local, sorted.cells(), cutoff, list, Pairs{}); });
  const auto own =
      gf::detail::particles_in_layers(local, sorted.cells(), layers.begin(on.rank()), layers.end(on.rank()));

  coordinates<T> mine;
  std::vector<int> numbers;
  for (const std::int64_t number : share_of(count, on.size(), on.rank(), true, generator)) {
    const auto n = static_cast<std::size_t>(number);
    mine.x.push_back(all.x[n]), mine.y.push_back(all.y[n]), mine.z.push_back(all.z[n]);
    numbers.push_back(static_cast<int>(number));
  }
  const gf::buffer x(local, mine.x), y(local, mine.y), z(local, mine.z);
  const gf::buffer their_numbers(local, numbers);
  const auto near =
      gf::gather_halo(on, gf::positions(x.span(), y.span(), z.span()), their_numbers, box, layers, cutoff);
  const auto rows =
      rows_by(local, near.rows(), [&](const auto& list) { gf::neighbors(on, near, cutoff, list, Pairs{}); });

  std::vector<int> order(static_cast<std::size_t>(count)), row_of(static_cast<std::size_t>(near.rows()));
  local.copy(sorted.cells().index.data(), order.data(), order.size());
  local.copy(near.numbers().data(), row_of.data(), row_of.size());
  local.wait();
  if (!std::equal(row_of.begin(), row_of.end(), order.begin() + own.begin, order.begin() + own.end)) return false;
  const auto row = [](const std::vector<int>& from, std::size_t n) {
    return from.begin() + static_cast<std::ptrdiff_t>(n) * room_of_row;
  };
  for (std::size_t n = 0; n < row_of.size(); ++n) {
    const auto there = static_cast<std::size_t>(row_of[n]);
    if (rows.counts[n] != whole.counts[there]) return false;
    if (!std::equal(row(rows.indices, n), row(rows.indices, n) + room_of_row, row(whole.indices, there))) return false;
  }
  return true;
}

/// In open, periodic and triclinic boxes, in both precisions, of each pair once and twice; also of no particles and of
/// few.
template <class Executor, class Transport>
bool near_lists_are_right(const gf::ranks<Executor, Transport>& on, unsigned seed)
{
  bool right = true;
  for (const std::int64_t count : {0, 1, 5, 611}) {
    right = near_list_is_right<float, gf::boundary::open, gf::pairs::twice>(on, count, seed) && right;
    right = near_list_is_right<float, gf::boundary::periodic, gf::pairs::once>(on, count, seed) && right;
    right = near_list_is_right<double, gf::boundary::periodic, gf::pairs::twice>(on, count, seed) && right;
    right = near_list_is_right<float, gf::boundary::triclinic, gf::pairs::twice>(on, count, seed) && right;
  }
  return right;
}

}  // namespace ranks_tests
