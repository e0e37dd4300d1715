// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Every verb captured into a graph: the graph has only kernels, and a replay does what a call does. (Large sums on
/// lattices: test_streams.cu.)
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <gridfold/gridfold.hpp>
#include <numeric>
#include <vector>

#include "../support/executor_memory.hpp"
#include "../support/lattice_sum_reference.hpp"

namespace test_captures
{

namespace gf = gridfold;

namespace
{

template <class Decomposition, class Space, class Coarsening = gf::coarsen<2>>
using fold = gf::variant<Decomposition, gf::interleaved, Coarsening, Space, gf::block<16, 8>>;
template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;
template <class T>
using matrix = cuda::std::mdspan<T, cuda::std::dextents<int, 2>>;

constexpr int side = 61, size = side * side;

/// 1, 2, 3, ...: small enough that any order of adding them is exact.
template <class T>
std::vector<T> ascending()
{
  std::vector<T> numbers(static_cast<std::size_t>(size));
  std::iota(numbers.begin(), numbers.end(), T(1));
  return numbers;
}

bool holds_kernels_alone(cudaGraph_t graph)
{
  std::size_t count = 0;
  gf::cuda_check(cudaGraphGetNodes(graph, nullptr, &count), "counting a graph's nodes");
  std::vector<cudaGraphNode_t> nodes(count);
  gf::cuda_check(cudaGraphGetNodes(graph, nodes.data(), &count), "listing a graph's nodes");
  for (const cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type{};
    gf::cuda_check(cudaGraphNodeGetType(node, &type), "looking at a graph's node");
    if (type != cudaGraphNodeTypeKernel) return false;
  }
  return count > 0;
}

template <class T>
void spoil(const test::memory<T>& out)
{
  gf::cuda_check(cudaMemset(out.data(), 0xff, out.size() * sizeof(T)), "spoiling an output");
  gf::cuda_check(cudaDeviceSynchronize(), "spoiling an output");
}

/// Calls start(device), which loads its kernels; then captures it and replays the graph.
template <class T, class Start>
void check_capture(const test::memory<T>& out, Start start)
{
  cudaStream_t stream{};
  gf::cuda_check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
  spoil(out);
  start(gf::device{stream});
  const std::vector<T> expected = out.values();
  REQUIRE(expected.front() != T(-1));  // poison for integers; NaN otherwise, which equals nothing

  cudaGraph_t graph{};
  cudaGraphExec_t instance{};
  gf::cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "beginning a capture");
  start(gf::device{stream});
  gf::cuda_check(cudaStreamEndCapture(stream, &graph), "ending a capture");
  CHECK(holds_kernels_alone(graph));
  gf::cuda_check(cudaGraphInstantiate(&instance, graph, 0), "making a graph");
  for (int turn = 0; turn < 2; ++turn) {
    spoil(out);
    gf::cuda_check(cudaGraphLaunch(instance, stream), "replaying a graph");
    CHECK(out.values() == expected);
  }
  gf::cuda_check(cudaGraphExecDestroy(instance), "freeing a graph");
  gf::cuda_check(cudaGraphDestroy(graph), "freeing a graph");
  gf::cuda_check(cudaStreamDestroy(stream), "destroying a stream");
}

}  // namespace

TEST_CASE("a copy is captured as kernels")
{
  const test::memory<int> in(ascending<int>()), out(ascending<int>());
  check_capture(out, [&](gf::device on) {
    gf::copy<fold<gf::gather, gf::read_only>>(on, vector<int>(in.data(), size), vector<int>(out.data(), size));
  });
}

TEST_CASE("a transpose is captured as kernels")
{
  using tiled = fold<gf::gather, gf::tile<gf::padded<1>>>;
  const test::memory<int> in(ascending<int>()), out(ascending<int>());
  check_capture(out, [&](gf::device on) {
    gf::transpose<tiled>(on, matrix<int>(in.data(), side, side), matrix<int>(out.data(), side, side));
  });
}

TEST_CASE("a reduction with existing scratch is captured as kernels")
{
  using gathered = fold<gf::gather, gf::exchange_registers>;
  const test::memory<int> in(ascending<int>()), out(std::vector<int>(1));
  auto scratch = gf::make_reduce_scratch<gathered, int>(gf::device{});
  gf::cuda_check(cudaDeviceSynchronize(), "making scratch");
  check_capture(out, [&](gf::device on) {
    gf::reduce<gathered>(on, vector<int>(in.data(), size), vector<int>(out.data(), 1), gf::sum{}, scratch);
  });
}

TEST_CASE("a reduction by atomic additions is captured as kernels")
{
  const test::memory<int> in(ascending<int>()), out(std::vector<int>(1));
  check_capture(out, [&](gf::device on) {
    gf::reduce<fold<gf::scatter, gf::exchange_shared>>(on, vector<int>(in.data(), size), vector<int>(out.data(), 1),
                                                       gf::sum{});
  });
}

TEST_CASE("a product of matrices is captured as kernels")
{
  const test::memory<double> in(ascending<double>()), out(ascending<double>());
  const matrix<double> a(in.data(), side, side), c(out.data(), side, side);
  check_capture(out, [&](gf::device on) { gf::multiply<fold<gf::gather, gf::shared_tile<8>>>(on, a, a, c); });
}

TEST_CASE("many small sums can be captured into one graph")
{
  constexpr gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {32, 32, 32}};
  constexpr std::size_t maps = 64, atoms = 500, points = 32 * 32 * 32;
  const test::memory<gf::source<float>> sources(reference::random_sources<float>(maps * atoms, where, 1));
  const test::memory<float> out(std::vector<float>(maps * points));
  check_capture(out, [&](gf::device on) {
    for (std::size_t n = 0; n < maps; ++n)
      gf::potential_map(on, sources.span().subspan(n * atoms, atoms), where,
                        gf::view_of(out.data() + n * points, where.shape));
  });
}

TEST_CASE("sums that add to one map, on a lattice and with a cutoff, are captured into one graph")
{
  constexpr gf::lattice where{.spacing = 0.5, .shape = {33, 31, 7}};
  const test::memory<gf::source<float>> protein(reference::random_sources<float>(3000, where, 1));
  const test::memory<gf::source<float>> ligand(reference::random_sources<float>(50, where, 2));
  const test::memory<float> out(std::vector<float>(33 * 31 * 7));
  const auto map = gf::view_of(out.data(), where.shape);
  auto list = gf::make_cells<gf::source<float>>(gf::device{}, gf::cells_around(where, 3, 50), 50);
  gf::cuda_check(cudaDeviceSynchronize(), "making cells");
  // Each replay replaces the map and adds to it, so that it is what one call makes.
  check_capture(out, [&](gf::device on) {
    gf::potential_map(on, protein.span(), where, map);
    gf::potential_map(on, ligand.span(), where, gf::add_to(map));
    gf::sort_into_cells(on, ligand, list);
    gf::cutoff_sum(on, list.cells(), where, gf::add_to(map), gf::cut(gf::coulomb<>{}, 3));
  });
}

TEST_CASE("each replay of a captured sum that adds, adds once more")
{
  constexpr gf::lattice where{.spacing = 0.5, .shape = {33, 31, 7}};
  const test::memory<gf::source<float>> first({{-1, -1, -1, 1}}), second({{20, 20, 20, 2}});
  std::vector<float> before(33 * 31 * 7, 1.0f);
  const test::memory<float> once(before), out(before);
  cudaStream_t stream{};
  cudaGraph_t graph{};
  cudaGraphExec_t instance{};
  gf::cuda_check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
  const auto start = [&](const test::memory<float>& to) {
    const auto map = gf::add_to(gf::view_of(to.data(), where.shape));
    gf::potential_map(gf::device{stream}, first.span(), where, map);
    gf::potential_map(gf::device{stream}, second.span(), where, map);
  };
  start(once);
  gf::cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "beginning a capture");
  start(out);
  gf::cuda_check(cudaStreamEndCapture(stream, &graph), "ending a capture");
  CHECK(holds_kernels_alone(graph));
  gf::cuda_check(cudaGraphInstantiate(&instance, graph, 0), "making a graph");
  for (int turn = 0; turn < 3; ++turn) gf::cuda_check(cudaGraphLaunch(instance, stream), "replaying a graph");
  const std::vector<float> one = once.values(), three = out.values();
  int wrong = 0;
  // Six additions to numbers of at most 10, each rounded to 10 * 2^-24.
  for (std::size_t n = 0; n < one.size(); ++n) wrong += !(std::abs(three[n] - (1 + 3 * (one[n] - 1))) <= 1e-5f);
  CHECK(wrong == 0);
  CHECK(one[0] > 1.5f);
  gf::cuda_check(cudaGraphExecDestroy(instance), "freeing a graph");
  gf::cuda_check(cudaGraphDestroy(graph), "freeing a graph");
  gf::cuda_check(cudaStreamDestroy(stream), "destroying a stream");
}

TEST_CASE("sums at points can be captured into one graph")
{
  const gf::lattice around{.shape = {16, 16, 16}};
  const test::memory<gf::source<float>> sources(reference::random_sources<float>(500, around, 1));
  const test::memory<float> along(ascending<float>()), out(ascending<float>());
  check_capture(out, [&](gf::device on) {
    gf::point_sum(on, sources.span(), gf::positions(along, along, along), out.span(), gf::coulomb<>{});
  });
}

TEST_CASE("a neighbour list is captured as kernels")
{
  const test::memory<float> x(ascending<float>());
  const test::memory<int> counts(ascending<int>()), indices(std::vector<int>(2 * size));
  const gf::positions<float, 1> line(x);
  const gf::neighbor_list<> list(counts.data(), indices.data(), size, 2);
  check_capture(counts, [&](gf::device on) { gf::neighbors<fold<gf::gather, gf::shared>>(on, line, 1.5, list); });
  check_capture(counts, [&](gf::device on) { gf::neighbors<fold<gf::scatter, gf::global>>(on, line, 1.5, list); });
}

TEST_CASE("a Verlet list is built, sorted and checked by captured kernels")
{
  const test::memory<float> x(ascending<float>());
  const auto box = gf::cells_in({0, 0, 0}, {size, 1, 1}, 2, size);
  auto verlet = gf::make_verlet_list<float, 3>(gf::device{}, box, {.cutoff = 1.5, .skin = 0.5}, size, 8);
  gf::cuda_check(cudaDeviceSynchronize(), "making a Verlet list");
  const test::memory<int> stale(std::vector<int>(1));
  check_capture(stale, [&](gf::device on) {
    gf::neighbors(on, gf::positions(x, x, x), verlet);
    gf::sort_neighbors(on, verlet.list());
    gf::needs_rebuild(on, gf::positions(x, x, x), verlet);
    gf::copy<fold<gf::gather, gf::global>>(on, vector<int>(verlet.stale().data(), 1), vector<int>(stale.data(), 1));
  });
}

TEST_CASE("sorting into cells and a cut sum are captured as kernels, with cells that were there before")
{
  constexpr gf::lattice where{.spacing = 0.5, .shape = {32, 32, 32}};
  const test::memory<gf::source<float>> sources(reference::random_sources<float>(3000, where, 1));
  const test::memory<float> out(std::vector<float>(32 * 32 * 32));
  auto list = gf::make_cells<gf::source<float>>(gf::device{}, gf::cells_around(where, 3, 3000), 3000);
  gf::cuda_check(cudaDeviceSynchronize(), "making cells");
  check_capture(out, [&](gf::device on) {
    gf::sort_into_cells(on, sources, list);
    gf::cutoff_sum(on, list.cells(), where, gf::view_of(out.data(), where.shape), gf::cut(gf::coulomb<>{}, 3));
  });
}

}  // namespace test_captures
