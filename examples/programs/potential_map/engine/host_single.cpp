// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/host.hpp"

namespace potential_map
{

template void sum_on_host(const job&, const prepared<float>&, const slab<float>&, outcome&, const progress&);

}  // namespace potential_map
