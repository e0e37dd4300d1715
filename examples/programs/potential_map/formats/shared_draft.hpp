// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A new file that several processes write parts of. All processes make the same calls.
#pragma once

#include <optional>
#include <string>

#include "engine/processes.hpp"
#include "output/output_file.hpp"

namespace potential_map
{

/// The names of process 0's draft and, for errors, of its output; see file_part.
struct shared_draft {
  std::string draft, path;
};

/// Hands out process 0's draft. Returns nothing if some process cannot open it, for example on a machine that does not
/// share its folder. An error of process 0 is thrown on all. \param to the output on process 0; null on other processes
std::optional<shared_draft> share_draft(output_file* to, const processes& by);

}  // namespace potential_map
