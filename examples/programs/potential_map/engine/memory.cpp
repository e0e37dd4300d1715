// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/memory.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace potential_map
{

namespace
{

/// The number after a word in a system file, or infinity.
double number_after(const char* path, const std::string& word)
{
  std::ifstream file(path);
  for (std::string found; file && !word.empty() && file >> found;)
    if (found == word) break;
  double number = 0;
  return file >> number ? number : std::numeric_limits<double>::infinity();
}

}  // namespace

double available_memory()
{
  const double physical = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  const double unused = 1024 * number_after("/proc/meminfo", "MemAvailable:");
  const double granted = number_after("/sys/fs/cgroup/memory.max", "");
  return std::min({physical, unused, granted});
}

}  // namespace potential_map
