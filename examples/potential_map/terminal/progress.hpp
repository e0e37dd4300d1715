// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The progress bar.
#pragma once

#include <chrono>
#include <string>

namespace potential_map
{

/// "40 % done, 12 s left": the share of the work that is done, from 0 to 1, and the time it took.
std::string progress_text(double share, double seconds);

/// Shows progress on stderr during its lifetime: a bar on a terminal; elsewhere a line now and then.
class progress_bar {
 public:
  /// \param pause seconds between lines, and before the first
  explicit progress_bar(bool wanted, double pause = 5);
  ~progress_bar();
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;

  /// Shows the share of the work that is done, from 0 to 1.
  void show(double share);

 private:
  using clock = std::chrono::steady_clock;
  void show_bar(double share, double seconds);
  void show_line(double share, double seconds);

  bool wanted_, on_terminal_;
  double pause_, last_line_ = 0;
  int percent_ = -1;
  clock::time_point begin_ = clock::now();
};

}  // namespace potential_map
