// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The accesses that nvcc makes of those that the source makes.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstdint>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/branch_stores.hpp>
#include <gridfold/trace_cuda/compiled_code.hpp>
#include <gridfold/trace_cuda/device_memory.hpp>
#include <gridfold/trace_cuda/line_limits.hpp>
#include <gridfold/trace_cuda/register_words.hpp>
#include <gridfold/trace_cuda/selected_loads.hpp>
#include <gridfold/trace_cuda/sunk_stores.hpp>
#include <gridfold/trace_cuda/vector_stores.hpp>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Decides about the requests of a launch by a listing of its kernel's code. Calls issue(code, request, first_thread)
/// for requests that it has kept and that nvcc makes.
class compiled_accesses {
 public:
  void begin_launch()
  {
    registers_.begin_launch();
    branches_.begin_launch();
    stores_.begin_launch();
    vectors_.begin_launch();
    selected_.begin_launch();
  }
  /// Called when a block's threads have reached a barrier or ended.
  template <class Issue>
  void end_interval(Issue issue)
  {
    selected_.end_interval(issue);
    registers_.end_interval(issue);
    branches_.end_interval(sunk_or(issue));
    stores_.end_interval(issue);
    vectors_.end_interval();
    limits_.end_interval();
  }
  /// Bytes of each lane in nvcc's access to `range`; 0 if nvcc makes none, or if the request is kept. Moves the
  /// addresses to the beginning of a wider access, and removes lanes for which another one acts.
  /// \param is_other_branch whether a store before is the other branch's of an `if` of the source:
  /// is_other_branch(code)
  template <class IsOtherBranch, class Issue>
  int bytes_of(access_code& code, request& r, int first_thread, const device_range& range,
               const compiled_kernel& kernel, const compiled_line& line, IsOtherBranch is_other_branch, Issue issue)
  {
    const bool is_shared = range.kind == memory_kind::in_shared;
    if (!is_shared && range.kind != memory_kind::in_global) return code.counted;
    if (code.does != access_kind::load) selected_.end(first_thread, issue);
    if (code.does == access_kind::atomic) {
      // Without the calls of inlined functions in the listing, atomic operations are on lines of the toolkit's headers.
      const line_atomics& made = line.atomics.any() ? line.atomics : kernel.atomics();
      if (!is_shared && made.combine() && has_one_address(r)) r.active &= ~(r.active - 1);
      return code.counted;
    }
    if (code.does == access_kind::store) {
      const line_accesses& made = is_shared ? line.shared_stores : line.global_stores;
      registers_.store(code, r, first_thread, made);
      if (is_shared && vectors_.comes_with_another(code, first_thread, range, line.with_stores().shared_stores))
        return 0;
      if (line.with != nullptr) return code.counted;
      // The store behind the branches is on a line of one of them, or beside them.
      const auto are_one = [&](access_code& before, const line_accesses* of) {
        return of->count == 0 || (of == &made && made.count == 1) || (made.count == 0 && is_other_branch(before));
      };
      const bool may_be_one = made.count == 0 || made.widest == code.counted;
      if (branches_.join(code, r, first_thread, &made, may_be_one, are_one, sunk_or(issue))) return 0;
      if (!is_shared && vectors_.is_wide(code, made)) {
        if (!vectors_.begins(code, r, first_thread, made)) return 0;
        stores_.leave_out(r, made.narrowest, first_thread);
        return made.narrowest;
      }
      return stores_.keep(code, r, first_thread, made) ? 0 : code.counted;
    }
    const line_accesses& made = is_shared ? line.with_loads().shared_loads : line.global_loads;
    const line_accesses& stores = is_shared ? line.shared_stores : line.global_stores;
    const int bytes = registers_.load(code, r, first_thread, made, range, stores);
    if (bytes > 0) r.active = limits_.lanes_below(r, bytes, first_thread, made);
    if (r.active == 0) return 0;
    if (bytes == code.counted && selected_.keep(code, r, first_thread, made, issue)) return 0;
    for (std::uint32_t lanes = bytes > code.counted ? r.active : 0; lanes != 0; lanes &= lanes - 1)
      r.address[__builtin_ctz(lanes)] -= r.address[__builtin_ctz(lanes)] % static_cast<unsigned>(bytes);
    return bytes;
  }

 private:
  /// Issues a store, unless it is kept as one that nvcc may make behind a loop.
  template <class Issue>
  auto sunk_or(Issue issue)
  {
    return [this, issue](access_code& code, const request& r, int first_thread, const line_accesses* made) {
      if (made->count == 0 && vectors_.contain(code, r, first_thread)) return;
      if (!stores_.keep(code, r, first_thread, *made)) issue(code, r, first_thread);
    };
  }
  static bool has_one_address(const request& r)
  {
    const std::uint64_t first = r.address[__builtin_ctz(r.active)];
    for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1)
      if (r.address[__builtin_ctz(lanes)] != first) return false;
    return true;
  }

  register_words registers_;
  branch_stores branches_;
  sunk_stores stores_;
  vector_stores vectors_;
  line_limits limits_;
  selected_loads selected_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
