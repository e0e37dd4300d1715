// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/device.hpp"

namespace potential_map
{

template coincidences sum_on_device(const job&, const prepared<float>&, const slab<float>&, std::string&,
                                    const progress&);

}  // namespace potential_map
