// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Merges requests as nvcc does: requests of one line to neighbouring words of shared memory become a wider one.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/unrolled_loops.hpp>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Collects requests until a barrier. From an aligned vector nvcc loads all words if it needs more than half of them,
/// one half if it needs exactly this half, and otherwise single words. It stores a vector, a half or a quarter of it if
/// all its words are stored, or if no store of the line is narrower: then the rest is padding.
class merged_requests {
 public:
  /// Requests that may be merged: accesses of one line by one warp in one stretch of code.
  struct group {
    const compiled_line* line;
    int width;  ///< bytes of the line's widest accesses
    int first_thread;
    index3 block;
    unrolled_round round;
  };

  /// Adds a request to memory that begins at `origin`. Calls issue(code, request, bytes, group) for requests that are
  /// complete.
  template <class Issue>
  void add(access_code& code, const request& r, const group& of, std::uint64_t origin, Issue issue)
  {
    vector_request v{&code, of, origin, r, 0};
    const auto width = static_cast<std::uint64_t>(of.width);
    const std::uint64_t phase = (r.address[std::countr_zero(r.active)] - origin) % width;
    bool is_one_phase = true;
    for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1) {
      std::uint64_t& address = v.begins.address[std::countr_zero(lanes)];
      is_one_phase = is_one_phase && (address - origin) % width == phase;
      address -= (address - origin) % width;
    }
    if (!is_one_phase) return issue(code, r, code.counted, of);
    v.words = 1u << phase / static_cast<unsigned>(code.counted);
    const auto same = std::find_if(open_.begin(), open_.end(), [&](const vector_request& o) { return is_same(o, v); });
    if (same != open_.end()) {
      const bool continues = same->of.round.part == of.round.part && same->of.round.copy <= of.round.copy;
      if (continues && (same->words & v.words) == 0) {
        same->words |= v.words;
        same->of.round = of.round;
        return;
      }
      end(*same, issue);
      (open_.erase)(same);
    }
    if (open_.size() == most_open) {
      end(open_.front(), issue);
      (open_.erase)(open_.begin());
    }
    open_.push_back(v);
  }
  /// Separates the requests so far from later ones.
  template <class Issue>
  void end_all(Issue issue)
  {
    for (vector_request& v : open_) end(v, issue);
    (open_.clear)();
  }

 private:
  static constexpr std::size_t most_open = 64;

  struct vector_request {
    access_code* code;
    group of;
    std::uint64_t origin;
    request begins;  ///< the beginning of each lane's vector
    std::uint32_t words;
  };

  static bool is_same(const vector_request& a, const vector_request& b)
  {
    if (a.of.line != b.of.line || a.begins.active != b.begins.active || a.of.first_thread != b.of.first_thread ||
        a.code->does != b.code->does || a.code->counted != b.code->counted || a.origin != b.origin)
      return false;
    for (std::uint32_t lanes = a.begins.active; lanes != 0; lanes &= lanes - 1)
      if (const int lane = std::countr_zero(lanes); a.begins.address[lane] != b.begins.address[lane]) return false;
    return true;
  }
  template <class Issue>
  static void end(const vector_request& v, Issue issue)
  {
    end_part(v, 0, v.of.width / v.code->counted, issue);
  }
  /// Issues `count` words from `first` on.
  template <class Issue>
  static void end_part(const vector_request& v, int first, int count, Issue issue)
  {
    const std::uint32_t words = v.words >> first & ((1u << count) - 1);
    if (words == 0) return;
    const int has = std::popcount(words);
    const bool is_apart = v.code->does == access_kind::store
                              ? has < count && count * v.code->counted > v.of.line->shared_stores.narrowest
                              : 2 * has <= count;
    if (count > 1 && is_apart) {
      end_part(v, first, count / 2, issue);
      end_part(v, first + count / 2, count / 2, issue);
      return;
    }
    request r = v.begins;
    for (std::uint64_t& address : r.address) address += static_cast<unsigned>(first * v.code->counted);
    issue(*v.code, r, count * v.code->counted, v.of);
  }

  std::vector<vector_request> open_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
