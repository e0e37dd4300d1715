// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The engine's device part in a build without CUDA: there is no device.
#include <gridfold/core/error.hpp>

#include "engine/at_points.hpp"

namespace potential_map
{

std::vector<std::string> device_variants() { return {}; }

std::string device_name() { return ""; }

int device_count() { return 0; }
void use_device(int /*device*/) {}
void wake_device(int /*device*/) noexcept {}

abilities device_abilities(const job&) { return {}; }

namespace
{

[[noreturn]] void refuse()
{
  throw gridfold::error(
      "this program is built without CUDA (nvcc was not found): use --device host, or build with nvcc");
}

}  // namespace

template <class T>
void sum_on_device(const job&, const prepared<T>&, const slab<T>&, outcome&, const progress&)
{
  refuse();
}

template <class T>
coincidences values_on_device(const job&, const prepared<T>&, const prepared_points<T>&, std::vector<T>&)
{
  refuse();
}

template coincidences values_on_device(const job&, const prepared<float>&, const prepared_points<float>&,
                                       std::vector<float>&);
template coincidences values_on_device(const job&, const prepared<double>&, const prepared_points<double>&,
                                       std::vector<double>&);

template void sum_on_device(const job&, const prepared<float>&, const slab<float>&, outcome&, const progress&);
template void sum_on_device(const job&, const prepared<double>&, const slab<double>&, outcome&, const progress&);

}  // namespace potential_map
