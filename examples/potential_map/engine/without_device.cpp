// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The engine's device part in a build without CUDA: there is no device.
#include <gridfold/core/error.hpp>

#include "engine/parts.hpp"

namespace potential_map
{

std::vector<std::string> device_variants() { return {}; }

std::string device_name() { return ""; }

abilities device_abilities(const job&) { return {}; }

template <class T>
coincidences sum_on_device(const job&, const prepared<T>&, gridfold::field<T>&, std::string&, const progress&)
{
  throw gridfold::error(
      "this program is built without CUDA (nvcc was not found): use --device host, or build with nvcc");
}

template coincidences sum_on_device(const job&, const prepared<float>&, gridfold::field<float>&, std::string&,
                                    const progress&);
template coincidences sum_on_device(const job&, const prepared<double>&, gridfold::field<double>&, std::string&,
                                    const progress&);

}  // namespace potential_map
