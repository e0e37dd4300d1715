// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Particles sorted by cells: every one in its cell, once and in order, wherever particles are.
#include <gridfold/sort_into_cells.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "cells/check_cells.hpp"

namespace sort_tests
{

namespace
{

using namespace test;
using gf::boundary::open, gf::boundary::periodic;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
std::vector<gf::source<T>> random_in(std::size_t count, double low, double high, std::mt19937& generator)
{
  std::uniform_real_distribution<T> place(static_cast<T>(low), static_cast<T>(high));
  std::vector<gf::source<T>> all(count);
  for (auto& s : all) s = {place(generator), place(generator), place(generator), place(generator)};
  return all;
}

template <class Boundary>
constexpr gf::cell_box<Boundary> bricks{.origin = {-2, 1, 0.5}, .edge = {0.75, 1.25, 2}, .shape = {7, 5, 3}};

}  // namespace

TEST_CASE_TEMPLATE("every particle lies in its cell, inside of the box and outside", T, float, double)
{
  std::mt19937 generator(seed());
  for (const std::size_t count : {0, 1, 2, 255, 257, 3001}) {
    check_sorted(random_in<T>(count, -2, 3, generator), bricks<open>);
    check_sorted(random_in<T>(count, -40, 60, generator), bricks<open>);
    check_sorted(random_in<T>(count, -2, 3, generator), bricks<periodic>);
    check_sorted(random_in<T>(count, -40, 60, generator), bricks<periodic>);
  }
}

TEST_CASE_TEMPLATE("more bins than a block counts, and one cell", T, float, double)
{
  std::mt19937 generator(seed());
  const auto all = random_in<T>(1000, -3, 3, generator);
  check_sorted(all, gf::cell_box<open>{{-3, -3, -3}, {0.25, 0.2, 0.3}, {24, 30, 20}});
  check_sorted(all, gf::cell_box<open>{{-3, -3, -3}, {6, 6, 6}, {1, 1, 1}});
  check_sorted(all, gf::cell_box<periodic>{{-3, -3, -3}, {2, 3, 6}, {1, 1, 1}});
}

TEST_CASE_TEMPLATE("particles on the borders of cells", T, float, double)
{
  std::vector<gf::source<T>> all;
  for (int k = 0; k <= 3; ++k)
    for (int j = 0; j <= 5; ++j)
      for (int i = 0; i <= 7; ++i)
        all.push_back({static_cast<T>(-2 + 0.75 * i), static_cast<T>(1 + 1.25 * j), static_cast<T>(0.5 + 2 * k), T(1)});
  check_sorted(all, bricks<open>);
  check_sorted(all, bricks<periodic>);
}

TEST_CASE_TEMPLATE("all particles in one cell, and particles with NaN coordinates", T, float, double)
{
  std::vector<gf::source<T>> all(700, {T(0.1), T(1.5), T(1), T(1)});
  check_sorted(all, bricks<open>);
  for (std::size_t i = 0; i < all.size(); i += 7) all[i].x = static_cast<T>(not_a_number);
  for (std::size_t i = 3; i < all.size(); i += 7) all[i].y = static_cast<T>(i % 2 == 0 ? infinity : -infinity);
  for (std::size_t i = 5; i < all.size(); i += 35) all[i].z = static_cast<T>(not_a_number);
  check_sorted(all, bricks<open>);
  check_sorted(all, bricks<periodic>);
}

TEST_CASE("particles of one cell come in the order of their numbers, those of equal numbers as they were given")
{
  std::mt19937 generator(seed());
  const auto given = random_in<float>(701, -2, 3, generator);
  std::vector<std::int64_t> numbers(given.size());
  for (auto& number : numbers) number = static_cast<std::int64_t>(generator() % 400) - (std::int64_t{1} << 40);
  // What the sort of particles in the order of their numbers gives.
  std::vector<int> order(given.size());
  std::iota(order.begin(), order.end(), 0);
  const auto number_of = [&](int i) { return numbers[static_cast<std::size_t>(i)]; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return number_of(a) < number_of(b); });
  std::vector<gf::source<float>> ordered;
  for (const int i : order) ordered.push_back(given[static_cast<std::size_t>(i)]);
  const auto sorted = [&](const auto&... sources) {
    auto list = gf::make_cells<gf::source<float>>(executor{}, bricks<open>, 701);
    gf::sort_into_cells(executor{}, sources..., list);
    return copy_of(list.cells());
  };
  const auto expected = sorted(memory(ordered)), got = sorted(memory(given), memory(numbers));
  CHECK(got.begin == expected.begin);
  int wrong = 0;
  for (std::size_t s = 0; s < order.size(); ++s)
    wrong += got.index[s] != order[static_cast<std::size_t>(expected.index[s])] ||
             got.sorted[s].charge != expected.sorted[s].charge;
  CHECK(wrong == 0);
}

TEST_CASE("positions in the plane and in space")
{
  const std::vector<float> x{0.5f, 3.5f, 0.25f}, y{0.5f, 0.5f, 0.75f}, z{0.5f, 0.5f, 9};
  const memory<float> there_x(x), there_y(y), there_z(z);
  const gf::cell_box<> box{{0, 0, 0}, {1, 1, 1}, {4, 1, 2}};
  auto plane = gf::make_cells<float, 2>(executor{}, box, 3);
  gf::sort_into_cells(executor{}, gf::positions(there_x, there_y), plane);
  CHECK(copy_of(plane.cells()).index == std::vector<int>{0, 2, 1});
  CHECK(copy_of(plane.cells()).begin == std::vector<int>{0, 2, 2, 2, 3, 3, 3, 3, 3});
  auto space = gf::make_cells<float, 3>(executor{}, box, 3);
  gf::sort_into_cells(executor{}, gf::positions(there_x, there_y, there_z), space);
  CHECK(copy_of(space.cells()).index == std::vector<int>{0, 1, 2});
  CHECK(copy_of(space.cells()).begin == std::vector<int>{0, 1, 1, 1, 2, 3, 3, 3, 3});
  CHECK(copy_of(space.cells()).sorted[2].at[2] == 9);
}

TEST_CASE("boxes that suit a lattice or a period")
{
  const gf::lattice where{.origin = {1, 2, 3}, .spacing = 0.5, .shape = {64, 32, 1}};
  const auto around = gf::cells_around(where, 6, 1000000);
  around.check();
  CHECK(around.origin.x == -5);
  CHECK(around.edge.x >= 2);
  CHECK(around.edge.x * static_cast<double>(around.shape.x) == doctest::Approx(44));
  CHECK(around.edge.z * static_cast<double>(around.shape.z) == doctest::Approx(12.5));
  CHECK(gf::cells_around(where, 6, 0).shape == gf::shape3{1, 1, 1});
  const auto crystal = gf::cells_in<periodic>({0, 0, 0}, {10, 20, 30}, 3, 12000);
  CHECK(crystal.shape == gf::shape3{10, 20, 30});
}

TEST_CASE("what cannot be sorted is an error that says why")
{
  const auto refusal = [](const gf::cell_box<>& box, std::int64_t capacity) {
    return message_of([&] { gf::make_cells<gf::source<float>>(executor{}, box, capacity); });
  };
  CHECK(refusal({}, 5) == "");
  CHECK(explains(refusal({{0, not_a_number, 0}}, 5), "coordinate nan"));
  CHECK(explains(refusal({{0, 0, 0}, {1, 0, 1}}, 5), "edge is 0"));
  CHECK(explains(refusal({{0, 0, 0}, {infinity}}, 5), "edge is inf"));
  CHECK(explains(refusal({{0, 0, 0}, {1}, {1, 0, 1}}, 5), "there are 0 cells"));
  CHECK(explains(refusal({{0, 0, 0}, {1}, {1, 1, (1 << 20) + 1}}, 5), "1048577 cells"));
  CHECK(explains(refusal({{0, 0, 0}, {1}, {1 << 20, 1 << 20, 1}}, 5), "at most 2^30"));
  CHECK(explains(refusal({}, -1), "-1 particles"));
  CHECK(explains(refusal({}, std::int64_t{1} << 31), "2147483648 particles"));
  const memory<gf::source<float>> six(std::vector<gf::source<float>>(6));
  auto five = gf::make_cells<gf::source<float>>(executor{}, gf::cell_box<>{}, 5);
  CHECK(explains(message_of([&] { gf::sort_into_cells(executor{}, six, five); }),
                 "6 particles and the cells have room for 5"));
  const memory<int> numbers(std::vector<int>(5));
  CHECK(explains(message_of([&] { gf::sort_into_cells(executor{}, six, numbers, five); }),
                 "there are 5 numbers of 6 particles"));
}

}  // namespace sort_tests
