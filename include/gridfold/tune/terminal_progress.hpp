// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// How far a sweep is, on a terminal.
#pragma once

#include <gridfold/core/config.hpp>

#include <unistd.h>

#include <cstdio>
#include <gridfold/tune/sweep_options.hpp>
#include <string>

namespace gridfold
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

/// For sweep_options::report: one line on standard error that says which variant is next and how long the rest will
/// take, and is gone at the end; nothing if that is no terminal.
struct terminal_progress {
  void operator()(const progress& p) const
  {
    if (::isatty(STDERR_FILENO) == 0) return;
    std::fprintf(stderr, "\r\033[K%s", p.variant.empty() ? "" : progress_line(p).c_str());
    std::fflush(stderr);
  }
};

}  // namespace gridfold
