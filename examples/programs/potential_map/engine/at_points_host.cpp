// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/host.hpp>

#include "engine/at_points.hpp"

namespace potential_map
{

template <class T>
coincidences values_on_host(const job& what, const prepared<T>& from, const prepared_points<T>& at,
                            std::vector<T>& values)
{
  check_threads(what.threads);
  coincidences on_atoms;
  sum_at_points<T>(gridfold::host{what.threads}, what, from.radius, from.atoms, gridfold::positions(at.x, at.y, at.z),
                   values, &on_atoms);
  return on_atoms;
}

template coincidences values_on_host(const job&, const prepared<float>&, const prepared_points<float>&,
                                     std::vector<float>&);
template coincidences values_on_host(const job&, const prepared<double>&, const prepared_points<double>&,
                                     std::vector<double>&);

}  // namespace potential_map
