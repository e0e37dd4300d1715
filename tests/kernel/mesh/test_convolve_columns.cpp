// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/mesh/convolve_columns.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/core/lattice.hpp>
#include <gridfold/electrostatics/column_passes.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/trace/executor.hpp>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "../../support/seed.hpp"

namespace gf = gridfold;

namespace convolve_columns_tests
{

/// Convolves columns of `planes` waves in a period of `nodes`, and compares with sums over all waves in double.
/// \param all_waves whether the Green's function has a number for each wave along y and z, or for half of them
template <class T, class Executor>
void check_columns(const Executor& on, int nodes, int planes, bool all_waves, unsigned random)
{
  using wave = gf::kernel::wave<T>;
  std::mt19937 generator(random);
  std::uniform_real_distribution<T> number(-1, 1);
  const gf::shape3 shape{3, 4, planes},
      half{shape.x, all_waves ? shape.y : shape.y / 2 + 1, all_waves ? nodes : nodes / 2 + 1};
  std::vector<wave> spectrum(static_cast<std::size_t>(shape.count()));
  for (wave& w : spectrum) w = {number(generator), number(generator)};
  std::vector<T> green(static_cast<std::size_t>(half.count()));
  for (T& g : green) g = number(generator) / static_cast<T>(nodes);
  const auto before = spectrum;

  const gf::host host;
  const gf::electrostatics::column_passes<gf::host, T> tables(host, nodes);
  using list = cuda::std::dextents<int, 1>;
  auto waves = on.argument(gf::view_of(spectrum.data(), shape), "spectrum", gf::role::update);
  auto by = on.argument(gf::view_of<const T>(green.data(), half), "green", gf::role::input);
  auto turns = on.argument(cuda::std::mdspan<const wave, list>(tables.turns.data(), nodes), "turns", gf::role::input);
  auto order =
      on.argument(cuda::std::mdspan<const int, list>(tables.order.data(), static_cast<int>(tables.order.size())),
                  "order", gf::role::input);
  using text = gf::kernel::convolve_columns<T, decltype(waves), decltype(by), decltype(turns), decltype(order)>;
  const text what{waves, by, turns, order, tables.passes, text::log2_columns_for(nodes)};
  on.run(what, what.grid());

  std::vector<std::complex<double>> turn;
  for (int n = 0; n < nodes; ++n) turn.push_back(std::polar(1.0, -2 * std::numbers::pi * n / nodes));
  double error2 = 0, size2 = 0;
  for (int column = 0; column < shape.x * shape.y; ++column) {
    const auto at = [&](int k) { return static_cast<std::size_t>(k * shape.x * shape.y + column); };
    const std::int64_t j = column / shape.x, row = all_waves ? j : std::min<std::int64_t>(j, shape.y - j);
    std::vector<std::complex<double>> all;
    for (int w = 0; w < nodes; ++w) {
      std::complex<double> sum = 0;
      for (int k = 0; k < planes; ++k)
        sum += std::complex<double>(before[at(k)].real, before[at(k)].imag) *
               turn[static_cast<std::size_t>(w) * k % nodes];
      const std::int64_t z = all_waves ? w : std::min(w, nodes - w);
      all.push_back(
          sum * static_cast<double>(green[static_cast<std::size_t>((z * half.y + row) * half.x + column % shape.x)]));
    }
    for (int k = 0; k < planes; ++k) {
      std::complex<double> sum = 0;
      for (int w = 0; w < nodes; ++w)
        sum += all[static_cast<std::size_t>(w)] * std::conj(turn[static_cast<std::size_t>(w) * k % nodes]);
      error2 += std::norm(sum - std::complex<double>(spectrum[at(k)].real, spectrum[at(k)].imag));
      size2 += std::norm(sum);
    }
  }
  // The root mean square error of a transform grows as the logarithm of its length (Schatzman, SIAM J. Sci. Comput. 17
  // (1996) 1150); the two have 26 passes at most.
  CHECK(std::sqrt(error2) <= 26 * static_cast<double>(std::numeric_limits<T>::epsilon()) * std::sqrt(size2));
}

TEST_CASE_TEMPLATE("columns of any length with factors 2, 3, 5 and 7 are convolved", T, float, double)
{
  std::mt19937 generator(test::seed());
  for (const int nodes : {2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 30, 42, 64, 70, 96, 98, 210, 294, 588}) {
    std::uniform_int_distribution<int> planes(1, nodes);
    for (const bool all_waves : {false, true}) {
      check_columns<T>(gf::host{}, nodes, nodes, all_waves, static_cast<unsigned>(generator()));
      check_columns<T>(gf::host{}, nodes, planes(generator), all_waves, static_cast<unsigned>(generator()));
    }
  }
}

TEST_CASE("passes multiply to the nodes, and places have all wave numbers")
{
  for (int nodes = 1; nodes <= 8192; ++nodes) {
    int rest = nodes;
    for (const int factor : {2, 3, 5, 7})
      while (rest % factor == 0) rest /= factor;
    const gf::kernel::transform_passes passes(nodes);
    CHECK((passes.nodes == nodes) == (rest == 1));
    if (rest != 1 || nodes > 300) continue;
    std::vector<int> seen(static_cast<std::size_t>(nodes));
    for (int place = 0; place < nodes; ++place) ++seen[static_cast<std::size_t>(passes.wave_number(place))];
    CHECK(std::count(seen.begin(), seen.end(), 1) == nodes);
  }
}

TEST_CASE("the traced kernel has no faults")
{
  const gf::trace on;
  for (const int nodes : {6, 40, 84}) check_columns<float>(on, nodes, nodes / 2, nodes == 40, 1);
  for (const auto& fault : on.report().faults()) MESSAGE(fault.text());
  CHECK(on.report().faults().empty());
}

}  // namespace convolve_columns_tests
