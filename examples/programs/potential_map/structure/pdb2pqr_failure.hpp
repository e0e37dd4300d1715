// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Rewrites pdb2pqr's error messages in plainer words.
#pragma once

#include <string>
#include <vector>

namespace potential_map
{

struct pdb2pqr_failure {
  std::string reason;  ///< without a full stop
  std::string remedy;
};

/// Why pdb2pqr failed, and the remedy. An unknown reason is quoted: pdb2pqr's first critical line, or else its last
/// line.
pdb2pqr_failure failure_of_pdb2pqr(const std::string& said);

std::vector<std::string> lines_of(const std::string& text);

}  // namespace potential_map
