// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Each line of docs/learn/textbook.md and docs/learn/textbook.md does what its figure does, and no other kernel passes for it.
#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "line.hpp"

namespace
{

std::vector<notes::line> all_lines()
{
  std::vector<notes::line> all;
  for (const auto& some : {notes::sums(), notes::products(), notes::copies(), notes::transposes(), notes::reductions(),
                           notes::neighbors()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

std::string text_of(const std::vector<std::string>& claims)
{
  std::string text;
  for (const std::string& claim : claims) text += "\n  " + claim;
  return text;
}

/// One row per line with a check, one column per kernel: . where the kernel breaks the line's claims, # where not.
std::string matrix_of(const std::vector<notes::line>& lines, const std::vector<notes::observation>& seen)
{
  std::string text;
  for (const notes::line& of : lines) {
    if (of.check == nullptr) continue;
    text += "\n";
    for (const notes::observation& by : seen) text += notes::broken_claims(of, by).empty() ? '#' : '.';
    text += "  " + of.name;
  }
  return text;
}

}  // namespace

TEST_CASE("each line of the notes is its figure, and no other line or similar kernel passes for it")
{
  const std::vector<notes::line> lines = all_lines();
  std::vector<notes::observation> seen;
  for (const notes::line& of : lines) seen.push_back(of.run());
  bool right = true;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].check == nullptr) continue;
    for (std::size_t j = 0; j < lines.size(); ++j) {
      const auto broken = notes::broken_claims(lines[i], seen[j]);
      right = right && broken.empty() == (i == j);
      if (i == j) CHECK_MESSAGE(broken.empty(), lines[i].name << text_of(broken));
      if (i != j) CHECK_MESSAGE(!broken.empty(), lines[j].name << " passes for " << lines[i].name);
    }
  }
  if (!right) MESSAGE(matrix_of(lines, seen));
}
