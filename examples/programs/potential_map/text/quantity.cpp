// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text/quantity.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace potential_map
{

namespace
{

std::string with_unit(double number, const char* unit)
{
  std::array<char, 48> text;
  std::snprintf(text.data(), text.size(), "%.3g %s", number, unit);
  return text.data();
}

}  // namespace

std::string short_number(double number)
{
  constexpr std::array prefixes{"", "k", "M", "G", "T", "P"};
  std::size_t step = 0;
  for (; std::abs(number) >= 999.5 && step + 1 < prefixes.size(); ++step) number /= 1000;
  return with_unit(number, prefixes[step]);
}

std::string duration(double seconds)
{
  constexpr double minute = 60, hour = 3600, day = 86400, year = 365.25 * day;
  if (seconds < 2 * minute) return with_unit(seconds, "s");
  if (seconds < 2 * hour) return with_unit(seconds / minute, "min");
  if (seconds < 2 * day) return with_unit(seconds / hour, "h");
  if (seconds < 2 * year) return with_unit(seconds / day, "days");
  return with_unit(seconds / year, "years");
}

}  // namespace potential_map
