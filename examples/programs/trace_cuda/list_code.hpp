// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Lists nvcc's machine code for a CUDA program's kernels.
#pragma once

#include <string>
#include <vector>

#include "options.hpp"
#include "run.hpp"
#include "sources.hpp"

namespace trace_cuda
{

/// Lists the code of all sources with line information; ends the program if a tool is missing or fails.
inline fs::path list_code(const options& o, const sources& from, const fs::path& folder)
{
  for (const char* tool : {"nvcc", "nvdisasm"})
    if (!can_run(tool))
      fail(std::string("--as-compiled needs ") + tool +
           " of the CUDA Toolkit, which is not found: set PATH, or leave the "
           "option out to count accesses as they are written");
  const fs::path code = folder / "kernels.cubin", listing = folder / "listing", errors = folder / "nvcc.errors";
  for (const std::string& source : o.sources) {
    std::vector<std::string> words = {"nvcc", "-cubin", "-lineinfo", "-w", "-arch=" + o.architecture};
    for (const std::string& headers : from.folders) words.push_back("-I" + headers);
    words.insert(words.end(), o.flags.begin(), o.flags.end());
    words.insert(words.end(), {"-x", "cu", source, "-o", code.string()});
    if (run(words, errors) != 0)
      fail("nvcc does not compile " + source + " for " + o.architecture + ":\n" + contents(errors));
    if (run({"sh", "-c", "nvdisasm -gi \"$1\" >> \"$2\"", "sh", code.string(), listing.string()}, errors) != 0)
      fail("nvdisasm does not list the code of " + source + ":\n" + contents(errors));
  }
  return listing;
}

}  // namespace trace_cuda
