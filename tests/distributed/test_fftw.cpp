// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/distributed/fftw.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "on_each_rank.hpp"
#include "verbs_on_ranks.hpp"

namespace ranks_tests
{

namespace
{

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
std::vector<T> random_mesh(gf::shape3 nodes, std::mt19937& generator)
{
  std::uniform_real_distribution<T> number(-1, 1);
  std::vector<T> mesh(static_cast<std::size_t>(gf::row_of(nodes) * nodes.y * nodes.z));
  for (T& x : mesh) x = number(generator);
  return mesh;
}

/// The greatest difference of a rank's waves from those of one rank.
template <class T>
double difference(const std::vector<T>& waves, const std::vector<T>& all, const gf::partition& slabs, int rank)
{
  const gf::shape3 shape = slabs.shape(rank), whole = slabs.whole();
  double most = 0;
  for (std::size_t n = 0; n < waves.size(); ++n) {
    const gf::index3 at = gf::index_in({2 * shape.x, shape.y, shape.z}, static_cast<std::int64_t>(n));
    const std::int64_t there = (at.z * whole.y + slabs.begin(rank) + at.y) * 2 * whole.x + at.x;
    const double away = std::abs(static_cast<double>(waves[n] - all[static_cast<std::size_t>(there)]));
    most = away >= 0 ? std::max(most, away) : infinity;
  }
  return most;
}

/// Whether ranks transform a mesh to the waves of one rank, and back to the nodes.
template <class T>
void check_transforms(gf::shape3 nodes, int ranks, std::mt19937& generator)
{
  CAPTURE(nodes.x);
  CAPTURE(nodes.y);
  CAPTURE(nodes.z);
  CAPTURE(ranks);
  const auto mesh = random_mesh<T>(nodes, generator);
  const auto slabs = random_slabs(nodes, ranks, gf::along::z, generator);
  auto expected = mesh;
  gf::fftw<T>(gf::host{}, nodes, nodes.z).forward(expected.data());
  // Sums of `count` terms of at most 1, each of which either of two transforms computes by log2(count) + 3 roundings.
  const auto count = static_cast<double>(nodes.count());
  const double tolerance = count * 2 * (std::log2(count) + 3) * static_cast<double>(std::numeric_limits<T>::epsilon());
  const auto wrong = on_each_rank(ranks, [&](const auto& on) {
    const std::int64_t row = gf::row_of(nodes), plane = row * nodes.y;
    auto transform = gf::make_fftw_on_ranks<T>(on, slabs);
    std::vector<T> mine(mesh.begin() + plane * slabs.begin(on.rank()), mesh.begin() + plane * slabs.end(on.rank()));
    const auto before = mine;
    std::vector<T> waves(static_cast<std::size_t>(2 * transform.waves().shape(on.rank()).count()));
    transform.forward(mine.data(), waves.data());
    double most = difference(waves, expected, transform.waves(), on.rank());
    std::fill(mine.begin(), mine.end(), std::numeric_limits<T>::quiet_NaN());
    transform.backward(waves.data(), mine.data());
    for (std::size_t n = 0; n < mine.size(); ++n) {
      if (static_cast<std::int64_t>(n) % row >= nodes.x) continue;
      const double away = std::abs(static_cast<double>(mine[n]) / count - static_cast<double>(before[n]));
      most = away >= 0 ? std::max(most, away) : infinity;
    }
    return most;
  });
  for (const double most : wrong) CHECK(most <= tolerance);
}

}  // namespace

TEST_CASE_TEMPLATE("ranks transform as one rank does, also primes and fewer planes or rows than ranks", T, float,
                   double)
{
  std::mt19937 generator(test::seed());
  for (int ranks = 1; ranks <= 5; ++ranks) {
    for (const gf::shape3 nodes : {gf::shape3{1, 1, 1}, {7, 11, 13}, {6, 2, 17}, {31, 13, 3}, {10, 1, 9}})
      check_transforms<T>(nodes, ranks, generator);
    for (int times = 0; times < 5; ++times)
      check_transforms<T>({1 + below(generator, 20), 1 + below(generator, 20), 1 + below(generator, 20)}, ranks,
                          generator);
  }
}

TEST_CASE("meshes along x, of other ranks and of other shapes are errors on all ranks")
{
  const auto messages = [](gf::shape3 nodes, int parts, gf::along axis, std::int64_t more) {
    return on_each_rank(3, [=](const auto& on) {
      gf::shape3 mine = nodes;
      mine.x += on.rank() * more;
      return test::message_of([&] { gf::make_fftw_on_ranks<float>(on, gf::partition(mine, parts, axis)); });
    });
  };
  CHECK(messages({4, 5, 6}, 3, gf::along::z, 0) == std::vector<std::string>(3, ""));
  for (const auto& text : messages({4, 5, 6}, 3, gf::along::x, 0))
    CHECK(test::explains(text, "rank 0: the mesh is divided along x or y"));
  for (const auto& text : messages({4, 5, 6}, 2, gf::along::z, 0))
    CHECK(test::explains(text, "rank 0: the partition has 2 parts, and there are 3 ranks"));
  for (const auto& text : messages({4, 5, 6}, 3, gf::along::z, 1))
    CHECK(test::explains(text, "ranks disagree about a call"));
  for (const auto& text : messages({std::int64_t{1} << 32, 1, 1}, 3, gf::along::z, 0))
    CHECK(test::explains(text, "rank 0: FFTW has no plan for 4294967296 x 1 x 1 nodes"));
}

}  // namespace ranks_tests
