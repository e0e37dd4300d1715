// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The end of a kernel in machine code, which lanes that leave a loop by a break reach together.
#pragma once

#include <gridfold/core/config.hpp>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Finds the source lines of a kernel whose accesses all stand behind a loop, between the convergence barrier of the
/// loop's lanes and the end of the kernel. nvcc moves there what a loop's body does before it leaves the loop, if
/// nothing follows the loop. The lanes wait at the barrier, so that they act together.
class loop_tails {
 public:
  using place = std::pair<std::string, int>;

  void read_label(const std::string& label)
  {
    labels_.insert(label);
    const auto tail = goes_on_.find(label);
    if (tail == goes_on_.end()) return;
    leave_tail();
    in_tail_ = true;
    pending_ = tail->second;
    branch_ = label;
  }
  void read_access(const place& line)
  {
    if (!in_tail_) elsewhere_.insert(line);
    if (in_tail_) pending_.push_back(line);
  }
  /// \param operands the operands of an instruction that begins with `name`
  void read_instruction(const std::string& name, const std::string& operands, bool is_conditional)
  {
    if (name.starts_with("BSSY")) {
      leave_tail();
      has_loop_[barrier_of(operands)] = false;
    } else if (name.starts_with("BSYNC")) {
      leave_tail();
      in_tail_ = !is_conditional && has_loop_[barrier_of(operands)];
      (branch_.clear)();
    } else if (name.starts_with("EXIT") && !is_conditional) {
      for (const place& line : pending_) found_.emplace(line, branch_);
      (pending_.clear)();
      in_tail_ = false;
    } else if (name.starts_with("BRA") && in_tail_ && !is_conditional && labels_.count(label_in(operands)) == 0) {
      ++branches_[label_in(operands)];
      goes_on_[label_in(operands)] = pending_;
      (pending_.clear)();
      in_tail_ = false;
    } else if (name.starts_with("BRA") || name.starts_with("EXIT") || name.starts_with("CALL") ||
               name.starts_with("BAR") || name.starts_with("WARPSYNC")) {
      leave_tail();
      if (name.starts_with("BRA")) ++branches_[label_in(operands)];
      if (name.starts_with("BRA") && labels_.count(label_in(operands)) > 0)
        for (auto& [barrier, has_loop] : has_loop_) has_loop = true;
    }
  }
  /// Ends the kernel; the lines.
  std::vector<place> end()
  {
    std::vector<place> all;
    for (const auto& [line, branch] : found_)
      if (elsewhere_.count(line) == 0 && branches_[branch] <= 1) all.push_back(line);
    *this = {};
    return all;
  }
  /// The label in the operands of a branch; empty if there is none.
  static std::string label_in(const std::string& operands)
  {
    const std::size_t at = operands.find("`(");
    return at == std::string::npos ? std::string() : operands.substr(at + 2, operands.find(')', at) - at - 2);
  }

 private:
  static std::string barrier_of(const std::string& operands)
  {
    const std::size_t at = operands.find('B');
    return at == std::string::npos ? std::string() : operands.substr(at, operands.find_first_of(",; ", at) - at);
  }
  void leave_tail()
  {
    elsewhere_.insert(pending_.begin(), pending_.end());
    (pending_.clear)();
    in_tail_ = false;
  }

  std::set<std::string> labels_;
  std::map<std::string, bool> has_loop_;  ///< whether a loop stands behind a barrier's beginning
  std::map<place, std::string> found_;    ///< with the label behind which a line stands, if a branch leads there
  std::set<place> elsewhere_;
  std::vector<place> pending_;
  std::map<std::string, std::vector<place>> goes_on_;  ///< lines before an unconditional branch, by its target
  std::map<std::string, int> branches_;                ///< their number, by target
  std::string branch_;                                 ///< label of the code that is being read, behind such a branch
  bool in_tail_ = false;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
