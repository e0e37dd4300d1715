// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: a coarsening factor is below 1 (a thread must own an item): give coarsen<X, Y> factors of 1 or more
#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

int main() { return gf::variant<gf::gather, gf::interleaved, gf::coarsen<0>>::coarsening::items; }
