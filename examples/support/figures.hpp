// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Each kernel of the textbooks as the line that instantiates it. docs/learn/textbook.md shows the lines; tests/notes
/// checks that each does the work of its figure.
#pragma once

#include <cuda/std/mdspan>
#include <gridfold/core/neighbor_list.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/policy/access_pattern.hpp>
#include <gridfold/policy/tile.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/triples.hpp>

namespace figures
{

namespace gf = gridfold;

// [sums]
template <class Decomposition, class Assignment, int Factor>
using cenergy =
    gf::variant<Decomposition, Assignment, gf::coarsen<Factor>, gf::constant>;  // atoms[] in chunks of 1,000

using figure_18_5 = cenergy<gf::scatter, gf::interleaved, 1>;  // a thread per atom, atomicAdd
using figure_18_6 = cenergy<gf::gather, gf::interleaved, 1>;   // a thread per point
using figure_18_8 = cenergy<gf::gather, gf::contiguous, 4>;    // coarsened: points i, i+1, i+2, i+3
using figure_18_10 = cenergy<gf::gather, gf::interleaved, 4>;  // coalesced: i, i+blockDim.x, ... (Fig. 18.9)
using charge_over_sqrtf = gf::coulomb<gf::rsqrt::ieee>;        // charge / sqrtf(r2), rounded as IEEE says
// [sums]

// [products]
template <class Input>
using product = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, Input, gf::block<16, 16>>;

using untiled = product<gf::global>;  // k*Width + col or col*Width + k, by the second operand's layout
using figure_6_4a = product<gf::list<gf::shared_tile<16>, gf::row_by_row>>;  // tiles loaded row by row for every layout
using figure_6_4b = product<gf::shared_tile<16>>;                            // corner turning: loaded along the layout
template <class T>
using row_major = cuda::std::mdspan<T, cuda::std::dextents<int, 2>, cuda::std::layout_right>;
template <class T>
using column_major = cuda::std::mdspan<T, cuda::std::dextents<int, 2>, cuda::std::layout_left>;
// [products]

// [triples]
using vec3 = gf::packed3<float>;           // 12 bytes: elements of an array are not aligned to 16
using aligned_vec3 = gf::aligned3<float>;  // __align__(16)
// A structure of arrays: gf::components(data, size), seen as elements like these.
using by_element = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global>;
using by_words = gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<4>, gf::global>;  // vectors of 4 floats
// [triples]

// [patterns]
// z[n] = x[n] + y[n] is gf::transform<add_blocks, add>(on, cuda::std::tuple(x, y), z, gf::sum{}). By pattern:
using add = gf::sequential;           // n = threadIdx.x + blockIdx.x*blockDim.x
using add_permuted = gf::permuted;    // threadIdx.x ^ 1
using add_offset = gf::offset;        // n + 1
using add_stride = gf::strided;       // n = blockIdx.x + threadIdx.x*gridDim.x
using add_broadcast = gf::broadcast;  // x[0] + y[n]
using add_blocks =
    gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32>>;  // <<<128, 32>>>
// [patterns]

// [transposes]
template <class Decomposition, class Memory>
using transpose = gf::variant<Decomposition, gf::interleaved, gf::coarsen<1>, Memory, gf::block<32, 32>>;

using coalesced_read = transpose<gf::scatter, gf::global>;             // a thread owns an element of A: B[nx*N + ny]
using coalesced_write = transpose<gf::gather, gf::global>;             // a thread owns an element of B
using coalesced_write_ldg = transpose<gf::gather, gf::read_only>;      // __ldg
using bank_conflicts = transpose<gf::gather, gf::tile<gf::unpadded>>;  // S[TILE_DIM][TILE_DIM]
using no_bank_conflicts = transpose<gf::gather, gf::tile<gf::padded<1>>>;  // S[TILE_DIM][TILE_DIM + 1]
// [transposes]

// [reductions]
template <class Decomposition, class Exchange, class Accumulation = gf::plain>
using reduction = gf::variant<Decomposition, gf::interleaved, gf::coarsen<1>, Exchange, gf::block<128>, Accumulation>;

using reduce_global = reduction<gf::gather, gf::exchange_global>;           // halves in global memory
using reduce_shared = reduction<gf::gather, gf::exchange_shared>;           // s_y[128]
using reduce_dynamic = reduction<gf::gather, gf::exchange_dynamic_shared>;  // extern __shared__ s_y[]
using reduce_atomic = reduction<gf::scatter, gf::exchange_shared>;          // atomicAdd(&d_y[0], s_y[0])
using reduce_kahan = reduction<gf::gather, gf::exchange_registers, gf::compensated>;
// [reductions]

// [neighbors]
template <class Decomposition>
using neighbor = gf::variant<Decomposition, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<128>>;

using find_neighbor_atomic = neighbor<gf::scatter>;                   // every pair once, atomicAdd on both counts
using find_neighbor_no_atomic = neighbor<gf::gather>;                 // every pair twice
using row_major_list = gf::neighbor_list<cuda::std::layout_right>;    // NL[n1 * MN + k]
using column_major_list = gf::neighbor_list<cuda::std::layout_left>;  // NL[k * N + n1]
// [neighbors]

}  // namespace figures
