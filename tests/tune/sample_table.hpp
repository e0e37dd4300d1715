// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A table with a timed and a wrong variant, and what a function writes as text.
#pragma once

#include <gridfold/tune/table.hpp>
#include <limits>
#include <sstream>
#include <string>

namespace test
{

namespace gf = gridfold;

inline gf::table sample_table()
{
  gf::table table{.context = {{"kernel", "copy, twice"}}, .unit = "B/s", .rows = {}, .notes = {"Say \"no\"."}};
  table.rows.push_back(
      {.variant = "gather/8",
       .result = gf::outcome::timed,
       .reason = "",
       .seconds = 0.00125,
       .spread = 0.01,
       .runs = 12,
       .rate = 4.25e12,
       .share_of_floor = 0.885,
       .error = 0.0,
       .kernel = gf::compiled_kernel{.resources = {.registers = 32, .static_shared = 30, .dynamic_shared = 12},
                                     .occupancy = 0.75},
       .more = {{"coalescing", 1}}});
  table.rows.push_back({.variant = "gather/1/longer",
                        .result = gf::outcome::wrong,
                        .reason = "its error is inf",
                        .error = std::numeric_limits<double>::infinity()});
  return table;
}

template <class Write>
std::string written(Write write)
{
  std::ostringstream text;
  write(text);
  return text.str();
}

}  // namespace test
