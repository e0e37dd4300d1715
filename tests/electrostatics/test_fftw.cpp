// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/fftw.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"

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
  std::vector<T> mesh(row * 15);
  for (std::size_t n = 0; n < planes * 5 * row; ++n) mesh[n] = number(generator);
  const auto before = mesh;
  gf::fftw<T> transform(gf::host{}, nodes, static_cast<std::int64_t>(planes));
  static_assert(gf::fourier_transform<gf::fftw<T>, gf::host, T>);
  transform.forward(mesh.data());
  const auto wave = [](std::size_t k, std::size_t n, std::size_t count) {
    return std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k * n) / static_cast<double>(count));
  };
  // 90 terms of at most 1, each of which is wrong by fewer than log2(90) + 3 roundings.
  const double tolerance = 90 * 10 * static_cast<double>(std::numeric_limits<T>::epsilon());
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t j = 0; j < 5; ++j)
      for (std::size_t i = 0; i < 4; ++i) {
        std::complex<double> sum = 0;
        for (std::size_t z = 0; z < 3; ++z)
          for (std::size_t y = 0; y < 5; ++y)
            for (std::size_t x = 0; x < 6; ++x)
              sum += static_cast<double>(before[(z * 5 + y) * row + x]) * wave(k, z, 3) * wave(j, y, 5) * wave(i, x, 6);
        const std::size_t at = (k * 5 + j) * row + 2 * i;
        CHECK(std::abs(std::complex<double>(mesh[at], mesh[at + 1]) - sum) < tolerance);
      }
  transform.backward(mesh.data());
  for (std::size_t n = 0; n < planes * 5 * row; ++n)
    if (n % row < 6) CHECK(std::abs(static_cast<double>(mesh[n]) / 90 - static_cast<double>(before[n])) < tolerance);
}

}  // namespace

TEST_CASE_TEMPLATE("transforms in place are those of the definition, and there and back multiplies by the nodes", T,
                   float, double)
{
  for (const std::size_t planes : {3, 2, 1}) {
    CAPTURE(planes);
    check_transforms<T>(planes);
  }
}

TEST_CASE_TEMPLATE("any number of threads makes equal bits", T, float, double)
{
  constexpr gf::shape3 nodes{14, 9, 11};
  constexpr std::size_t plane = static_cast<std::size_t>(gf::row_of(nodes) * nodes.y);
  std::mt19937 generator(test::seed());
  std::uniform_real_distribution<T> number(-1, 1);
  std::vector<T> begin(plane * 11);
  for (std::size_t n = 0; n < plane * 7; ++n) begin[n] = number(generator);
  const auto there_and_back = [&](int threads) {
    gf::fftw<T> transform(gf::host{threads}, nodes, 7);
    std::vector<T> there = begin;
    transform.forward(there.data());
    std::vector<T> back = there;
    transform.backward(back.data());
    there.insert(there.end(), back.begin(), back.begin() + plane * 7);
    return there;
  };
  const auto one = there_and_back(1);
  CHECK(there_and_back(3) == one);
  CHECK(there_and_back(0) == one);
  CHECK(there_and_back(40) == one);  // more threads than planes and rows
}

TEST_CASE("a shape that FFTW does not count is refused")
{
  CHECK(explains(message_of([] { (void)gf::fftw<float>(gf::host{}, {0, 1, 1}, 1); }), "0 x 1 x 1 nodes"));
  CHECK(explains(message_of([] { (void)gf::fftw<float>(gf::host{}, {std::int64_t{1} << 32, 1, 1}, 1); }), "nodes"));
}
