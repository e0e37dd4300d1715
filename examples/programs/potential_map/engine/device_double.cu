// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/device.hpp"

namespace potential_map
{

template void sum_on_device(const job&, const prepared<double>&, const slab<double>&, outcome&, const progress&);

}  // namespace potential_map
