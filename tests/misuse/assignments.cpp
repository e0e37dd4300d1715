// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include "things.hpp"

/// Gives every thread the items of the first.
struct everyone_the_same {
  static constexpr GRIDFOLD_HD int index(int, int item, int, int) { return item; }
  static constexpr gridfold::fixed_text name() { return "everyone_the_same"; }
};

/// Interleaved, for blocks of 32 threads only.
struct for_warps {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int, int) { return item * 32 + thread; }
  static constexpr gridfold::fixed_text name() { return "for_warps"; }
};

/// Contiguous, but the last item of the last thread is that of another: one item is left out.
struct all_but_one {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int items)
  {
    const bool last = thread == threads - 1 && item == items - 1;
    return thread * items + item - (last && threads * items > 1 ? 1 : 0);
  }
  static constexpr gridfold::fixed_text name() { return "all_but_one"; }
};

/// Begins with 1.
struct from_one {
  static constexpr GRIDFOLD_HD int index(int thread, int item, int threads, int) { return item * threads + thread + 1; }
  static constexpr gridfold::fixed_text name() { return "from_one"; }
};

struct known_at_run_time {
  static GRIDFOLD_HD int index(int thread, int item, int threads, int) { return item * threads + thread; }
  static constexpr gridfold::fixed_text name() { return "known_at_run_time"; }
};

template <class D, class A, class C, class S = gf::global, class B = gf::block<32>>
using fold = gf::variant<D, A, C, S, B>;

// Right where it is one-to-one: along x, of 32 threads.
inline void right()
{
  gf::lattice_sum<fold<gf::gather, for_warps, gf::coarsen<4>>>(on, atoms, where, map.view(), gf::coulomb<>{});
}

#ifdef KNOWN_AT_RUN_TIME
// gridfold: a template argument of variant is no policy (it belongs to no axis; an assignment needs static constexpr
// int index(thread, item, threads, items) and static constexpr gridfold::fixed_text name()): see policy/axis.hpp for
// what there is
const auto wrong = gf::variant<gf::gather, known_at_run_time>::name();
#endif

#ifdef GATHERED_SUM
// gridfold: the assignment is not one-to-one (with this block and coarsening items have several owners, or none): give
// an index that maps its threads and items onto [0, threads*items)
using wrong_fold = fold<gf::gather, everyone_the_same, gf::coarsen<2>>;
void wrong() { gf::lattice_sum<wrong_fold>(on, atoms, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef GATHERED_SUM_ALONG_Y
// gridfold: the assignment is not one-to-one (with this block and coarsening items have several owners, or none): give
// an index that maps its threads and items onto [0, threads*items)
using wrong_fold = fold<gf::gather, for_warps, gf::coarsen<1, 2>, gf::global, gf::block<32, 4>>;
void wrong() { gf::lattice_sum<wrong_fold>(on, atoms, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef SCATTERED_SUM
// gridfold: the assignment is not one-to-one (with this block and coarsening items have several owners, or none): give
// an index that maps its threads and items onto [0, threads*items)
using wrong_fold = fold<gf::scatter, for_warps, gf::coarsen<3>, gf::global, gf::block<32, 2>>;
void wrong() { gf::lattice_sum<wrong_fold>(on, atoms, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef SUM_AT_POINTS
// gridfold: the assignment is not one-to-one (with this block and coarsening items have several owners, or none): give
// an index that maps its threads and items onto [0, threads*items)
using wrong_fold = fold<gf::gather, all_but_one, gf::coarsen<8>, gf::global, gf::block<1024>>;
void wrong() { gf::point_sum<wrong_fold>(on, atoms, points, numbers, gf::coulomb<>{}); }
#endif

#ifdef DIRECT_TRANSPOSE
// gridfold: the assignment is not one-to-one (with this block and coarsening items have several owners, or none): give
// an index that maps its threads and items onto [0, threads*items)
using wrong_fold = fold<gf::scatter, from_one, gf::coarsen<2>>;
void wrong() { gf::transpose<wrong_fold>(on, square, square); }
#endif

#ifdef TILED_TRANSPOSE
// gridfold: the assignment is not one-to-one (with this block and coarsening items have several owners, or none): give
// an index that maps its threads and items onto [0, threads*items)
using wrong_fold = fold<gf::gather, everyone_the_same, gf::coarsen<2, 2>, gf::tile<gf::padded<1>>, gf::block<8, 8>>;
void wrong() { gf::transpose<wrong_fold>(on, square, square); }
#endif

#ifdef COPY
// gridfold: the assignment is not one-to-one (with this block and coarsening items have several owners, or none): give
// an index that maps its threads and items onto [0, threads*items)
void wrong() { gf::copy<fold<gf::gather, all_but_one, gf::coarsen<3>>>(on, line, line); }
#endif

#ifdef REDUCTION
// gridfold: the assignment is not one-to-one (with this block and coarsening items have several owners, or none): give
// an index that maps its threads and items onto [0, threads*items)
using wrong_fold = fold<gf::scatter, from_one, gf::coarsen<2>, gf::exchange_registers>;
void wrong() { gf::reduce<wrong_fold>(on, constants, numbers, gf::sum{}); }
#endif

#ifdef PRODUCT
// gridfold: the assignment is not one-to-one (with this block and coarsening items have several owners, or none): give
// an index that maps its threads and items onto [0, threads*items)
using wrong_fold = fold<gf::gather, everyone_the_same, gf::coarsen<1, 2>, gf::shared, gf::block<1, 2>>;
void wrong() { gf::multiply<wrong_fold>(on, square, square, square); }
#endif

#ifdef GATHERED_NEIGHBORS
// gridfold: the assignment is not one-to-one (with this block and coarsening items have several owners, or none): give
// an index that maps its threads and items onto [0, threads*items)
void wrong() { (void)gf::neighbors<fold<gf::gather, all_but_one, gf::coarsen<2>>>(on, points, 1.5); }
#endif

#ifdef SCATTERED_NEIGHBORS
// gridfold: the assignment is not one-to-one (with this block and coarsening items have several owners, or none): give
// an index that maps its threads and items onto [0, threads*items)
void wrong() { (void)gf::neighbors<fold<gf::scatter, from_one, gf::coarsen<1>>>(on, points, 1.5); }
#endif
