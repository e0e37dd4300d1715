// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Quantities in few characters, for people.
#pragma once

#include <string>

namespace potential_map
{

/// A number with a metric prefix, for a following unit: "4.2 G".
std::string short_number(double number);

/// Seconds in a suitable unit: "0.012 s", "3.4 min", "2 h", "5 days", "3e+03 years".
std::string duration(double seconds);

}  // namespace potential_map
