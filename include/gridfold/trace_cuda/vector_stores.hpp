// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Stores of several statements or variables that nvcc makes as one wider store.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/compiled_code.hpp>
#include <gridfold/trace_cuda/device_memory.hpp>
#include <map>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Remembers a warp's stores on lines where all of nvcc's stores are wider than those of the source: they contain what
/// other lines, which have no store, assign to the other words.
class vector_stores {
 public:
  void begin_launch() { end_interval(); }
  /// Called at a block's barriers and end.
  void end_interval()
  {
    (vectors_.clear)();
    (variables_.clear)();
  }

  /// Whether nvcc's stores on the line are wider than this one of the source.
  static bool is_wide(const access_code& code, const line_accesses& made) { return made.narrowest > code.counted; }
  /// Moves a store on such a line to the beginning of each lane's vector. Returns false if another word of the line has
  /// stored the vector.
  bool begins(const access_code& code, request& r, int first_thread, const line_accesses& made)
  {
    const auto bytes = static_cast<unsigned>(made.narrowest);
    for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1)
      r.address[std::countr_zero(lanes)] -= r.address[std::countr_zero(lanes)] % bytes;
    std::vector<stored_vector>& own = vectors_[first_thread];
    for (stored_vector& v : own)
      if (v.made == &made && v.of.active == r.active && v.contains(r, made.narrowest) &&
          std::find(v.words.begin(), v.words.end(), &code) == v.words.end()) {
        v.words.push_back(&code);
        return false;
      }
    if (own.size() == most_kept) (own.erase)(own.begin());
    own.push_back({&made, r, {&code}});
    return true;
  }
  /// Whether vectors that the warp has stored contain all words of a store.
  [[nodiscard]] bool contain(const access_code& code, const request& r, int first_thread) const
  {
    const auto own = vectors_.find(first_thread);
    return own != vectors_.end() && std::any_of(own->second.begin(), own->second.end(),
                                                [&](const stored_vector& v) { return v.contains(r, code.counted); });
  }
  /// Whether a variable of shared memory is stored with another one of its line.
  bool comes_with_another(const access_code& code, int first_thread, const device_range& range,
                          const line_accesses& made)
  {
    if (range.end - range.begin != static_cast<std::uint64_t>(code.counted) || !is_wide(code, made)) return false;
    stored_variables& own = variables_[{first_thread, &made}];
    const bool is_with = own.spare >= code.counted && std::find(own.of.begin(), own.of.end(), &code) == own.of.end();
    if (!is_with) own = {made.narrowest, {}};
    own.spare -= code.counted;
    own.of.push_back(&code);
    return is_with;
  }

 private:
  static constexpr std::size_t most_kept = 8;

  struct stored_vector {
    const line_accesses* made;
    request of;
    std::vector<const access_code*> words;  ///< the line's stores to it

    [[nodiscard]] bool contains(const request& r, int bytes) const
    {
      for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        if (!of.has(lane) || r.address[lane] < of.address[lane] ||
            r.address[lane] + static_cast<unsigned>(bytes) > of.address[lane] + static_cast<unsigned>(made->narrowest))
          return false;
      }
      return true;
    }
  };
  struct stored_variables {
    int spare = 0;  ///< bytes of nvcc's store that no variable has
    std::vector<const access_code*> of{};
  };

  std::map<int, std::vector<stored_vector>> vectors_;  ///< by the warp's first thread
  std::map<std::pair<int, const line_accesses*>, stored_variables> variables_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
