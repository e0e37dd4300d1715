// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A sheet of graphene.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace graphene
{

/// The distance of bonded carbon atoms [Å].
inline constexpr double bond = 1.42;
/// The cutoff for bonds [Å]: bonded atoms are closer, the next nearest are 2.46 Å apart.
inline constexpr double cutoff = 1.9;

/// Atoms' coordinates [Å], one array per axis.
struct sheet {
  std::vector<float> x, y;

  /// A rectangle of columns by rows cells of four atoms; a cell is sqrt(3) by 3 bond lengths.
  sheet(int columns, int rows)
  {
    constexpr double cell_x[4] = {0, 0.5, 0.5, 0}, cell_y[4] = {0, 0.5, 1.5, 2};
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        for (int atom = 0; atom < 4; ++atom) {
          x.push_back(static_cast<float>(bond * std::sqrt(3.0) * (column + cell_x[atom])));
          y.push_back(static_cast<float>(bond * (3 * row + cell_y[atom])));
        }
  }

  [[nodiscard]] std::size_t size() const { return x.size(); }
};

/// The number of bonds of a sheet: six per cell, minus those cut by its edges.
constexpr int bonds(int columns, int rows) { return 6 * columns * rows - 2 * rows - columns; }

}  // namespace graphene
