// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "terminal/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "text/quantity.hpp"

namespace potential_map
{

std::string progress_text(double share, double seconds)
{
  const std::string done = std::to_string(static_cast<int>(100 * share)) + " % done";
  return share > 0 ? done + ", " + duration(seconds * (1 - share) / share) + " left" : done;
}

progress_bar::progress_bar(bool wanted, double pause)
    : wanted_(wanted), on_terminal_(::isatty(STDERR_FILENO) != 0), pause_(pause)
{
}

progress_bar::~progress_bar()
{
  if (percent_ >= 0) std::fputs("\r\033[K", stderr);
}

void progress_bar::show(double share)
{
  if (!wanted_) return;
  share = std::clamp(share, 0.0, 1.0);
  const double seconds = std::chrono::duration<double>(clock::now() - begin_).count();
  on_terminal_ ? show_bar(share, seconds) : show_line(share, seconds);
}

void progress_bar::show_bar(double share, double seconds)
{
  const int percent = static_cast<int>(100 * share);
  if (percent == percent_) return;
  percent_ = percent;
  constexpr int width = 40;
  const auto done = static_cast<std::size_t>(percent * width / 100);
  const std::string bar = std::string(done, '#') + std::string(width - done, '.');
  std::fprintf(stderr, "\r[%s] %s\033[K", bar.c_str(), progress_text(share, seconds).c_str());
  std::fflush(stderr);
}

void progress_bar::show_line(double share, double seconds)
{
  if (seconds < last_line_ + pause_ || share >= 1) return;
  last_line_ = seconds;
  std::fprintf(stderr, "potential-map: %s\n", progress_text(share, seconds).c_str());
}

}  // namespace potential_map
