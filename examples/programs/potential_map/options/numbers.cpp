// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options/numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "options/options.hpp"
#include "text/text.hpp"

namespace potential_map
{

namespace
{

constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

std::vector<std::string> split(const std::string& text)
{
  std::vector<std::string> parts;
  for (std::size_t begin = 0, end = 0; end != text.npos; begin = end + 1) {
    end = text.find(',', begin);
    parts.push_back(text.substr(begin, end - begin));
  }
  return parts;
}

bool fits(double number, sign wanted)
{
  if (!std::isfinite(number)) return false;
  return wanted == sign::any || number > 0 || (wanted == sign::not_negative && number == 0);
}

const char* in_words(sign wanted)
{
  switch (wanted) {
    case sign::positive:
      return "a finite number above 0";
    case sign::not_negative:
      return "a finite number of 0 or more";
    case sign::any:
      break;
  }
  return "a finite number";
}

[[noreturn]] void refuse_value(const std::string& option, const std::string& text, const std::string& wanted)
{
  throw usage_error(option + " got " + quoted(text) + " (not " + wanted + "): give " + wanted);
}

/// The results of `read` for each axis.
template <class Read>
auto for_axes(const std::string& option, const std::string& text, Read read) -> std::array<decltype(read(text)), 3>
{
  const std::vector<std::string> parts = split(text);
  if (parts.size() != 1 && parts.size() != 3)
    throw usage_error(option + " got " + std::to_string(parts.size()) +
                      " numbers (a lattice has three axes): give one for all axes, or three");
  return {read(parts.front()), read(parts[parts.size() / 2]), read(parts.back())};
}

bool begins_with_number(const std::string& text)
{
  return number_in<double>(text.substr(0, text.find(','))).has_value();
}

bool takes_several(const std::string& option)
{
  constexpr std::array<std::string_view, 3> several{"--spacing", "--origin", "--shape"};
  return std::find(several.begin(), several.end(), option) != several.end();
}

}  // namespace

double real_number(const std::string& option, const std::string& text, sign wanted)
{
  const auto number = number_in<double>(text);
  if (!number || !fits(*number, wanted)) refuse_value(option, text, in_words(wanted));
  return *number;
}

std::array<double, 3> real_numbers(const std::string& option, const std::string& text, sign wanted)
{
  return for_axes(option, text, [&](const std::string& part) { return real_number(option, part, wanted); });
}

std::int64_t count(const std::string& option, const std::string& text, std::int64_t most)
{
  const auto number = number_in<std::int64_t>(text);
  if (!number || *number < 1 || *number > most)
    refuse_value(option, text,
                 "a whole number " + (most == endless ? "of 1 or more" : "from 1 to " + std::to_string(most)));
  return *number;
}

std::array<std::int64_t, 3> counts(const std::string& option, const std::string& text)
{
  return for_axes(option, text, [&](const std::string& part) { return count(option, part, endless); });
}

plane plane_in(const std::string& option, const std::string& text)
{
  const auto letter = std::find(axis_letters.begin(), axis_letters.end(), text.empty() ? ' ' : text[0]);
  if (letter == axis_letters.end() || (text.size() > 1 && text[1] != '='))
    refuse_value(option, text, "a plane such as z=1.5, or z for the middle one");
  plane found{static_cast<std::size_t>(letter - axis_letters.begin()), {}};
  if (text.size() > 1) found.at = real_number(option, text.substr(2), sign::any);
  return found;
}

std::vector<std::string> join_numbers(const std::vector<std::string>& arguments)
{
  std::vector<std::string> joined;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    joined.push_back(arguments[i]);
    if (!takes_several(arguments[i])) continue;
    char before = '=';
    for (; i + 1 < arguments.size() && begins_with_number(arguments[i + 1]); before = ',')
      joined.back() += before + arguments[++i];
  }
  return joined;
}

}  // namespace potential_map
