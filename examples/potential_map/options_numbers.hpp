// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Numbers on the command line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace potential_map
{

/// What a number must be.
enum class sign { any, not_negative, positive };

/// The finite numbers in "a" or "a,b,c". Throws usage_error, with the option's name, for any other text.
std::vector<double> real_numbers(const std::string& option, const std::string& text, sign wanted);

/// The same for whole numbers of 1 or more.
std::vector<std::int64_t> counts(const std::string& option, const std::string& text);

/// The arguments with the numbers behind --spacing, --origin and --shape joined into one: "--origin=-1,-2,-3". So an
/// option takes its own numbers only, never the file name behind them, and a minus sign begins no option.
std::vector<std::string> join_numbers(const std::vector<std::string>& arguments);

}  // namespace potential_map
