// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Documents about the options that are installed with the program: its manual page, and completions for shells.
#pragma once

#include <string>
#include <vector>

namespace potential_map
{

/// An option as the documents show it. One without names is the positional argument.
struct described_option {
  std::vector<std::string> names;  ///< with their hyphens
  std::string group, meaning;
  std::string type;                  ///< what a value is, empty for a flag
  std::vector<std::string> choices;  ///< all values there are, or none
  std::string fallback;              ///< the default, if it is to be shown
};

/// A document of this kind: "man" in roff, "bash", "zsh" or "fish".
/// \param ending exit codes and an example, which end the manual page
std::string document(const std::string& kind, const std::vector<described_option>& options, const std::string& ending);

}  // namespace potential_map
