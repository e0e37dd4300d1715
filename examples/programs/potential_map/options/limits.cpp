// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options/limits.hpp"

#include <gridfold/core/error.hpp>
#include <limits>

#include "text/quantity.hpp"
#include "text/text.hpp"

namespace potential_map
{

double file_bytes(map_format format, const gridfold::lattice& where, precision digits)
{
  const bool single = digits == precision::single;
  const auto values = static_cast<double>(where.shape.count());
  switch (format) {
    case map_format::dx:
      return values * (single ? 11 : 19);  // characters of the shortest digits, and a blank
    case map_format::mrc:
    case map_format::ccp4:
      return values * sizeof(float);
    case map_format::cube:
      return values * 13;
    case map_format::npy:
      return values * (single ? sizeof(float) : sizeof(double));
  }
  return 0;
}

double free_bytes(const std::filesystem::path& path)
{
  std::error_code unknown;
  const auto found = std::filesystem::space(std::filesystem::absolute(path, unknown).parent_path(), unknown);
  return unknown || is_stream(path) ? std::numeric_limits<double>::infinity() : static_cast<double>(found.available);
}

void check_time(const forecast& ahead)
{
  constexpr double most = 2 * 86400;
  if (ahead.seconds <= most) return;
  throw gridfold::error(
      "the map would take " + duration(ahead.seconds) + " (" + short_number(ahead.pairs) +
      "pairs, by the estimate): give a larger --spacing, --method mesh or a --cutoff, or add --force");
}

void check_disk(const std::filesystem::path& path, double bytes, double free)
{
  if (bytes <= free) return;
  throw gridfold::error(shown(path) + " would take about " + short_number(bytes) + "B (" + short_number(free) +
                        "B is free there): name an output on another disk or in another format, or add --force");
}

}  // namespace potential_map
