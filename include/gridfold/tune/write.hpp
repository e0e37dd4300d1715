// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Writes a table for programs: CSV (RFC 4180) and JSON (RFC 8259).
#pragma once

#include <gridfold/core/config.hpp>

#include <cmath>
#include <cstdio>
#include <gridfold/core/text_fields.hpp>
#include <gridfold/tune/columns.hpp>
#include <gridfold/tune/table.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

inline std::string csv_line(const std::vector<std::string>& fields)
{
  std::string line;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) line += ',';
    line += core::csv_field(field);
  }
  return line;
}

inline std::string json_text(const std::string& text)
{
  std::string quoted = "\"";
  for (char c : core::utf8(text)) {
    char escaped[8];
    if (c == '"' || c == '\\')
      quoted += std::string("\\") + c;
    else if (static_cast<unsigned char>(c) < 0x20) {
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", static_cast<unsigned>(c));
      quoted += escaped;
    } else
      quoted += c;
  }
  return quoted + '"';
}

inline std::string json_number(const std::optional<double>& value)
{
  return value && std::isfinite(*value) ? tuning::shortest(*value) : "null";
}

/// A JSON object {"name": value, ...} of values that already are JSON.
inline std::string json_object(const std::vector<std::pair<std::string, std::string>>& members)
{
  std::string object;
  for (const auto& [name, value] : members) object += (object.empty() ? "{" : ", ") + json_text(name) + ": " + value;
  return object.empty() ? "{}" : object + "}";
}

inline std::string json_row(const row& r, const std::vector<tuning::column>& columns)
{
  std::vector<std::pair<std::string, std::string>> members = {{"variant", json_text(r.variant)},
                                                              {"result", json_text(name_of(r.result))}};
  for (const tuning::column& c : columns) members.emplace_back(c.name, json_number(c.of(r)));
  members.emplace_back("reason", json_text(r.reason));
  return json_object(members);
}

}  // namespace detail

/// Writes a table as CSV: a line of names, then a line per row, which begins with the context's values. Without
/// `with_heading` it omits the line of names, to append to a table with equal columns. Repeated column names get
/// numbers.
inline void write_csv(std::ostream& to, const table& of, bool with_heading = true)
{
  const std::vector<tuning::column> columns = tuning::number_columns(of);
  std::vector<std::string> names, about;
  tuning::distinct_names distinct{"variant", "result", "unit", "reason"};
  for (const tuning::column& c : columns) distinct(c.name);
  for (const auto& [name, value] : of.context) {
    names.push_back(distinct(name));
    about.push_back(value);
  }
  names.insert(names.end(), {"variant", "result"});
  for (const tuning::column& c : columns) names.push_back(c.name);
  names.insert(names.end(), {"unit", "reason"});
  if (with_heading) to << detail::csv_line(names) << '\n';
  for (const row& r : of.rows) {
    std::vector<std::string> fields = about;
    fields.insert(fields.end(), {r.variant, name_of(r.result)});
    for (const tuning::column& c : columns) {
      const std::optional<double> value = c.of(r);
      fields.push_back(value ? tuning::shortest(*value) : "");
    }
    fields.insert(fields.end(), {of.unit, r.reason});
    to << detail::csv_line(fields) << '\n';
  }
}

/// Writes a table as one JSON object of context, unit, rows and notes; unknown and non-finite numbers are null.
/// Repeated names in an object get numbers.
inline void write_json(std::ostream& to, const table& of)
{
  std::vector<std::pair<std::string, std::string>> context;
  tuning::distinct_names distinct{};
  for (const auto& [name, value] : of.context) context.emplace_back(distinct(name), detail::json_text(value));
  to << "{\n  \"context\": " << detail::json_object(context) << ",\n  \"unit\": " << detail::json_text(of.unit)
     << ",\n  \"rows\": [";
  const std::vector<tuning::column> columns = tuning::number_columns(of);
  for (const row& r : of.rows) to << (&r == &of.rows.front() ? "\n    " : ",\n    ") << detail::json_row(r, columns);
  to << "\n  ],\n  \"notes\": [";
  for (const std::string& note : of.notes)
    to << (&note == &of.notes.front() ? "\n    " : ",\n    ") << detail::json_text(note);
  to << "\n  ]\n}\n";
}

}  // namespace gridfold::inline GRIDFOLD_ABI
