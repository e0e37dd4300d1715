// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program ion-placement: places sodium ions around a piece of DNA, each where its energy is least, as VMD's
/// cionize does. The energy of an ion at every lattice point is computed once. Each ion then takes the point of the
/// least energy, found by a reduction over pairs of a value and its index, and its own energy is added to the map.
/// Source: Kirk, Hwu and El Hajj, 4th ed., ch. 18 (the application that direct Coulomb summation is from).
///
/// Usage: ion-placement [FILE.svg], where FILE gets a picture of the DNA, the ions and the energy before they were
/// placed.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <exception>
#include <gridfold/core/add_to.hpp>
#include <gridfold/draw/svg.hpp>
#include <gridfold/electrostatics/units.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/reduce.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "support/processor.hpp"
#include "support/red_or_blue.hpp"

namespace
{

namespace gf = gridfold;

using charges = std::vector<gf::source<float>>;

/// The phosphates of twelve base pairs of B-DNA: two helices of radius 10 Å around z, -1 e each.
charges phosphates()
{
  charges all;
  for (int pair = 0; pair < 12; ++pair)
    for (const double offset : {0.0, 154.0}) {
      const double angle = (36 * pair + offset) * std::numbers::pi / 180;
      all.push_back({static_cast<float>(10 * std::cos(angle)), static_cast<float>(10 * std::sin(angle)),
                     static_cast<float>(3.4 * pair), -1});
    }
  return all;
}

// [energy]
/// The energy of an ion of +1 e at a charge [e²/Å]: Coulomb's energy, and a wall at contact.
struct ion_energy {
  float closest;  ///< [Å]

  template <class T>
  GRIDFOLD_HD T operator()(T charge, T r2) const
  {
    return r2 < closest * closest ? T(1e6) : charge / std::sqrt(r2);
  }
};
// [energy]

// [least]
/// The energy of a point and the point's index.
struct place {
  float energy;
  int index;
};

/// An operation of reduce: the place with less energy; on a tie the first one.
struct lower {
  GRIDFOLD_HD place operator()(place a, place b) const
  {
    return b.energy < a.energy || (b.energy == a.energy && b.index < a.index) ? b : a;
  }
  template <class T>
  static GRIDFOLD_HD T identity()
  {
    return {cuda::std::numeric_limits<float>::infinity(), cuda::std::numeric_limits<int>::max()};
  }
};

/// An mdspan accessor: shows a map of energies as places.
struct place_accessor {
  using offset_policy = place_accessor;
  using element_type = const place;
  using reference = place;
  struct data_handle_type {
    const float* energies;
    int first;
  };
  GRIDFOLD_HD reference access(data_handle_type map, std::size_t i) const
  {
    return {map.energies[i], map.first + static_cast<int>(i)};
  }
  [[maybe_unused]] GRIDFOLD_HD data_handle_type offset(data_handle_type map, std::size_t i) const
  {
    return {map.energies + i, map.first + static_cast<int>(i)};
  }
};
using places =
    cuda::std::mdspan<const place, cuda::std::dextents<std::int64_t, 1>, cuda::std::layout_right, place_accessor>;
// [least]

struct result {
  charges ions;
  std::vector<float> energies;  ///< of each ion when it was placed [e²/Å]
  std::vector<float> before;    ///< the map before the first ion
};

/// An ion at a point of a lattice.
gf::source<float> ion_at(const gf::lattice& where, std::int64_t index)
{
  const gf::index3 at = gf::index_in(where.shape, index);
  const auto along = [](double origin, double spacing, std::int64_t i) {
    return static_cast<float>(origin + spacing * static_cast<double>(i));
  };
  const auto& [origin, spacing, shape] = where;
  return {along(origin.x, spacing.x, at.x), along(origin.y, spacing.y, at.y), along(origin.z, spacing.z, at.z), 1};
}

/// Places `count` ions at points of a lattice.
template <class Processor>
result placed(const Processor& at, const charges& molecule, const gf::lattice& where, int ions)
{
  const std::int64_t points = where.shape.count();
  const ion_energy energy{3.7f};
  typename Processor::template array<gf::source<float>> sources(molecule);
  typename Processor::template array<float> map(std::vector<float>(static_cast<std::size_t>(points)));
  typename Processor::template array<place> least({place{}});
  const auto out = gf::view_of(map.data(), where.shape);
  const auto& on = at.on;
  result found;
  // [placement]
  using one_ion = gf::variant<gf::coarsen<4>, gf::constant_chunk<1>>;  // the ion travels in the launch parameters
  auto scratch = gf::make_reduce_scratch<place, lower>(on);
  gf::lattice_sum(on, sources.span(), where, out, energy);
  found.before = map.values();
  for (int n = 0; n < ions; ++n) {
    gf::reduce(on, places({map.data(), 0}, points), least.span(), lower{}, scratch);
    const place chosen = least.values()[0];  // waits for the executor
    const charges ion = {ion_at(where, chosen.index)};
    gf::lattice_sum<one_ion>(on, ion, where, gf::add_to(out), energy);
    found.ions.push_back(ion[0]);
    found.energies.push_back(chosen.energy);
  }
  // [placement]
  return found;
}

/// A picture of phosphates and ions along y, and behind them the least energy along each line of sight.
void draw(const std::string& name, const charges& molecule, const result& found, const gf::lattice& where)
{
  const auto [nx, ny, nz] = where.shape;
  std::vector<double> seen(static_cast<std::size_t>(nx * nz), 0);
  double deepest = 0;
  for (std::int64_t n = 0; n < where.shape.count(); ++n) {
    const gf::index3 at = gf::index_in(where.shape, n);
    double& least = seen[static_cast<std::size_t>(at.z * nx + at.x)];
    least = std::min(least, static_cast<double>(found.before[static_cast<std::size_t>(n)]));
    deepest = std::min(deepest, least);
  }
  constexpr double left = 20, top = 50, scale = 8;
  const double bottom = top + scale * static_cast<double>(nz);
  gf::svg picture(2 * left + scale * static_cast<double>(nx), bottom + 20);
  picture.squares(left, top, scale, seen, static_cast<int>(nx),
                  [&](double e) { return example::red_or_blue(-e / deepest); });
  const auto dot = [&](const gf::source<float>& at, double radius, const char* fill) {
    picture.circle(left + scale * ((at.x - where.origin.x) / where.spacing.x + 0.5),
                   bottom - scale * ((at.z - where.origin.z) / where.spacing.z + 0.5), radius, fill);
  };
  for (const auto& atom : molecule) dot(atom, 7, "#f4a582");
  for (const auto& ion : found.ions) dot(ion, 5, "#762a83");
  picture.text(left + scale * static_cast<double>(nx) / 2, 30, "DNA's phosphates and the ions placed around them");
  picture.write(name);
}

}  // namespace

int main(int argc, char** argv)
{
  try {
    const charges dna = phosphates();
    const gf::lattice where{.origin = {-18, -18, -8}, .spacing = 1, .shape = {37, 37, 54}};
    const double kT = gf::units::kT_per_e(298.15) / 80;  // of e²/Å in water
    example::on_processor([&](const auto& at) {
      const result found = placed(at, dna, where, 24);
      std::printf("on %s\n%4s %6s %6s %6s   %s\n", at.name, "ion", "x [Å]", "y [Å]", "z [Å]", "energy [kT]");
      for (std::size_t n = 0; n < found.ions.size(); ++n)
        std::printf("%4zu %6.1f %6.1f %6.1f %10.4f\n", n + 1, found.ions[n].x, found.ions[n].y, found.ions[n].z,
                    kT * found.energies[n]);
      if (argc > 1) draw(argv[1], dna, found, where);
    });
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "ion-placement: %s\n", wrong.what());
    return 1;
  }
}
