// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/cufft.cuh>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/device_buffer.cuh>
#include <limits>
#include <random>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "check_particle_mesh.hpp"

namespace gf = gridfold;
using test::explains, test::message_of;

namespace
{

/// Transforms random nodes in the first `planes` of three planes there and back.
template <class T>
void check_transforms(std::size_t planes)
{
  constexpr gf::shape3 nodes{6, 5, 3};
  const auto row = static_cast<std::size_t>(gf::row_of(nodes));
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<T> number(-1, 1);
  std::vector<T> values(row * 15);
  double sum = 0;
  for (std::size_t n = 0; n < planes * 5 * row; ++n) {
    values[n] = number(generator);
    if (n % row < 6) sum += static_cast<double>(values[n]);
  }
  static_assert(gf::fourier_transform<gf::cufft<T>, gf::device, T>);
  gf::cufft<T> transform(gf::device{}, nodes, static_cast<std::int64_t>(planes));
  const test::memory<T> mesh(values);
  transform.forward(mesh.data());
  // 90 terms of at most 1, each of which is wrong by fewer than log2(90) + 3 roundings.
  const double tolerance = 90 * 10 * static_cast<double>(std::numeric_limits<T>::epsilon());
  CHECK(std::abs(static_cast<double>(mesh.values()[0]) - sum) < tolerance);
  transform.backward(mesh.data());
  const auto back = mesh.values();
  for (std::size_t n = 0; n < planes * 5 * row; ++n)
    if (n % row < 6) CHECK(std::abs(static_cast<double>(back[n]) / 90 - static_cast<double>(values[n])) < tolerance);
}

}  // namespace

TEST_CASE_TEMPLATE("there and back multiplies by the nodes, and the first wave number is the sum", T, float, double)
{
  for (const std::size_t planes : {3, 2, 1}) check_transforms<T>(planes);
}

TEST_CASE("a shape that cuFFT does not count is refused")
{
  CHECK(explains(message_of([] { (void)gf::cufft<float>(gf::device{}, {0, 1, 1}, 1); }), "cuFFT failed"));
}

TEST_CASE("a plan's call is captured into a graph and replayed with other atoms")
{
  constexpr gf::lattice where{.origin = {-1, 0.3, 0.2}, .spacing = 0.6, .shape = {25, 23, 27}};
  std::mt19937 generator(test::seed());
  const auto make = [&] { return test::random_atoms<float>(211, {0, 0, 0}, {15, 14, 16}, generator); };
  const auto first = make(), second = make();
  cudaStream_t stream = nullptr;
  gf::cuda_check(cudaStreamCreate(&stream), "creating a stream");
  {
    const gf::device on{stream};
    auto plan = gf::make_particle_mesh(on, where, {{0, 0, 0}, {15, 14, 16}, 211});
    gf::device_buffer<gf::source<float>> atoms(first.size(), stream);
    gf::device_buffer<float> out(static_cast<std::size_t>(where.shape.count()), stream);
    atoms.copy_from(first.data());
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    gf::cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "capturing");
    plan(atoms.span(), gf::view_of(out.data(), where.shape));
    gf::cuda_check(cudaStreamEndCapture(stream, &graph), "capturing");
    gf::cuda_check(cudaGraphInstantiate(&ready, graph, 0), "instantiating a graph");
    for (const auto& now : {first, second}) {
      atoms.copy_from(now.data());
      gf::cuda_check(cudaGraphLaunch(ready, stream), "launching a graph");
      std::vector<float> map(out.size());
      out.copy_to(map.data());
      gf::cuda_check(cudaStreamSynchronize(stream), "waiting");
      test::check_errors(map, test::direct_map(now, where), test::exact_map(now, where), 1e-5);
    }
    gf::cuda_check(cudaGraphExecDestroy(ready), "destroying a graph");
    gf::cuda_check(cudaGraphDestroy(graph), "destroying a graph");
  }
  gf::cuda_check(cudaStreamDestroy(stream), "destroying a stream");
}
