// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: a block has fewer than 1 or more than 1,024 threads (the hardware's limit): choose block<X, Y> with
// 1 <= X*Y <= 1024
#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<64, 32>>;

int main() { return fold::block::threads; }
