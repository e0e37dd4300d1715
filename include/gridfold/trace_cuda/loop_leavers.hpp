// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The code behind a loop that lanes reach one after another.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <gridfold/trace_cuda/loop_tails.hpp>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Finds the source lines whose accesses all stand between the target of a branch out of a loop and the end of the
/// kernel, without a convergence barrier: a lane that leaves the loop goes on and ends, while others are in the loop.
class loop_leavers {
 public:
  using place = loop_tails::place;

  void read_label(const std::string& label) { labels_[label] = code_.size(); }
  void read_access(const place& line) { code_.push_back({instruction::access, {}, line}); }
  /// \param operands the operands of an instruction that begins with `name`
  void read_instruction(const std::string& name, const std::string& operands, bool is_conditional)
  {
    if (name.starts_with("BRA"))
      code_.push_back({instruction::branch, loop_tails::label_in(operands), {}});
    else if (name.starts_with("EXIT") && !is_conditional)
      code_.push_back({instruction::exit, {}, {}});
    else if (name.starts_with("BSSY") || name.starts_with("BSYNC") || name.starts_with("BAR") ||
             name.starts_with("WARPSYNC") || name.starts_with("CALL") || name.starts_with("EXIT"))
      code_.push_back({instruction::other, {}, {}});
  }
  /// Ends the kernel; the lines.
  std::vector<place> end()
  {
    std::set<std::size_t> apart;  // accesses
    for (std::size_t n = 0; n < code_.size(); ++n)
      if (code_[n].is == instruction::branch && leaves_loop(n)) add_until_exit(labels_[code_[n].label], apart);
    std::set<place> lines;
    for (const std::size_t n : apart) lines.insert(code_[n].line);
    for (std::size_t n = 0; n < code_.size(); ++n)
      if (code_[n].is == instruction::access && apart.count(n) == 0) (lines.erase)(code_[n].line);
    *this = {};
    return {lines.begin(), lines.end()};
  }

 private:
  struct instruction {
    enum kind { access, branch, exit, other } is;
    std::string label;
    place line;
  };

  [[nodiscard]] std::size_t target_of(std::size_t n) const
  {
    const auto found = labels_.find(code_[n].label);
    return found == labels_.end() ? n : found->second;
  }
  /// Whether the branch `n` in a loop leads behind the loop's end.
  [[nodiscard]] bool leaves_loop(std::size_t n) const
  {
    for (std::size_t end = n + 1; end < target_of(n); ++end)
      if (code_[end].is == instruction::branch && target_of(end) <= n) return true;
    return false;
  }
  /// Adds the accesses from `n` to the kernel's end, if no instruction in between lets lanes wait or part.
  void add_until_exit(std::size_t n, std::set<std::size_t>& accesses) const
  {
    std::size_t end = n;
    while (end < code_.size() && code_[end].is == instruction::access) ++end;
    if (end == code_.size() || code_[end].is != instruction::exit) return;
    for (; n < end; ++n) accesses.insert(n);
  }

  std::vector<instruction> code_;
  std::map<std::string, std::size_t> labels_;  ///< number of the instruction behind each
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
