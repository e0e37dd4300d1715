// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: the 3rd policy of a variant is no coarsening (it says how many items a thread works on): put coarsen<X, Y>
// there
#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

int main() { return gf::variant<gf::gather, gf::interleaved, gf::global>::block::threads; }
