// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Numbers on the command line.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "picture/plane.hpp"

namespace potential_map
{

/// The allowed signs of a number.
enum class sign { any, not_negative, positive };

/// The number in an option's text. All of these functions throw usage_error, with the option's name, for any other
/// text.
double real_number(const std::string& option, const std::string& text, sign wanted);

/// The numbers for three axes in "x,y,z", or in "a" for all axes.
std::array<double, 3> real_numbers(const std::string& option, const std::string& text, sign wanted);

/// A whole number from 1 to `most`; three of them for the axes in "x,y,z" or "a".
std::int64_t count(const std::string& option, const std::string& text, std::int64_t most);
std::array<std::int64_t, 3> counts(const std::string& option, const std::string& text);

/// The plane in "z" or "z=1.5".
plane plane_in(const std::string& option, const std::string& text);

/// Joins the numbers after --spacing, --origin and --shape into one argument: "--origin=-1,-2,-3". So an option takes
/// only its own numbers, never the following file name, and a minus sign does not begin an option.
std::vector<std::string> join_numbers(const std::vector<std::string>& arguments);

}  // namespace potential_map
