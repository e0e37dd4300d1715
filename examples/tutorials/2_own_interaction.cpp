// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tutorial 2: your own interaction. The sources are lamps, and the lattice is a table.
// [radial]
#include <cmath>
#include <cstdio>
#include <gridfold/gridfold.hpp>
#include <numbers>
#include <vector>

// [radial]

namespace
{

// [radial]
namespace gf = gridfold;

/// The power through a small sphere at the point, per area of its cross-section [W/m²].
struct brightness {
  template <class T>
  GRIDFOLD_HD T operator()(T power, T r2) const
  {
    return power / (4 * std::numbers::pi_v<T> * r2);
  }
};
// [radial]

// [vector]
/// The power on a horizontal surface at the point, per area [W/m²]: light that arrives at an angle is spread out.
struct illumination {
  template <class Lamp, class T>
  GRIDFOLD_HD T operator()(const Lamp& lamp, T dx, T dy, T dz) const
  {
    const T r2 = dx * dx + dy * dy + dz * dz, cosine = -dz / std::sqrt(r2);
    return cosine > 0 ? cosine * lamp.charge / (4 * std::numbers::pi_v<T> * r2) : T(0);
  }
};
// [vector]

}  // namespace

int main()
{
  // [call]
  using fold = gf::variant<gf::gather, gf::contiguous, gf::coarsen<16>, gf::global, gf::block<1>>;
  const std::vector<gf::source<float>> lamps = {{0, 0, 2, 60}, {3, 0, 2, 40}};  // x y z [m], power [W]
  const gf::lattice table{.origin = {0, 0, 0}, .spacing = 0.5, .shape = {7, 3, 1}};
  gf::field<float> bright(table), lit(table);
  gf::lattice_sum<fold>(gf::host{}, lamps, table, bright.view(), brightness{});
  gf::lattice_sum<fold>(gf::host{}, lamps, table, lit.view(), illumination{});
  // [call]

  std::puts("  x [m]  brightness  illumination [W/m²]");
  for (int i = 0; i < 7; ++i)
    std::printf("%7.1f %11.3f %13.3f\n", 0.5 * i, bright.view()(0, 0, i), lit.view()(0, 0, i));
}
