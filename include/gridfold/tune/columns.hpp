// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A table's columns as numbers and texts, for all output formats.
#pragma once

#include <gridfold/core/config.hpp>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <functional>
#include <gridfold/tune/table.hpp>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tuning
{

/// A column of numbers: its name in files, and a function that returns a row's number, if any.
struct column {
  std::string name;
  std::function<std::optional<double>(const row&)> of;
};

/// A column of numbers that rows of timed variants have.
template <class T>
auto if_timed(T row::*member)
{
  return [member](const row& r) {
    return r.runs > 0 ? std::optional<double>(static_cast<double>(r.*member)) : std::nullopt;
  };
}

/// A column of numbers of the variant's kernel, if it is known.
template <class F>
auto of_kernel(F number)
{
  return [number](const row& r) {
    return r.kernel ? std::optional<double>(static_cast<double>(number(*r.kernel))) : std::nullopt;
  };
}

/// Makes names distinct: a name that already exists gets a number.
class distinct_names {
 public:
  distinct_names(std::initializer_list<std::string> taken) : taken_(taken) {}

  std::string operator()(const std::string& name)
  {
    std::string free = name;
    for (int n = 2; !taken_.insert(free).second; ++n) free = name + " (" + std::to_string(n) + ")";
    return free;
  }

 private:
  std::set<std::string> taken_;
};

/// All columns of numbers of a table in order; additional ones at the end. All names differ, also from those of columns
/// of texts.
inline std::vector<column> number_columns(const table& of)
{
  std::vector<column> columns = {
      {"seconds", if_timed(&row::seconds)},
      {"spread", if_timed(&row::spread)},
      {"runs", if_timed(&row::runs)},
      {"per_second", if_timed(&row::rate)},
      {"share_of_floor", [](const row& r) { return r.share_of_floor; }},
      {"error", [](const row& r) { return r.error; }},
      {"registers", of_kernel([](const compiled_kernel& k) { return k.resources.registers; })},
      {"shared_bytes",
       of_kernel([](const compiled_kernel& k) { return k.resources.static_shared + k.resources.dynamic_shared; })},
      {"occupancy", of_kernel([](const compiled_kernel& k) { return k.occupancy; })},
  };
  std::set<std::string> names;
  for (const row& r : of.rows)
    for (const auto& [name, value] : r.more) names.insert(name);
  distinct_names distinct{"variant", "result", "unit", "reason"};
  for (const column& c : columns) distinct(c.name);
  for (const std::string& name : names)
    columns.push_back({distinct(name), [name](const row& r) {
                         const auto found = r.more.find(name);
                         return found == r.more.end() ? std::nullopt : std::optional<double>(found->second);
                       }});
  return columns;
}

/// The shortest text that reads back as this number.
inline std::string shortest(double value)
{
  char text[32];
  return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

/// A number with this many digits and an SI prefix: "3.996 T".
inline std::string scaled(double value, int digits = 4)
{
  struct scale {
    double of;
    const char* letter;
  };
  constexpr scale scales[] = {{1e12, "T"}, {1e9, "G"},  {1e6, "M"},  {1e3, "k"},
                              {1, ""},     {1e-3, "m"}, {1e-6, "µ"}, {0, "n"}};
  const scale* s = scales;
  while (std::abs(value) < s->of && s->of > 0) ++s;
  if (value == 0) s = &scales[4];
  char text[48];
  std::snprintf(text, sizeof(text), "%#.*g", digits, value / (s->of > 0 ? s->of : 1e-9));
  std::string number(text);
  if (number.back() == '.') number.pop_back();
  return number + " " + s->letter;
}

}  // namespace gridfold::inline GRIDFOLD_ABI::tuning
