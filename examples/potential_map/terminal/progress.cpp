// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "terminal/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace potential_map
{

progress_bar::progress_bar(bool wanted) : visible_(wanted && ::isatty(STDERR_FILENO) != 0) {}

progress_bar::~progress_bar()
{
  if (percent_ >= 0) std::fputs("\r\033[K", stderr);
}

void progress_bar::show(double share)
{
  const int percent = static_cast<int>(100 * std::clamp(share, 0.0, 1.0));
  if (!visible_ || percent == percent_) return;
  percent_ = percent;
  constexpr int width = 40;
  const auto done = static_cast<std::size_t>(percent * width / 100);
  const std::string bar = std::string(done, '#') + std::string(width - done, '.');
  std::fprintf(stderr, "\r[%s] %3d %%", bar.c_str(), percent);
  std::fflush(stderr);
}

}  // namespace potential_map
