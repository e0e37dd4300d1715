// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The engine's device part in a build without CUDA: there is no device.
#include <gridfold/core/error.hpp>

#include "engine/parts.hpp"

namespace potential_map
{

std::vector<std::string> device_variants() { return {}; }

std::string device_name() { return ""; }

int device_count() { return 0; }
void use_device(int /*device*/) {}

abilities device_abilities(const job&) { return {}; }

template <class T>
coincidences sum_on_device(const job&, const prepared<T>&, const slab<T>&, std::string&, const progress&)
{
  throw gridfold::error(
      "this program is built without CUDA (nvcc was not found): use --device host, or build with nvcc");
}

template coincidences sum_on_device(const job&, const prepared<float>&, const slab<float>&, std::string&,
                                    const progress&);
template coincidences sum_on_device(const job&, const prepared<double>&, const slab<double>&, std::string&,
                                    const progress&);

}  // namespace potential_map
