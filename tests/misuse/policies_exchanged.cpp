// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: the 1st policy of a variant is no decomposition (it says who owns what): put gather or scatter there
#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

int main() { return gf::variant<gf::interleaved, gf::gather>::coarsening::items; }
