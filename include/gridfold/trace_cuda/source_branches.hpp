// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Stores of both branches of an `if` to one place, by the text of the source.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/machine.hpp>
#include <gridfold/trace_cuda/source_text.hpp>
#include <map>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

class source_branches {
 public:
  explicit source_branches(cuda_machine& machine) : machine_(machine) {}

  void begin_launch() { (known_.clear)(); }
  /// The assignment of a store.
  const source_assignment& assignment_of(access_code& code)
  {
    if (!code.assigned) {
      const line_entry at = machine_.entry_of(code.pc);
      code.assigned = assignment_in(machine_.line_of(at), at.column);
    }
    return *code.assigned;
  }
  /// Whether two stores name one place, and the second one is in the `else` behind the first one.
  bool are_of_one_if(access_code& before, access_code& code)
  {
    const auto [known, is_new] = known_.try_emplace({&before, &code}, false);
    if (is_new) {
      const source_assignment &first = assignment_of(before), &second = assignment_of(code);
      known->second = !second.element.empty() && first.element == second.element &&
                      is_else_branch(machine_.text_between(machine_.entry_of(before.pc), machine_.entry_of(code.pc)));
    }
    return known->second;
  }

 private:
  cuda_machine& machine_;
  std::map<std::pair<const access_code*, const access_code*>, bool> known_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
