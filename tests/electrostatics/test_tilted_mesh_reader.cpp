// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/electrostatics/tilted_mesh_reader.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/electrostatics/mesh_choice.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/kernel/sum/field_output.hpp>
#include <numbers>
#include <random>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"
#include "../support/triclinic.hpp"

namespace gf = gridfold;

namespace
{

using kernels_of_mesh = gf::electrostatics::mesh_kernels<gf::host, double, gf::boundary::triclinic>;
using tilted_reader = gf::electrostatics::tilted_mesh_reader<gf::host, double>;

/// The phase of a whole period.
constexpr double turn = 2 * std::numbers::pi;

/// A wave along the vectors of a mesh: its phase at shares of the vectors is 2 pi (i, j, k) times these.
struct mesh_wave {
  int i, j, k;

  [[nodiscard]] std::vector<double> on(const gf::shape3& nodes) const
  {
    std::vector<double> mesh(static_cast<std::size_t>(gf::row_of(nodes) * nodes.y * nodes.z));
    const auto share = [](std::int64_t n, std::int64_t all) {
      return static_cast<double>(n) / static_cast<double>(all);
    };
    for (std::int64_t z = 0; z < nodes.z; ++z)
      for (std::int64_t y = 0; y < nodes.y; ++y)
        for (std::int64_t x = 0; x < nodes.x; ++x)
          mesh[static_cast<std::size_t>((z * nodes.y + y) * gf::row_of(nodes) + x)] =
              std::cos(turn * (i * share(x, nodes.x) + j * share(y, nodes.y) + k * share(z, nodes.z)));
    return mesh;
  }
  /// The factor by which the window changes the wave.
  [[nodiscard]] double factor(const gf::mesh_parameters& p) const
  {
    const auto along = [&](int waves, std::int64_t nodes) {
      return gf::electrostatics::window_transform({p.width}, turn * waves / static_cast<double>(nodes));
    };
    return along(i, p.nodes.x) * along(j, p.nodes.y) * along(k, p.nodes.z);
  }
};

}  // namespace

TEST_CASE("a wave on a triclinic mesh is read at the points of a part of a lattice, with its field")
{
  std::mt19937 generator(test::seed());
  for (int n = 0; n < 5; ++n) {
    const gf::period_vectors box = test::random_period(generator, 4);
    const gf::lattice where{.origin = {-3, 2, 1}, .spacing = {0.7, 1.1, 0.9}, .shape = {6, 5, 4}};
    const gf::lattice_part part(where, {1, 0, 2}, {4, 5, 2});
    const gf::host on;
    const kernels_of_mesh kernels(
        on, gf::choose_mesh<double, gf::boundary::triclinic>(where, gf::period_box({1, 2, 3}, box, 1),
                                                             {.accuracy = 1e-7, .spacing = 0.5, .with_fields = true}));
    const gf::mesh_parameters& p = kernels.parameters();
    const mesh_wave wave{1, n % 3 - 1, 2 - n % 2};
    const std::vector<double> mesh = wave.on(p.nodes);
    const auto points = static_cast<std::size_t>(part.shape.count());
    std::vector<double> values(points, 10), potentials(points, 20);
    std::vector<gf::packed3<double>> fields(points, {1, 2, 3});
    const tilted_reader reader(on, part, kernels, {});
    reader.add(kernels, mesh.data(), p.nodes.z, gf::view_of(values.data(), part.shape));
    const auto potential = gf::view_of(potentials.data(), part.shape);
    const auto field = gf::view_of(fields.data(), part.shape);
    reader.add(kernels, mesh.data(), p.nodes.z,
               gf::kernel::field_output<double, decltype(potential), decltype(field)>{potential, field});

    const auto [l, tilt] = p.period();
    const gf::kernel::box_shear<double, gf::boundary::triclinic> shear(p.origin, p.period());
    const double kx = turn * wave.i / l.x, ky = (turn * wave.j - kx * tilt.xy) / l.y,
                 kz = (turn * wave.k - kx * tilt.xz - ky * tilt.yz) / l.z, factor = wave.factor(p);
    for (std::size_t m = 0; m < points; ++m) {
      const gf::index3 at = gf::index_in(part.shape, static_cast<std::int64_t>(m));
      const auto along = shear.sheared({where.origin.x + where.spacing.x * static_cast<double>(at.x + 1),
                                        where.origin.y + where.spacing.y * static_cast<double>(at.y),
                                        where.origin.z + where.spacing.z * static_cast<double>(at.z + 2)});
      const double phase = turn * (wave.i * (along.x - p.origin.x) / l.x + wave.j * (along.y - p.origin.y) / l.y +
                                   wave.k * (along.z - p.origin.z) / l.z);
      const double expected = factor * std::cos(phase), slope = factor * std::sin(phase), near = 1e-6 * factor;
      CHECK(std::abs(values[m] - 10 - expected) < near);
      CHECK(std::abs(potentials[m] - 20 - expected) < near);
      const auto& f = fields[m];
      CHECK(std::hypot(f.x - 1 - kx * slope, f.y - 2 - ky * slope, f.z - 3 - kz * slope) < 100 * near);
    }
  }
}

TEST_CASE("a plane of more points than a kernel counts is refused")
{
  const gf::host on;
  const gf::lattice where{.spacing = 1, .shape = {1 << 16, 1 << 15, 1}};
  const kernels_of_mesh kernels(on, gf::choose_mesh<double, gf::boundary::triclinic>(
                                        {.shape = {2, 2, 2}}, gf::period_box({0, 0, 0}, {{9, 9, 9}, {1, 0, 0}}, 1),
                                        {.accuracy = 1e-3, .spacing = 1}));
  CHECK(test::explains(test::message_of([&] { (void)tilted_reader(on, where, kernels, {}); }),
                       "give parts of the lattice"));
}
