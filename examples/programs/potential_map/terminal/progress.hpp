// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The progress bar.
#pragma once

#include <chrono>
#include <string>

namespace potential_map
{

/// A text such as "40 % done, 12 s left", from the completed share of the work (0 to 1) and its time.
std::string progress_text(double share, double seconds);

/// Shows progress on stderr during its lifetime: as a bar on a terminal, else as occasional lines.
class progress_bar {
 public:
  /// \param pause seconds between lines, and before the first
  explicit progress_bar(bool wanted, double pause = 5);
  ~progress_bar();
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;

  /// Shows the completed share of the work, from 0 to 1.
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
