// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// CUB's radix sort into cells: every particle in its cell, and all as the counting sort has it, also in a graph.
#include <gridfold/sort_into_cells_cub.cuh>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "../support/seed.hpp"
#include "cells/check_cells.hpp"

namespace sort_by_radix_tests
{

namespace
{

using namespace test;
using gf::boundary::open, gf::boundary::periodic;

template <class Boundary>
constexpr gf::cell_box<Boundary> bricks{.origin = {-2, 1, 0.5}, .edge = {0.75, 1.25, 2}, .shape = {7, 5, 3}};

template <class T>
std::vector<gf::source<T>> random_in(std::size_t count, double low, double high, std::mt19937& generator)
{
  std::uniform_real_distribution<T> place(static_cast<T>(low), static_cast<T>(high));
  std::vector<gf::source<T>> all(count);
  for (auto& s : all) s = {place(generator), place(generator), place(generator), place(generator)};
  return all;
}

template <class Boundary, class T>
void check(const std::vector<gf::source<T>>& sources, const gf::cell_box<Boundary>& box)
{
  check_sorted_by(sources, box, [](const auto& there, auto& list) {
    auto scratch = gf::make_radix_scratch(executor{}, list);
    gf::sort_into_cells(executor{}, there, list, scratch);
  });
}

template <class Particle>
bool same(const sorted_copy<Particle>& a, const sorted_copy<Particle>& b)
{
  return a.begin == b.begin && a.index == b.index;
}

}  // namespace

TEST_CASE_TEMPLATE("CUB puts every particle into its cell", T, float, double)
{
  std::mt19937 generator(seed());
  for (const std::size_t count : {0, 1, 2, 257, 3001, 100003}) {
    check(random_in<T>(count, -2, 3, generator), bricks<open>);
    check(random_in<T>(count, -40, 60, generator), bricks<periodic>);
  }
  const auto all = random_in<T>(5000, -3, 3, generator);
  check(all, gf::cell_box<open>{{-3, -3, -3}, {6, 6, 6}, {1, 1, 1}});
  // Numbers of cells of two bytes and of three, of which a radix sort makes an even and an odd number of passes.
  check(all, gf::cell_box<open>{{-3, -3, -3}, {0.25, 0.2, 0.3}, {24, 30, 20}});
  check(all, gf::cell_box<open>{{-3, -3, -3}, {0.05, 0.05, 0.05}, {120, 120, 120}});
}

TEST_CASE_TEMPLATE("CUB sorts particles of one cell, and those with NaN coordinates", T, float, double)
{
  std::vector<gf::source<T>> all(100000, {T(0.1), T(1.5), T(1), T(1)});
  check(all, bricks<open>);
  for (std::size_t i = 0; i < all.size(); i += 7) all[i].x = std::numeric_limits<T>::quiet_NaN();
  for (std::size_t i = 3; i < all.size(); i += 7) all[i].y = std::numeric_limits<T>::infinity();
  check(all, bricks<open>);
  check(all, bricks<periodic>);
}

TEST_CASE("CUB sorts positions as the counting sort does, and fewer than there is room for")
{
  std::mt19937 generator(seed());
  std::uniform_real_distribution<float> place(0, 1);
  for (const std::size_t count : {0, 1, 30000}) {
    std::vector<float> along[3];
    for (auto& axis : along)
      for (std::size_t i = 0; i < count; ++i) axis.push_back(place(generator));
    const memory<float> x(along[0]), y(along[1]), z(along[2]);
    const gf::cell_box<periodic> box{{0, 0, 0}, {0.125, 0.125, 0.125}, {8, 8, 8}};
    auto counted = gf::make_cells<float, 3>(executor{}, box, 40000),
         sorted = gf::make_cells<float, 3>(executor{}, box, 40000);
    auto scratch = gf::make_radix_scratch(executor{}, sorted);
    const gf::positions from(x.span(), y.span(), z.span());
    gf::sort_into_cells(executor{}, from, counted);
    gf::sort_into_cells(executor{}, from, sorted, scratch);
    CHECK(same(copy_of(counted.cells()), copy_of(sorted.cells())));
  }
}

TEST_CASE("CUB's sort is captured in a graph")
{
  std::mt19937 generator(seed());
  const memory<gf::source<float>> there(random_in<float>(50000, -2, 3, generator));
  cudaStream_t stream{};
  gf::cuda_check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
  {
    const gf::device on(stream);
    auto list = gf::make_cells<gf::source<float>>(on, bricks<open>, 50000);
    auto scratch = gf::make_radix_scratch(on, list);
    gf::sort_into_cells(on, there, list);
    const auto expected = copy_of(list.cells());
    cudaGraph_t graph{};
    cudaGraphExec_t instance{};
    gf::cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "beginning a capture");
    gf::sort_into_cells(on, there, list, scratch);
    gf::cuda_check(cudaStreamEndCapture(stream, &graph), "ending a capture");
    gf::cuda_check(cudaGraphInstantiate(&instance, graph, 0), "making a graph");
    for (int turn = 0; turn < 2; ++turn) {
      const auto before = list.cells();
      gf::cuda_check(cudaMemset(const_cast<int*>(before.index.data()), 0xff, 4 * before.index.size()), "spoiling");
      gf::cuda_check(cudaMemset(const_cast<int*>(before.begin.data()), 0xff, 4 * before.begin.size()), "spoiling");
      gf::cuda_check(cudaDeviceSynchronize(), "spoiling");
      gf::cuda_check(cudaGraphLaunch(instance, stream), "replaying a graph");
      CHECK(same(copy_of(list.cells()), expected));
    }
    gf::cuda_check(cudaGraphExecDestroy(instance), "freeing a graph");
    gf::cuda_check(cudaGraphDestroy(graph), "freeing a graph");
  }
  gf::cuda_check(cudaStreamDestroy(stream), "destroying a stream");
}

TEST_CASE("scratch that is too small is refused")
{
  const auto list_of = [](std::int64_t capacity) {
    return gf::make_cells<gf::source<float>>(executor{}, bricks<open>, capacity);
  };
  auto small = list_of(1), large = list_of(100000);
  auto scratch = gf::make_radix_scratch(executor{}, small);
  const memory<gf::source<float>> there(std::vector<gf::source<float>>(100000));
  CHECK_THROWS_AS(gf::sort_into_cells(executor{}, there, large, scratch), gf::error);
  (void)cudaGetLastError();
}

}  // namespace sort_by_radix_tests
