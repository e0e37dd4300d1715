// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The chains of a PDB file that only TER separates.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace potential_map
{

/// A PDB file's text in which each chain has its own name.
struct separate_chains {
  std::string text;
  std::map<std::string, std::string> real_names;  ///< the file's name of each renamed chain
  std::size_t unnamed = 0;                        ///< number of renamed chains without a letter in the file

  /// A chain's name in the file.
  [[nodiscard]] std::string real_name(const std::string& chain) const
  {
    const auto found = real_names.find(chain);
    return found == real_names.end() ? chain : found->second;
  }
};

/// Gives names of two characters to chains that TER separates:
/// - chains without a letter, if a model has several of them; waters after TER remain one chain;
/// - parts with the letter of an earlier chain and numbers of its residues, unless they are copies in the same place.
/// Other atoms after TER, such as ligands, belong to the chain whose letter they have. Lines end in LF.
separate_chains name_chains(std::string_view text);

}  // namespace potential_map
