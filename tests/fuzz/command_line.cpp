// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Fuzzes the command line of potential-map: arguments are the lines of the input.
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "formats/map_file.hpp"
#include "fuzz.hpp"
#include "options/lattice.hpp"
#include "options/options.hpp"

namespace
{

std::vector<std::string> lines_of(const std::string& text)
{
  std::istringstream rest(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(rest, line);) lines.emplace_back(line.c_str());  // an argument ends at a NUL
  return lines;
}

bool positive(double number) { return std::isfinite(number) && number > 0; }

/// Requires the properties of options that computations rely on.
void require_usable(const potential_map::options& asked)
{
  const potential_map::job& what = asked.what;
  fuzz::require(!asked.atoms.empty() && !asked.map.empty(), "there is a file to read and one to write");
  fuzz::require(test::message_of([&] { potential_map::format_of(asked.map); }).empty(), "the map has a format");
  fuzz::require(positive(what.unit) && positive(asked.shown_in.factor) && !asked.shown_in.name.empty(),
                "there is a unit");
  fuzz::require(positive(what.dielectric) && positive(what.width) && positive(what.softening),
                "lengths and permittivities are positive");
  fuzz::require(what.pair != potential_map::interaction::yukawa || positive(what.kappa), "a screening is positive");
  fuzz::require(what.cutoff == 0 || (positive(what.cutoff) && what.variant.empty()),
                "a cutoff is a distance, and has no choice of variants");
  fuzz::require(what.threads >= 0 && what.device_memory >= 0, "there are no fewer than 0 threads and bytes");
}

/// Requires that the lattice of the options is valid or refused; --like is ignored.
void require_lattice(potential_map::options asked)
{
  asked.like.clear();
  potential_map::molecule pair;
  pair.name = "pair";
  pair.atoms = {{-1, 2, 3.5, 1}, {4, -5, 6, -1}};
  const std::string refusal = test::message_of([&] { potential_map::choose_lattice(asked, pair).check(); });
  if (!refusal.empty()) fuzz::require_message(refusal, "lattice");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
  potential_map::options asked;
  try {
    asked = potential_map::read_options(lines_of(fuzz::text_of(data, size)));
  } catch (const potential_map::usage_error& refusal) {
    fuzz::require_readable(refusal.what());
    return 0;
  }
  if (!asked.answer.empty() || asked.list_variants) return 0;
  require_usable(asked);
  require_lattice(asked);
  return 0;
}
