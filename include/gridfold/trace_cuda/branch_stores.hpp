// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Stores of both branches of an `if` to one place, of which nvcc makes one behind the branches.
#pragma once

#include <gridfold/core/config.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/compiled_code.hpp>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Keeps a warp's store that may be one with the next one, which other lanes make.
class branch_stores {
 public:
  void begin_launch() { kept_.assign(kept_.size(), {}); }

  /// Adds the lanes of the store before, if are_one(its code) says that both are one. Returns whether the store is kept
  /// for the next one. Calls issue(code, request, first_thread, made) for the store before, if it is apart.
  /// \param made nvcc's stores on the line; nullptr if unknown
  template <class AreOne, class Issue>
  bool join(access_code& code, request& r, int first_thread, const line_accesses* made, bool is_keeping, AreOne are_one,
            Issue issue)
  {
    kept_store& before = kept_[static_cast<std::size_t>(first_thread / warp_threads)];
    if (before.code != nullptr && before.code != &code && (before.of.active & r.active) == 0 &&
        before.code->counted == code.counted && are_one(*before.code, before.made)) {
      for (std::uint32_t lanes = before.of.active; lanes != 0; lanes &= lanes - 1)
        r.add(std::countr_zero(lanes), before.of.address[std::countr_zero(lanes)]);
      before.code = nullptr;
    } else {
      end(before, first_thread, issue);
    }
    if (is_keeping) before = {&code, made, r};
    return is_keeping;
  }
  /// Called at a block's barriers and end.
  template <class Issue>
  void end_interval(Issue issue)
  {
    int first_thread = -warp_threads;
    for (kept_store& k : kept_) end(k, first_thread += warp_threads, issue);
  }

 private:
  static constexpr std::size_t most_warps = 1024 / warp_threads;

  struct kept_store {
    access_code* code = nullptr;
    const line_accesses* made = nullptr;
    request of{};
  };

  template <class Issue>
  static void end(kept_store& k, int first_thread, Issue issue)
  {
    if (k.code != nullptr) issue(*k.code, k.of, first_thread, k.made);
    k.code = nullptr;
  }

  std::vector<kept_store> kept_ = std::vector<kept_store>(most_warps);
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
