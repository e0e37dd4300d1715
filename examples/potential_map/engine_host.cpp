// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine_host.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace potential_map
{

std::vector<std::string> host_variants() { return names_of<host_variant_list>(); }

std::string host_name(int threads)
{
#ifdef _OPENMP
  const int used = threads > 0 ? threads : omp_get_max_threads();
#else
  const int used = 1;
#endif
  return "CPU, " + std::to_string(used) + (used == 1 ? " thread" : " threads");
}

}  // namespace potential_map
