// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The potential of many ions, tapered to a cutoff: the ions are sorted into cells once, and points sum nearby ions.
/// Prints the time for several numbers of ions, and the time of the direct sum of the smallest problem.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cuda/std/span>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <random>
#include <vector>

#include "support/processor.hpp"
#include "support/size_argument.hpp"

namespace gf = gridfold;

namespace
{

/// Ions of both signs in the box of a lattice, 0.1 per Å^3.
std::vector<gf::source<float>> random_ions(const gf::lattice& where)
{
  std::mt19937 generator(1);
  const auto length = static_cast<float>(where.spacing.x) * static_cast<float>(where.shape.x);
  std::uniform_real_distribution<float> place(0, length);
  std::vector<gf::source<float>> ions(static_cast<std::size_t>(0.1f * length * length * length));
  for (std::size_t n = 0; n < ions.size(); ++n)
    ions[n] = {place(generator), place(generator), place(generator), n % 2 == 0 ? 1.0f : -1.0f};
  return ions;
}

/// The largest error at 50 points, relative to the sum of magnitudes, against a loop over all ions in float64.
double largest_error(const std::vector<gf::source<float>>& ions, const gf::lattice& where,
                     const std::vector<float>& map)
{
  const std::int64_t side = where.shape.x, points = where.shape.count();
  double largest = 0;
  for (std::int64_t n = 0; n < points; n += (points + 49) / 50) {
    double sum = 0, magnitude = 0;
    for (const auto& ion : ions) {
      const double r = std::hypot(0.5 * double(n % side) - ion.x, 0.5 * double(n / side % side) - ion.y,
                                  0.5 * double(n / (side * side)) - ion.z);
      const double term = r < 8 ? std::pow(1 - r * r / 64, 2) / r : 0;
      sum += ion.charge * term;
      magnitude += term;
    }
    largest = std::max(largest, std::abs(map[static_cast<std::size_t>(n)] - sum) / magnitude);
  }
  return largest;
}

template <class Processor>
void time_sums(const Processor& processor, std::int64_t side, bool direct)
{
  const gf::lattice where{.spacing = 0.5, .shape = {side, side, side}};
  const std::vector<gf::source<float>> ions = random_ions(where);
  typename Processor::template array<gf::source<float>> there(ions);
  typename Processor::template array<float> map(std::vector<float>(static_cast<std::size_t>(where.shape.count())));
  const auto& on = processor.on;
  const cuda::std::span<const gf::source<float>> atoms(there.data(), ions.size());
  const auto out = gf::view_of(map.data(), where.shape);
  // [cutoff]
  const auto size = static_cast<std::int64_t>(atoms.size());
  auto list = gf::make_cells<gf::source<float>>(on, gf::cells_around(where, 8, size), size);
  const auto start_map = [&] {  // for each set of positions; allocates nothing
    gf::sort_into_cells(on, atoms, list);
    gf::cutoff_sum(on, list.cells(), where, out, gf::tapered(gf::coulomb<>{}, 8));
  };
  // [cutoff]
  std::printf("%8zu ions, %4lld^3 points, cutoff 8 Å: %9.3f ms", ions.size(), static_cast<long long>(side),
              1e3 * example::seconds_of(processor, start_map));
  const double error = largest_error(ions, where, map.values());
  if (direct)
    std::printf(", all pairs %9.3f ms",
                1e3 * example::seconds_of(processor, [&] { gf::lattice_sum(on, atoms, where, out, gf::coulomb<>{}); }));
  std::printf(", error %.1e\n", error);
}

}  // namespace

int main(int argc, char** argv)
{
  const std::int64_t most = example::size_argument(argc, argv, "MOST POINTS ALONG AN EDGE", 128, 512);
  example::on_processor([&](const auto& processor) {
    std::printf("on %s\n", processor.name);
    for (std::int64_t side = 32; side <= most; side *= 2) time_sums(processor, side, side == 32);
  });
}
