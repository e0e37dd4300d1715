// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include "things.hpp"

#ifdef TWO_OF_ONE_AXIS
// gridfold: a variant has two policies of one axis (such as gather and scatter, or global and shared): give one of them
const auto wrong = gf::variant<gf::interleaved, gf::gather, gf::scatter>::name();
#endif

#ifdef TWO_INPUTS
// gridfold: a variant has two policies of one axis (such as gather and scatter, or global and shared): give one of them
const auto wrong = gf::variant<gf::list<gf::global, gf::coarsen<2>>, gf::shared>::name();
#endif

#ifdef NO_POLICY
// gridfold: a template argument of variant is no policy (it belongs to no axis; an assignment needs static constexpr
// int index(thread, item, threads, items) and static constexpr gridfold::fixed_text name()): see policy/axis.hpp for
// what there is
const auto wrong = gf::variant<gf::gather, float>::name();
#endif

#ifdef INPUT_WITHOUT_CODE
// gridfold: an input is no memory space (it says how kernels read inputs that all threads of a block need): derive it
// from read_in_place<...>, give it a name(), and say what differs (policy/memory_space.hpp)
struct texture {
  using axis = gf::axis::input;
  static constexpr gf::fixed_text name() { return "texture"; }
};
void wrong() { gf::lattice_sum<gf::variant<texture>>(on, atoms, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef EXCHANGE_WITHOUT_CODE
// gridfold: an exchange does not say how threads combine their results (it has no combination<Shape, Partial>,
// in_global or uses_dynamic_shared): give it these (policy/exchange.hpp)
struct clusters {
  using axis = gf::axis::exchange;
  static constexpr gf::fixed_text name() { return "clusters"; }
};
const auto wrong = gf::variant<clusters>::name();
#endif

#ifdef SOURCES_THAT_A_SPACE_DOES_NOT_KEEP
// gridfold: the memory space keeps no inputs of this type (it has no storage<T, Stages> for it): give it one, or take
// another input
struct doubles : gf::read_in_place<doubles> {
  static constexpr gf::fixed_text name() { return "doubles"; }
  template <std::same_as<gf::source<double>> T, int Stages>
  struct storage {
  };
};
void wrong() { gf::lattice_sum<gf::variant<doubles>>(on, atoms, where, map.view(), gf::coulomb<>{}); }
#endif

#ifdef COARSENING_OF_ZERO
// gridfold: a coarsening factor is below 1 (a thread must own an item): give coarsen<X, Y> factors of 1 or more
const auto wrong = gf::variant<gf::gather, gf::interleaved, gf::coarsen<0>>::name();
#endif

#ifdef MANY_ITEMS
// gridfold: a thread has more than 32,768 items (no block has room for them): give coarsen<X, Y> with X*Y <= 32768
void wrong() { gf::transpose<gf::variant<gf::coarsen<256, 256>>>(on, square, square); }
#endif

#ifdef LARGE_SUMS_OF_A_BLOCK
// gridfold: threads keep more than registers, local memory or the host's stack are for (128 KiB each, 1 MiB together):
// give a smaller block, coarsening factor or vectors
using fold = gf::variant<gf::coarsen<32, 32>, gf::block<32, 32>>;
void wrong() { gf::multiply<fold>(on, square, square, square); }
#endif

#ifdef LARGE_BLOCK
// gridfold: a block has fewer than 1 or more than 1,024 threads (the hardware's limit): choose block<X, Y> with
// 1 <= X*Y <= 1024
const auto wrong = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<64, 32>>::name();
#endif

#ifdef SMALL_WARP
// gridfold: a warp<X, Y> does not have 32 threads (every warp has): give two factors of 32
const auto wrong = gf::variant<gf::warp<4, 4>>::name();
#endif

#ifdef VECTORS_OF_NOTHING
// gridfold: there are no vectors of that width (an access moves 1 to 16 elements): give vectors a width from 1 to 16
const auto wrong = gf::vectors<0>::name();
#endif

#ifdef WIDE_INTEGER
// gridfold: wide adds in a type that is no floating-point number (terms would be truncated): give wide<double>
const auto wrong = gf::wide<int>::name();
#endif

#ifdef TILE_OF_NO_LAYOUT
// gridfold: the policy of a tile is no layout with a name (it says how a tile lies in shared memory): give unpadded,
// padded<N>, swizzled or your own
const auto wrong = gf::tile<float>::name();
#endif

#ifdef SINGULARITY_FOR_ROOT
// gridfold: the 1st policy of an interaction is no reciprocal square root (the singularity comes 2nd): put
// rsqrt::ieee, rsqrt::approx or rsqrt::mixed<Software, Of> there
const gf::coulomb<gf::singularity::infinite> wrong;
#endif

#ifdef ROOT_FOR_SINGULARITY
// gridfold: the 2nd policy of an interaction is no singularity policy (it says what holds at a point on a source): put
// singularity::skip, singularity::infinite or singularity::softened there
const gf::yukawa<gf::rsqrt::ieee, gf::rsqrt::approx> wrong;
#endif
