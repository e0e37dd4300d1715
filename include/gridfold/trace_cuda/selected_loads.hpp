// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Loads of both branches of a line, of which nvcc makes one: lanes select the address.
#pragma once

#include <gridfold/core/config.hpp>

#include <bit>
#include <cstdint>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/compiled_code.hpp>
#include <map>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Keeps a warp's load on a line with a single one until the warp's next access. If this is another load of the line,
/// by other lanes, they are one.
class selected_loads {
 public:
  void begin_launch() { (kept_.clear)(); }

  /// Whether the load is kept. `made`: nvcc's loads on its line. Calls issue(code, request, first_thread) for the one
  /// before it.
  template <class Issue>
  bool keep(access_code& code, const request& r, int first_thread, const line_accesses& made, Issue issue)
  {
    kept_load& k = kept_[first_thread];
    const bool is_single = made.count == 1 && made.widest == code.counted;
    if (is_single && k.made == &made && k.last != &code && (k.of.active & r.active) == 0) {
      for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1)
        k.of.add(std::countr_zero(lanes), r.address[std::countr_zero(lanes)]);
      k.last = &code;
      return true;
    }
    end(k, first_thread, issue);
    if (is_single) k = {&made, &code, &code, r};
    return is_single;
  }
  /// Called before a warp's other accesses.
  template <class Issue>
  void end(int first_thread, Issue issue)
  {
    if (const auto k = kept_.find(first_thread); k != kept_.end()) end(k->second, first_thread, issue);
  }
  /// Called at a block's barriers and end.
  template <class Issue>
  void end_interval(Issue issue)
  {
    for (auto& [first_thread, k] : kept_) end(k, first_thread, issue);
  }

 private:
  struct kept_load {
    const line_accesses* made = nullptr;
    access_code *code = nullptr, *last = nullptr;
    request of{};
  };

  template <class Issue>
  static void end(kept_load& k, int first_thread, Issue issue)
  {
    if (k.made != nullptr) issue(*k.code, k.of, first_thread);
    k.made = nullptr;
  }

  std::map<int, kept_load> kept_;  ///< by the warp's first thread
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
