// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The stores of a loop that nvcc makes once, behind the loop.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/compiled_code.hpp>
#include <map>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Keeps a warp's stores on lines where nvcc has none, or a single one outside of loops, until the block's next
/// barrier. Those whose lanes store to the same place again are left out; the others are made by the single store that
/// the source makes after them, if there is one.
class sunk_stores {
 public:
  void begin_launch() { (kept_.clear)(); }

  /// Whether the store is kept. `made`: nvcc's stores on its line.
  bool keep(access_code& code, const request& r, int first_thread, const line_accesses& made)
  {
    if (made.count > 1 || (made.count == 1 && (made.in_loop || made.widest != code.counted))) return false;
    std::vector<kept_store>& own = kept_[first_thread];
    if (own.size() >= most_kept) return false;
    request rest = r;
    const std::size_t now = own.size();
    std::size_t begin = now;  // the first store of this access
    for (std::size_t n = 0; n < now; ++n) {
      kept_store& k = own[n];
      const std::uint32_t same = lanes_with_same_address(k.of, r);
      if (k.code == &code) {
        begin = std::min(begin, k.begin);
        if (made.count == 1 && same != 0) k.repeats = true;
        if (made.count == 1) rest.active &= ~same;
      }
      if (k.is_nowhere) k.of.active &= ~same;
    }
    if (rest.active == 0) return true;
    for (kept_store& k : own)
      if (k.code == &code && k.repeats && (k.of.active & rest.active) == 0) {
        add(k.of, rest);
        return true;
      }
    own.push_back({&code, rest, begin, made.count == 0, false});
    return true;
  }
  /// Leaves out kept stores on lines where nvcc has none: a wider store contains their words. `vectors`: where that
  /// begins.
  void leave_out(const request& vectors, int bytes, int first_thread)
  {
    std::vector<kept_store>& own = kept_[first_thread];
    for (kept_store& k : own)
      for (std::uint32_t lanes = k.is_nowhere ? k.of.active & vectors.active : 0; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        if (k.of.address[lane] - vectors.address[lane] < static_cast<unsigned>(bytes)) k.of.active &= ~(1u << lane);
      }
    while (!own.empty() && own.back().of.active == 0) own.pop_back();
  }
  /// Calls issue(code, request, first_thread) for the stores that nvcc makes, and forgets all.
  template <class Issue>
  void end_interval(Issue issue)
  {
    for (auto& [first_thread, own] : kept_) {
      for (std::size_t n = 0; n < own.size(); ++n)
        if (own[n].is_nowhere) sink(own, n);
      for (kept_store& k : own)
        if (k.of.active != 0) issue(*k.code, k.of, first_thread);
    }
    (kept_.clear)();
  }

 private:
  static constexpr std::size_t most_kept = 256;

  struct kept_store {
    access_code* code;
    request of;
    std::size_t begin;  ///< number of stores before the first one of this access
    bool is_nowhere;    ///< whether nvcc has no store on the line
    bool repeats;
  };

  static std::uint32_t lanes_with_same_address(const request& a, const request& b)
  {
    std::uint32_t same = 0;
    for (std::uint32_t lanes = a.active & b.active; lanes != 0; lanes &= lanes - 1)
      if (const int lane = std::countr_zero(lanes); a.address[lane] == b.address[lane]) same |= 1u << lane;
    return same;
  }
  static void add(request& to, const request& r)
  {
    for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1)
      to.add(std::countr_zero(lanes), r.address[std::countr_zero(lanes)]);
  }
  /// Moves a store to the single one behind it, which also makes those of other lanes.
  static void sink(std::vector<kept_store>& own, std::size_t n)
  {
    kept_store& k = own[n];
    for (kept_store& s : own) {
      if (s.is_nowhere || s.begin < k.begin || s.code->counted != k.code->counted || s.of.active == 0) continue;
      k.of.active &= ~lanes_with_same_address(k.of, s.of);
      if ((k.of.active & s.of.active) != 0) continue;
      add(s.of, k.of);
      k.of.active = 0;
    }
  }

  std::map<int, std::vector<kept_store>> kept_;  ///< by the warp's first thread
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
