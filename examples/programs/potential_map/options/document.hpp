// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Documents about the options that are installed with the program: its manual page, and completions for shells.
#pragma once

#include <string>
#include <vector>

namespace potential_map
{

/// An option in the documents. One without names is the positional argument.
struct described_option {
  std::vector<std::string> names;  ///< with their hyphens
  std::string group, meaning;
  std::string type;                  ///< kind of its value; empty for a flag
  std::vector<std::string> choices;  ///< all possible values, or none
  std::string fallback;              ///< the default to show, if any
};

/// A document of this kind: "man" in roff, "bash", "zsh" or "fish".
/// \param ending the end of the manual page: exit codes and an example
std::string document(const std::string& kind, const std::vector<described_option>& options, const std::string& ending);

}  // namespace potential_map
