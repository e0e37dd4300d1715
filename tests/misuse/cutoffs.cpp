// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include "things.hpp"

/// It takes the vector, and has no end.
struct of_vector {
  GRIDFOLD_HD float operator()(const gf::atom& from, float dx, float, float) const { return from.charge / dx; }
};

inline gf::cells<gf::atom> sorted;

#ifdef UNSORTED_SOURCES
// gridfold: the sources are not sorted (a cut sum looks for those nearby): make_cells, sort_into_cells, then pass the
// cells() of the list, after the executor
void wrong() { gf::cutoff_sum<gf::variant<>>(on, atoms, where, map.view(), gf::cut(gf::coulomb<>{}, 3)); }
#endif

#ifdef UNSORTED_SOURCES_BY_DEFAULT
// gridfold: the sources are not sorted (a cut sum looks for those nearby): make_cells, sort_into_cells, then pass the
// cells() of the list, after the executor
void wrong() { gf::cutoff_sum(on, atoms, where, map.view(), gf::cut(gf::coulomb<>{}, 3)); }
#endif

#ifdef INTERACTION_WITHOUT_END
// gridfold: the interaction has no end (it states no member `cutoff`): pass cut(interaction, distance), shifted,
// switched or tapered
void wrong() { gf::cutoff_sum<gf::variant<>>(on, sorted, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef CUT_OF_VECTORS
// gridfold: the interaction to be cut cannot be called as pair(charge, r2): give a radial one, or write one that is
// zero beyond its member `cutoff`
void wrong() { gf::cutoff_sum<gf::variant<>>(on, sorted, where, map.view(), gf::cut(of_vector{}, 3)); }
#endif

#ifdef PLANES_THAT_DO_NOT_DIVIDE
// gridfold: cutoff_sum has no such variant (a gather deals block<X, Y>'s rows to planes, a scatter gives each a
// source): give a gather input global, read_only, shared or source_bins whose capacity divides its threads, and planes
// that divide Y, to cull by warp input shared and a whole number of planes for each of a whole number of warps; give a
// scatter input global or read_only, coarsen<X> and plain accumulation
void wrong()
{
  gf::cutoff_sum<gf::variant<gf::planes<3>, gf::block<8, 8>>>(on, sorted, where, map.view(),
                                                              gf::cut(gf::coulomb<>{}, 3));
}
#endif

#ifdef BINS_THAT_DO_NOT_DIVIDE
// gridfold: cutoff_sum has no such variant (a gather deals block<X, Y>'s rows to planes, a scatter gives each a
// source): give a gather input global, read_only, shared or source_bins whose capacity divides its threads, and planes
// that divide Y, to cull by warp input shared and a whole number of planes for each of a whole number of warps; give a
// scatter input global or read_only, coarsen<X> and plain accumulation
void wrong()
{
  gf::cutoff_sum<gf::variant<gf::source_bins<7>, gf::block<8, 8>>>(on, sorted, where, map.view(),
                                                                   gf::cut(gf::coulomb<>{}, 3));
}
#endif

#ifdef TILE_OF_FEW_SOURCES
// gridfold: a tile of sources has room for fewer than the threads of a block (each may add one at a time): give
// shared_tile as many items, or more
void wrong()
{
  gf::cutoff_sum<gf::variant<gf::planes<4>, gf::shared_tile<64>, gf::block<16, 8>>>(on, sorted, where, map.view(),
                                                                                    gf::cut(gf::coulomb<>{}, 3));
}
#endif

#ifdef SCATTER_FROM_A_TILE
// gridfold: cutoff_sum has no such variant (a gather deals block<X, Y>'s rows to planes, a scatter gives each a
// source): give a gather input global, read_only, shared or source_bins whose capacity divides its threads, and planes
// that divide Y, to cull by warp input shared and a whole number of planes for each of a whole number of warps; give a
// scatter input global or read_only, coarsen<X> and plain accumulation
void wrong()
{
  gf::cutoff_sum<gf::variant<gf::scatter, gf::shared_tile<64>, gf::block<32, 2>>>(on, sorted, where, map.view(),
                                                                                  gf::cut(gf::coulomb<>{}, 3));
}
#endif

#ifdef SMALL_TILE
// gridfold: a tile of sources has room for fewer than the threads of a block (each may add one at a time): give
// shared_tile as many items, or more
void wrong()
{
  gf::cutoff_sum<gf::variant<gf::shared_tile<32>, gf::block<8, 8>>>(on, sorted, where, map.view(),
                                                                    gf::cut(gf::coulomb<>{}, 3));
}
#endif

#ifdef PLANES_OF_A_PLAIN_SUM
// gridfold: the variant has a policy of an axis that this verb has no use for (the doc comment of its verb_traits lists
// its axes): leave that policy out
void wrong() { gf::lattice_sum<gf::variant<gf::planes<2>>>(on, atoms, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef CELLS_OF_OTHER_SOURCES
// gridfold: the cells are for other particles (sources of another type, or positions): make them by
// make_cells<source<T>>(executor, box, capacity)
void wrong()
{
  auto list = gf::make_cells<gf::source<double>>(on, gf::cell_box<>{}, 1);
  gf::sort_into_cells(on, atoms, list);
}
#endif
