// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Shows the progress of a sweep on a terminal.
#pragma once

#include <gridfold/core/config.hpp>

#include <unistd.h>

#include <cstdio>
#include <gridfold/tune/sweep_options.hpp>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace tuning
{

/// The line that terminal_progress shows.
inline std::string progress_line(const progress& p)
{
  const int seconds = static_cast<int>(p.seconds_left + 0.5);
  char text[64];
  std::snprintf(text, sizeof(text), "[%d/%d] ", p.done, p.total);
  std::string line = text + p.variant;
  std::snprintf(text, sizeof(text), ", %d:%02d left", seconds / 60, seconds % 60);
  return p.done > 0 ? line + text : line;
}

}  // namespace tuning

/// For sweep_options::report: a line on standard error with the next variant and the remaining time, erased at the end;
/// nothing if standard error is not a terminal.
struct terminal_progress {
  void operator()(const progress& p) const
  {
    if (::isatty(STDERR_FILENO) == 0) return;
    std::fprintf(stderr, "\r\033[K%s", p.variant.empty() ? "" : tuning::progress_line(p).c_str());
    std::fflush(stderr);
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
