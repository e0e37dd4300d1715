// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The variants for tests of singularities: every input, gather and scatter, every accumulation. Chunks and tiles are
/// small, so that sources on one point are in different ones.
#pragma once

#include <gridfold/policy/variants.hpp>

namespace test::sums
{

namespace gf = gridfold;

template <class Decomposition, class Space, class Accumulation = gf::plain>
using folded = gf::variant<Decomposition, gf::interleaved, gf::coarsen<4>, Space, gf::block<4, 2>, Accumulation>;

using singular_gathers = gf::list<
    folded<gf::gather, gf::global>, folded<gf::gather, gf::read_only>, folded<gf::gather, gf::constant_chunk<3>>,
    folded<gf::gather, gf::shared_tile<3>>, folded<gf::gather, gf::global, gf::compensated>,
    folded<gf::gather, gf::constant_chunk<3>, gf::compensated>, folded<gf::gather, gf::global, gf::wide<double>>,
    folded<gf::gather, gf::constant_chunk<3>, gf::wide<double>>>;

using singular_scatters = gf::list<folded<gf::scatter, gf::global>, folded<gf::scatter, gf::read_only>,
                                   folded<gf::scatter, gf::constant_chunk<3>>>;

using singular_variants = gf::join<singular_gathers, singular_scatters>;

}  // namespace test::sums
