// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fan's neighbour lists (CUDA Programming, ch. 9), of graphene.
#include <algorithm>
#include <gridfold/neighbors.hpp>

#include "../../examples/support/figures.hpp"
#include "../../examples/support/graphene_sheet.hpp"
#include "line.hpp"

namespace notes
{

namespace
{

constexpr int columns = 7, rows = 6, carbons = 4 * columns * rows, capacity = 10, unwritten = -1;

/// The counts, and the memory of a list with the neighbours of each atom in ascending order.
template <class V, class List>
observation listed()
{
  return observe([](const auto& on) {
    const graphene::sheet sheet(columns, rows);
    const gf::aligned_vector<float> x(sheet.x.begin(), sheet.x.end()), y(sheet.y.begin(), sheet.y.end());
    gf::aligned_vector<int> counts(carbons), indices(carbons * capacity, unwritten);
    const List list(counts.data(), indices.data(), carbons, capacity);
    gf::neighbors<V>(on, gf::positions(cuda::std::span(x.data(), x.size()), cuda::std::span(y.data(), y.size())),
                     graphene::cutoff, list);
    for (int n = 0; n < carbons; ++n)
      for (int k = 0; k < std::min(counts[n], capacity); ++k)
        for (int other = k + 1; other < std::min(counts[n], capacity); ++other)
          if (list.indices(n, other) < list.indices(n, k)) std::swap(list.indices(n, other), list.indices(n, k));
    std::vector<double> values(counts.begin(), counts.end());
    values.insert(values.end(), indices.begin(), indices.end());
    return values;
  });
}

/// The results by a sequential loop; neighbour k of atom n is at place(n, k).
template <class Place>
std::vector<double> expected(Place place)
{
  const graphene::sheet at(columns, rows);
  std::vector<double> values(carbons + carbons * capacity, unwritten);
  for (int n = 0; n < carbons; ++n) {
    int count = 0;
    for (int m = 0; m < carbons; ++m)
      if (m != n && std::hypot(double{at.x[n]} - at.x[m], double{at.y[n]} - at.y[m]) < graphene::cutoff)
        values[carbons + place(n, count++)] = m;
    values[n] = count;
  }
  return values;
}

constexpr std::int64_t ends = 2 * graphene::bonds(columns, rows);

/// Both kernels give a thread one atom.
void check_bonds(const observation& by, claims& all, const std::vector<double>& lists)
{
  all.expect("bonds are in the list", by.values == lists);
  all.equal("blocks", by.last().blocks, (carbons + 127) / 128);
  all.equal("threads", by.last().threads, 128);
  all.expect("positions are not loaded by __ldg", !by.loads_by_ldg());
  all.expect("no shared memory", !by.shares());
}

/// Every pair is tested once, and an atom's own position is read once; a bond adds to two counts atomically.
void check_find_neighbor_atomic(const observation& by, claims& all)
{
  check_bonds(by, all, expected([](int n, int k) { return n * capacity + k; }));
  const auto adds = by.seen.site("counts", gf::access_kind::atomic);
  all.equal("atomic additions, two a bond", adds.accesses, ends);
  all.equal("positions read: of each pair one", by.seen.view("positions").accesses,
            2 * (128 + 128 + carbons * (carbons - 1) / 2));
}
/// Every pair is tested twice; a thread counts in a register and stores the count.
void check_gather(const observation& by, claims& all)
{
  all.expect("no atomics", !by.adds_atomically());
  const auto counts = by.seen.site("counts");
  all.equal("counts stored", counts.accesses, carbons);
  all.equal("degree of coalescing of counts", counts.degree(), 1);
}
void check_no_atomic_row_major(const observation& by, claims& all)
{
  check_bonds(by, all, expected([](int n, int k) { return n * capacity + k; }));
  check_gather(by, all);
}
void check_no_atomic_column_major(const observation& by, claims& all)
{
  check_bonds(by, all, expected([](int n, int k) { return k * carbons + n; }));
  check_gather(by, all);
}

}  // namespace

std::vector<line> neighbors()
{
  using figures::column_major_list, figures::row_major_list;
  using read_only = gf::variant<gf::gather, gf::read_only, gf::block<128>>;
  using shared = gf::variant<gf::gather, gf::shared, gf::block<128>>;
  using blocks_of_64 = gf::variant<gf::gather, gf::block<64>>;
  using two_atoms = gf::variant<gf::scatter, gf::coarsen<2>, gf::block<128>>;
  return {
      {"find_neighbor_atomic", listed<figures::find_neighbor_atomic, row_major_list>, check_find_neighbor_atomic},
      {"find_neighbor_no_atomic, NL[n1*MN + k]", listed<figures::find_neighbor_no_atomic, row_major_list>,
       check_no_atomic_row_major},
      {"find_neighbor_no_atomic, NL[k*N + n1]", listed<figures::find_neighbor_no_atomic, column_major_list>,
       check_no_atomic_column_major},
      {"find_neighbor_atomic, NL[k*N + n1]", listed<figures::find_neighbor_atomic, column_major_list>},
      {"find_neighbor_atomic, two atoms a thread", listed<two_atoms, row_major_list>},
      {"find_neighbor_no_atomic, by __ldg", listed<read_only, column_major_list>},
      {"find_neighbor_no_atomic, shared", listed<shared, column_major_list>},
      {"find_neighbor_no_atomic, blocks of 64", listed<blocks_of_64, row_major_list>},
  };
}

}  // namespace notes
