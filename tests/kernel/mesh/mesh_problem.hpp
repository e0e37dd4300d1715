// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Charges on a mesh, for the tests of the ways to spread them.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <gridfold/core/cells.hpp>
#include <gridfold/core/lattice.hpp>
#include <gridfold/core/source.hpp>
#include <gridfold/kernel/mesh/mesh_axes.hpp>
#include <limits>
#include <random>
#include <vector>

namespace test
{

namespace gf = gridfold;

/// Atoms, some in one spot, and a mesh that has rows of `pitch` numbers. In a period, atoms lie anywhere, some on its
/// borders.
template <class T, class Boundary = gf::boundary::open>
struct mesh_problem {
  static constexpr std::int64_t pitch = 26;
  gf::kernel::mesh_axes<Boundary> axes{{-2, 1, 3.5}, {0.75, 0.5, 0.875}, {23, 19, 21}};
  gf::kernel::mesh_window window;
  std::vector<gf::source<T>> atoms;

  mesh_problem(int width, unsigned random) : window{width}
  {
    std::mt19937 generator(random);
    std::uniform_real_distribution<double> share(0, 1);
    const auto place = [&](double origin, double spacing, std::int64_t nodes) {
      const double border = Boundary::is_periodic ? 0 : 0.5 * width;
      const double free = static_cast<double>(nodes) - (Boundary::is_periodic ? 0 : 1 + width);
      return static_cast<T>(origin + spacing * (border + free * share(generator)));
    };
    for (int n = 0; n < 173; ++n)
      atoms.push_back({place(axes.origin.x, axes.spacing.x, axes.shape.x),
                       place(axes.origin.y, axes.spacing.y, axes.shape.y),
                       place(axes.origin.z, axes.spacing.z, axes.shape.z), static_cast<T>(share(generator) - 0.4)});
    if constexpr (Boundary::is_periodic)
      for (const T z : {T(3.5), T(3.5 + 21 * 0.875)}) atoms.push_back({T(-2), T(1 + 19 * 0.5), z, T(0.5)});
    for (int n = 0; n < 5; ++n) atoms.push_back(atoms[7]);
  }

  /// Charges at nodes by a loop over all nodes, in double.
  [[nodiscard]] std::vector<double> expected() const
  {
    std::vector<double> mesh(size());
    for (const auto& a : atoms) {
      const gf::vec3 at = axes.nodes(a.x, a.y, a.z);
      for (std::int64_t k = 0; k < axes.shape.z; ++k)
        for (std::int64_t j = 0; j < axes.shape.y; ++j)
          for (std::int64_t i = 0; i < axes.shape.x; ++i)
            mesh[index(i, j, k)] += static_cast<double>(a.charge) * weight(at.x, i, axes.shape.x) *
                                    weight(at.y, j, axes.shape.y) * weight(at.z, k, axes.shape.z);
    }
    return mesh;
  }

  /// Weights of 1 at most, each with a few roundings and a position's, whose derivative is less than 2 per node; each
  /// node has fewer than 200 atoms. A window ends in a step of exp(-2.30 width), which is less for a width of 5 or more
  /// in float, and which no random position meets in double. Rows' rests stay as they were.
  void check(const std::vector<T>& mesh) const
  {
    const auto exact = expected();
    int wrong = 0;
    for (std::size_t n = 0; n < mesh.size(); ++n)
      wrong += !(std::abs(static_cast<double>(mesh[n]) - exact[n]) <
                 200 * static_cast<double>(std::numeric_limits<T>::epsilon()));
    CHECK(wrong == 0);
  }

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(pitch * axes.shape.y * axes.shape.z); }
  [[nodiscard]] std::size_t index(std::int64_t i, std::int64_t j, std::int64_t k) const
  {
    return static_cast<std::size_t>((k * axes.shape.y + j) * pitch + i);
  }

 private:
  [[nodiscard]] double weight(double at, std::int64_t node, std::int64_t nodes) const
  {
    double sum = 0;
    for (int image = Boundary::is_periodic ? -1 : 0; image <= (Boundary::is_periodic ? 1 : 0); ++image) {
      const double z = (at - static_cast<double>(node + image * nodes)) / (0.5 * window.width);
      sum += std::abs(z) < 1 ? std::exp(2.30 * window.width * (std::sqrt(1 - z * z) - 1)) : 0;
    }
    return sum;
  }
};

/// Cells for a mesh_problem.
inline const gf::cell_box<> boxes_of_cells[] = {{{-2, 1, 3.5}, {1.3}, {13, 11, 12}},   // about the mesh
                                                {{1, 3, 5}, {2, 30, 1.1}, {3, 1, 4}},  // within
                                                {{0, 0, 0}, {100}, {1, 1, 1}}};        // one cell: several batches

/// Of one period of 23, 19 and 21 nodes.
inline const gf::cell_box<gf::boundary::periodic> periods_of_cells[] = {
    {{-2, 1, 3.5}, {23 * 0.75 / 12, 19 * 0.5 / 7, 21 * 0.875 / 13}, {12, 7, 13}},
    {{-2, 1, 3.5}, {23 * 0.75, 19 * 0.5, 21 * 0.875}, {1, 1, 1}}};

/// Checks the meshes that spread(problem, cells) returns, for windows of several widths.
template <class T, class Spread>
void check_by_cells(unsigned random, Spread spread)
{
  for (const int width : {5, 6, 8, 11}) {
    const mesh_problem<T> p(width, random);
    for (const auto& box : boxes_of_cells) p.check(spread(p, box));
  }
}

/// As check_by_cells, in a period.
template <class T, class Spread>
void check_periods_by_cells(unsigned random, Spread spread)
{
  for (const int width : {5, 8, 11, 16}) {
    const mesh_problem<T, gf::boundary::periodic> p(width, random);
    for (const auto& box : periods_of_cells) p.check(spread(p, box));
  }
}

}  // namespace test
