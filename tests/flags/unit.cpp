// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A translation unit of several verbs, which defines ENTRY: link.py compiles it by different flags.
#include <gridfold/copy.hpp>
#include <gridfold/core/field.hpp>
#include <gridfold/cutoff_sum.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/math/cutoff.hpp>
#include <gridfold/neighbors.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/sort_into_cells.hpp>
#include <gridfold/transpose.hpp>
#include <gridfold/values.hpp>
#include <string>
#include <vector>

namespace gf = gridfold;

/// The sum of many results for these sources. Throws gridfold::error where there are none.
double ENTRY(const std::vector<gf::source<float>>& atoms, gf::field<float>& map)
{
  if (atoms.empty()) throw gf::error({"no atoms (", GRIDFOLD_ABI_QUOTE(GRIDFOLD_ABI), ")"});
  const gf::host on;
  gf::lattice_sum<gf::variant<gf::gather, gf::coarsen<4>, gf::block<8>>>(on, atoms, map.where, map.view(),
                                                                         gf::coulomb<>{});
  auto cells = gf::make_cells<gf::source<float>>(on, gf::cells_around(map.where, 3, 40), 40);
  gf::sort_into_cells(on, atoms, cells);
  gf::cutoff_sum<gf::variant<gf::scatter, gf::coarsen<2>, gf::block<4, 8>>>(
      on, cells.cells(), map.where, gf::add_to(map.view()), gf::shifted(gf::coulomb<>{}, 3));
  std::vector<float> x, y;
  for (const auto& atom : atoms) x.push_back(atom.x), y.push_back(atom.y);
  const auto near = gf::neighbors<gf::variant<gf::gather, gf::block<32>>>(on, gf::positions(x, y), 1.5f);
  using matrix = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;
  std::vector<float> turned(map.values.size());
  const auto rows = static_cast<int>(map.where.shape.z * map.where.shape.y);
  const auto columns = static_cast<int>(map.where.shape.x);
  gf::transpose<gf::variant<gf::gather, gf::block<32>>>(on, matrix(map.values.data(), rows, columns),
                                                        matrix(turned.data(), columns, rows));
  float total = 0;
  using sums = gf::variant<gf::gather, gf::block<32>, gf::exchange_registers>;
  auto scratch = gf::make_reduce_scratch<sums, float, gf::sum>(on);
  gf::reduce<sums>(on, turned, cuda::std::span(&total, 1), gf::sum{}, scratch);
  return total + static_cast<double>(near.size()) + static_cast<double>(near.capacity());
}
