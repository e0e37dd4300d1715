// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Prints a readable table: sorted, aligned, with units.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <gridfold/core/error.hpp>
#include <gridfold/core/text_fields.hpp>
#include <gridfold/tune/columns.hpp>
#include <gridfold/tune/table.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// A column's number as readable text.
inline std::string told(const std::string& column, double value, const std::string& unit)
{
  const auto percent = [&] {
    char text[32];
    std::snprintf(text, sizeof(text), "%.1f%%", 100 * value);
    return std::string(text);
  };
  if (column == "seconds") return tuning::scaled(value) + "s";
  if (column == "per_second") return tuning::scaled(value) + unit;
  if (column == "shared_bytes") return tuning::shortest(value) + " B";
  if (column == "spread" || column == "share_of_floor" || column == "occupancy") return percent();
  return core::text_of(value);
}

inline std::string heading(const std::string& column)
{
  if (column == "seconds") return "time";
  if (column == "per_second") return "speed";
  if (column == "share_of_floor") return "of floor";
  if (column == "shared_bytes") return "shared";
  return column;
}

/// The width of a UTF-8 text on a terminal, in characters.
inline std::size_t width_of(const std::string& text)
{
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

/// A printed column: its heading, then one text per row.
using printed = std::vector<std::string>;

inline printed print_column(const tuning::column& c, const std::vector<row>& rows, const std::string& unit)
{
  printed texts{heading(c.name)};
  for (const row& r : rows) {
    const std::optional<double> value = c.of(r);
    texts.push_back(value ? told(c.name, *value, unit) : "");
  }
  return texts;
}

inline bool is_empty(const printed& texts)
{
  return std::all_of(texts.begin() + 1, texts.end(), [](const std::string& text) { return text.empty(); });
}

inline void pad(printed& texts, bool to_the_right)
{
  std::size_t width = 0;
  for (const std::string& text : texts) width = std::max(width, width_of(text));
  for (std::string& text : texts) {
    const std::string blanks(width - width_of(text), ' ');
    text = to_the_right ? blanks + text : text + blanks;
  }
}

/// The columns with content, variants first and reasons last.
inline std::vector<printed> print_columns(const table& of)
{
  printed variants{"variant"}, reasons{""};
  for (const row& r : of.rows) {
    variants.push_back(core::printable(r.variant));
    reasons.push_back(r.result == outcome::timed ? ""
                                                 : std::string(name_of(r.result)) + ": " + core::printable(r.reason));
  }
  pad(variants, false);
  std::vector<printed> columns{variants};
  for (const tuning::column& c : tuning::number_columns(of)) {
    if (c.name == "per_second" && of.unit.empty()) continue;
    columns.push_back(print_column(c, of.rows, of.unit));
    if (is_empty(columns.back()))
      columns.pop_back();
    else
      pad(columns.back(), true);
  }
  columns.push_back(reasons);
  return columns;
}

}  // namespace detail

/// Writes a table for readers: context, rows, notes. Empty columns are omitted.
inline void print(std::ostream& to, const table& of)
{
  for (const auto& [name, value] : of.context) to << name << ": " << value << '\n';
  const std::vector<detail::printed> columns = detail::print_columns(of);
  for (std::size_t line = 0; line <= of.rows.size(); ++line) {
    std::string text;
    for (const detail::printed& c : columns) text += (text.empty() ? "" : "  ") + c[line];
    to << text.substr(0, text.find_last_not_of(' ') + 1) << '\n';
  }
  for (const std::string& note : of.notes) to << "note: " << note << '\n';
}

}  // namespace gridfold::inline GRIDFOLD_ABI
