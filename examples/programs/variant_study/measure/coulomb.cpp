// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The Coulomb sum of 4,000 random charges on a lattice of size x size x size/4 points.
#include <algorithm>
#include <cmath>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <limits>
#include <random>

#include "measure/processor.hpp"

namespace study
{

namespace
{

constexpr std::size_t sources = 4000;
constexpr double spacing = 0.5;
/// Every 1009th point is checked.
constexpr std::int64_t stride = 1009;

std::vector<gf::source<float>> random_sources(gf::shape3 shape)
{
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> unit(0, 1);
  const auto along = [&](std::int64_t points) {
    return unit(generator) * static_cast<float>(spacing * double(points));
  };
  std::vector<gf::source<float>> all;
  for (std::size_t s = 0; s < sources; ++s)
    all.push_back({along(shape.x), along(shape.y), along(shape.z), unit(generator) - 0.5f});
  return all;
}

/// The exact value of a point, and the sum of magnitudes for its error bound.
struct exact {
  double value = 0, magnitude = 0;
};

std::vector<exact> exact_sums(const std::vector<gf::source<float>>& from, gf::shape3 shape)
{
  std::vector<exact> sums;
  for (std::int64_t n = 0; n < shape.count(); n += stride) {
    exact sum;
    const double x = spacing * double(n % shape.x), y = spacing * double(n / shape.x % shape.y),
                 z = spacing * double(n / shape.x / shape.y);
    for (const auto& s : from) {
      const double term = s.charge / std::hypot(s.x - x, s.y - y, s.z - z);
      sum.value += term;
      sum.magnitude += std::abs(term);
    }
    sums.push_back(sum);
  }
  return sums;
}

double error_of(const std::vector<float>& map, const std::vector<exact>& expected)
{
  double most = 0;
  for (std::size_t n = 0; n < expected.size(); ++n) {
    const double error =
        std::abs(map[n * static_cast<std::size_t>(stride)] - expected[n].value) / expected[n].magnitude;
    if (!(error <= most)) most = error;
    if (std::isnan(most)) return most;
  }
  return most;
}

}  // namespace

void part(const request& what, results& of)
{
  const std::int64_t side = size_of(what, 256, 64);
  const gf::lattice where{
      .origin = {0, 0, 0}, .spacing = spacing, .shape = {side, side, std::max<std::int64_t>(1, side / 4)}};
  const std::vector<gf::source<float>> from = random_sources(where.shape);
  const std::vector<exact> expected = exact_sums(from, where.shape);
  memory<gf::source<float>> inputs(from);
  memory<float> map(static_cast<std::size_t>(where.shape.count()));
  const auto out = gf::view_of(map.data(), where.shape);
  const cuda::std::span<const gf::source<float>> there(inputs.data(), inputs.size());

  gf::sweep_options options = options_of(what);
  options.work = static_cast<double>(where.shape.count()) * static_cast<double>(sources);
  options.unit = "pairs/s";
  options.poison = [&] { map.poison(); };
  options.error = [&] { return error_of(map.values(), expected); };
  // The error bound of n terms with a few roundings each, added in any order.
  options.tolerance = (static_cast<double>(sources) + 16) * std::numeric_limits<float>::epsilon() / 2;
  const auto call = [&]<class V>(const auto& on) {
    if constexpr (V::input::read_by_host)
      gf::lattice_sum<V>(on, from, where, out, gf::coulomb<>{});
    else
      gf::lattice_sum<V>(on, there, where, out, gf::coulomb<>{});
  };
  const std::string shape =
      std::to_string(where.shape.x) + "x" + std::to_string(where.shape.y) + "x" + std::to_string(where.shape.z);
  of.table = run<coulomb_variants>(what, shape + " points, 4000 sources", call, options);
}

}  // namespace study
