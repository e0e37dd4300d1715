// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options_numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "options.hpp"
#include "text.hpp"

namespace potential_map
{

namespace
{

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

[[noreturn]] void refuse(const std::string& option, const std::string& part, const std::string& wanted)
{
  throw usage_error(option + " got \"" + part + "\" (not " + wanted + "): give " + wanted);
}

/// The parts of a text as numbers, by a function from text to an optional number.
template <class T, class Read>
std::vector<T> numbers(const std::string& option, const std::string& text, const std::string& wanted, Read read)
{
  std::vector<T> found;
  for (const std::string& part : split(text)) {
    const std::optional<T> number = read(part);
    if (!number) refuse(option, part, wanted);
    found.push_back(*number);
  }
  if (found.size() != 1 && found.size() != 3)
    throw usage_error(option + " got " + std::to_string(found.size()) +
                      " numbers (a lattice has three axes): give one for all axes, or three");
  return found;
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

std::vector<double> real_numbers(const std::string& option, const std::string& text, sign wanted)
{
  return numbers<double>(option, text, in_words(wanted), [&](const std::string& part) {
    const auto number = number_in<double>(part);
    return number && fits(*number, wanted) ? number : std::nullopt;
  });
}

std::vector<std::int64_t> counts(const std::string& option, const std::string& text)
{
  return numbers<std::int64_t>(option, text, "a whole number of 1 or more", [](const std::string& part) {
    const auto number = number_in<std::int64_t>(part);
    return number && *number > 0 ? number : std::nullopt;
  });
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
