// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The progress bar.
#pragma once

namespace potential_map
{

/// A progress bar on stderr during its lifetime, if stderr is a terminal and the bar is wanted.
class progress_bar {
 public:
  explicit progress_bar(bool wanted);
  ~progress_bar();
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;

  /// Shows the share of the work that is done, from 0 to 1.
  void show(double share);

 private:
  bool visible_;
  int percent_ = -1;
};

}  // namespace potential_map
