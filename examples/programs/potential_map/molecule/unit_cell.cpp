// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule/unit_cell.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <gridfold/core/error.hpp>
#include <numbers>
#include <vector>

#include "text/text.hpp"

namespace potential_map
{

namespace
{

/// Whether a space group has no symmetry but the period.
bool is_primitive(std::string_view group)
{
  const std::string_view name = trimmed(group);
  return name.empty() || name == "P 1" || name == "P1" || name == "1";
}

}  // namespace

unit_cell unit_cell_of(const gridfold::vec3& edges, const gridfold::vec3& angles, std::string_view group)
{
  if (!(edges.x > 1 && edges.y > 1 && edges.z > 1)) return {};
  if (!is_primitive(group))
    return {{},
            "its space group is " + printable(std::string(trimmed(group)), 20) +
                " (the file lacks the copies that fill the box): expand it to P 1, such as by gemmi"};
  try {
    return {gridfold::period_vectors_of(edges, angles), ""};
  } catch (const gridfold::error& wrong) {
    return {{}, wrong.what()};
  }
}

unit_cell cell_in_pdb(std::string_view text)
{
  constexpr std::string_view name = box_record;
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    if (at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r') continue;
    const std::string_view line = text.substr(at, text.find_first_of("\r\n", at) - at);
    std::array<double, 6> numbers{};
    std::string_view rest = line.substr(name.size());
    for (double& number : numbers) {
      rest = rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
      const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
      const auto value = number_in<double>(rest.substr(0, end));
      if (!value || !std::isfinite(*value))
        return {{},
                "its CRYST1 record lacks a number (" + quoted(rest.substr(0, end)) +
                    " stands where one belongs): correct it, or leave it out"};
      number = *value;
      rest.remove_prefix(end);
    }
    constexpr std::size_t column = 55;  // of the space group
    const std::string_view group = line.size() > column ? line.substr(column, 11) : rest;
    return unit_cell_of({numbers[0], numbers[1], numbers[2]}, {numbers[3], numbers[4], numbers[5]}, group);
  }
  return {};
}

std::string described(const gridfold::period_vectors& period)
{
  const auto& [l, tilt] = period;
  const gridfold::vec3 edges = period.edges();
  const auto angle = [](double product, double length) { return std::acos(product / length) * 180 / std::numbers::pi; };
  std::array<char, 120> text{};
  std::snprintf(text.data(), text.size(), "%.4g x %.4g x %.4g Å", edges.x, edges.y, edges.z);
  std::string found = text.data();
  if (tilt == gridfold::box_tilt{}) return found;
  std::snprintf(text.data(), text.size(), ", angles %.4g, %.4g, %.4g",
                angle(tilt.xy * tilt.xz + l.y * tilt.yz, edges.y * edges.z), angle(tilt.xz, edges.z),
                angle(tilt.xy, edges.y));
  return found + text.data();
}

}  // namespace potential_map
