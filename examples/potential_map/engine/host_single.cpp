// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/host.hpp"

namespace potential_map
{

template coincidences sum_on_host(const job&, const prepared<float>&, const slab<float>&, std::string&,
                                  const progress&);

}  // namespace potential_map
