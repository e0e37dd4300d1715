// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The words that lanes hold in registers, which nvcc does not load again.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/compiled_code.hpp>
#include <map>
#include <utility>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// Finds loads of the source that nvcc's machine code lacks: their lanes hold the words, and the loads on the line are
/// fewer than those of the source, or are in no loop. Words are held until the block's next barrier.
class register_words {
 public:
  void begin_launch()
  {
    (lines_.clear)();
    (wide_.clear)();
    (undecided_.clear)();
    (unplaced_.clear)();
    (held_.clear)();
  }
  /// Forgets the words, and calls issue(code, request, first_thread) for loads that turned out to be nvcc's.
  template <class Issue>
  void end_interval(Issue issue)
  {
    for (undecided_load& u : undecided_)
      if (u.variable == 0 ? !is_without(*u.code, u.of, u.first_thread, *u.made) : !comes_free(u))
        issue(*u.code, u.of, u.first_thread);
    (undecided_.clear)();
    for (auto& [made, line] : lines_) line.undecided = 0;
    for (unplaced_load& u : unplaced_) issue(*u.codes[0], u.of, u.first_thread);
    (unplaced_.clear)();
    (held_.clear)();
  }

  /// The bytes that nvcc loads for each lane of a request; 0 if it loads nothing, or if that is not yet known.
  /// \param made nvcc's loads of this memory on the line, of this kernel's listing
  /// \param stores its stores
  int load(access_code& code, const request& r, int first_thread, const line_accesses& made, const device_range& range,
           const line_accesses& stores)
  {
    if (made.in_loop) add(lines_[&made].all, code);
    if (!holds(r, code.counted, first_thread)) return load_anew(code, r, first_thread, made, range);
    if (lines_[&made].is_whole(code) || is_carried(r, code.counted, first_thread, made, stores)) return 0;
    if (made.count == 0 || is_without(code, r, first_thread, made)) return 0;
    if (std::any_of(wide_.begin(), wide_.end(), [&](const wide_load& w) { return w.has(range.begin); })) return 0;
    // More of the line's loads may show up until the barrier.
    loaded_line& line = lines_[&made];
    if (made.in_loop || line.loads(code) || made.widest > code.counted || line.undecided == most_undecided)
      return code.counted;
    ++line.undecided;
    undecided_.push_back({&code, r, first_thread, &made, 0});
    return 0;
  }
  /// A lane holds what it has stored. `made`: nvcc's stores on the line.
  void store(const access_code& code, const request& r, int first_thread, const line_accesses& made)
  {
    hold(code, r, code.counted, first_thread);
    if (made.in_loop) add(lines_[&made].all, code);
  }

 private:
  static constexpr std::size_t most_held = 64;
  static constexpr std::size_t most_undecided = 4096;

  struct held_words {
    const access_code* code;
    request of;
    int bytes;
  };
  struct undecided_load {
    access_code* code;
    request of;
    int first_thread;
    const line_accesses* made;
    std::uint64_t variable;  ///< the variable of shared memory that may come with another; 0 if its words are held
  };
  /// A load, or the loads of both branches of an `if`, on lines without loads.
  struct unplaced_load {
    std::vector<access_code*> codes;
    request of;
    int first_thread;
  };
  /// A load that is wider than its variable of shared memory, and may load others with it.
  struct wide_load {
    const line_accesses* made;
    std::uint64_t variable;
    int spare;                          ///< bytes that are not known to be loaded
    std::vector<std::uint64_t> with{};  ///< the other variables

    [[nodiscard]] bool has(std::uint64_t other) const
    {
      return std::find(with.begin(), with.end(), other) != with.end();
    }
  };
  struct loaded_line {
    std::vector<const access_code*> own{};  ///< accesses of the source that load words which their lanes do not hold
    std::vector<const access_code*> all{};  ///< accesses of the source, of lines in loops
    std::size_t undecided = 0;
    /// Loads of members, and those of the structs that nvcc loads with them.
    std::vector<std::pair<const access_code*, const access_code*>> members{};

    [[nodiscard]] bool loads(const access_code& code) const
    {
      return std::find(own.begin(), own.end(), &code) != own.end();
    }
    [[nodiscard]] bool is_whole(const access_code& code) const
    {
      return std::any_of(members.begin(), members.end(), [&](const auto& m) { return m.second == &code; });
    }
    /// Bytes of nvcc's load: of the struct if this one is of its member.
    [[nodiscard]] int bytes_of(const access_code& code) const
    {
      const auto member = std::find_if(members.begin(), members.end(), [&](const auto& m) { return m.first == &code; });
      return member == members.end() ? code.counted : member->second->counted;
    }
  };
  static void add(std::vector<const access_code*>& all, const access_code& code)
  {
    if (std::find(all.begin(), all.end(), &code) == all.end()) all.push_back(&code);
  }

  /// Whether nvcc has left out a load of held words. Its loads of the line are those of other words, or those before a
  /// loop, by the same lanes.
  [[nodiscard]] bool is_without(const access_code& code, const request& r, int first_thread, const line_accesses& made)
  {
    const loaded_line& line = lines_[&made];
    if (line.own.size() < static_cast<std::size_t>(made.count)) return false;
    const bool repeats = line.loads(code);
    if (made.in_loop && (repeats || made.narrowest <= code.counted)) return false;
    std::uint32_t others = r.active;
    for (const held_words& w : held_[first_thread])
      if (repeats ? w.code == &code : line.loads(*w.code)) others &= ~w.of.active;
    return others == 0;
  }
  [[nodiscard]] bool holds(const request& r, int bytes, int first_thread) const
  {
    const auto words = held_.find(first_thread);
    if (words == held_.end()) return false;
    std::uint32_t rest = r.active;
    for (auto w = words->second.rbegin(); w != words->second.rend() && rest != 0; ++w)
      for (std::uint32_t lanes = rest & w->of.active; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        const std::uint64_t begin = w->of.address[lane], at = r.address[lane];
        if (at >= begin && at + static_cast<unsigned>(bytes) <= begin + static_cast<unsigned>(w->bytes))
          rest &= ~(1u << lane);
      }
    return rest == 0;
  }
  void hold(const access_code& code, const request& r, int bytes, int first_thread)
  {
    std::deque<held_words>& words = held_[first_thread];
    words.push_back({&code, r, bytes});
    if (words.size() > most_held) words.pop_front();
  }
  int load_anew(access_code& code, const request& r, int first_thread, const line_accesses& made,
                const device_range& range)
  {
    const bool is_global = range.kind == memory_kind::in_global;
    if (!is_global && comes_with_member(code, r, first_thread, made)) return 0;
    const int bytes = is_global ? std::max(code.counted, made.narrowest) : lines_[&made].bytes_of(code);
    const bool is_with_another = !is_global && comes_with_another(code, r, first_thread, made, range);
    hold(code, aligned(r, bytes), bytes, first_thread);
    if (is_with_another) return 0;
    if (made.count == 0) return place(code, r, first_thread) ? 0 : bytes;
    add(lines_[&made].own, code);
    return bytes;
  }
  /// Whether a struct in shared memory is loaded where a member of it is: the line has no load for it alone.
  bool comes_with_member(const access_code& code, const request& r, int first_thread, const line_accesses& made)
  {
    if (made.widest != code.counted || made.narrowest == code.counted) return false;
    loaded_line& line = lines_[&made];
    if (line.own.size() < static_cast<std::size_t>(made.count) || line.loads(code)) return false;
    for (const held_words& w : held_[first_thread]) {
      if (w.bytes >= code.counted || !line.loads(*w.code) || (r.active & ~w.of.active) != 0) continue;
      const request begins = aligned(w.of, code.counted);
      std::uint32_t lanes = r.active;
      while (lanes != 0 && begins.address[std::countr_zero(lanes)] == r.address[std::countr_zero(lanes)])
        lanes &= lanes - 1;
      if (lanes != 0) continue;
      line.members.emplace_back(w.code, &code);
      hold(code, r, code.counted, first_thread);
      return true;
    }
    return false;
  }
  /// Whether a loop's round has stored the words for the next one: nvcc's loads in loops are fewer per store of the
  /// line than the source's.
  [[nodiscard]] bool is_carried(const request& r, int bytes, int first_thread, const line_accesses& made,
                                const line_accesses& stores)
  {
    if (!made.in_loop || !stores.in_loop || made.narrowest != bytes || stores.narrowest != bytes) return false;
    const loaded_line &loaded = lines_[&made], &stored = lines_[&stores];
    if (static_cast<std::size_t>(made.bytes_in_loops) * stored.all.size() >=
        static_cast<std::size_t>(stores.bytes_in_loops) * loaded.all.size())
      return false;
    std::uint32_t rest = r.active;
    for (const held_words& w : held_[first_thread])
      if (std::find(stored.all.begin(), stored.all.end(), w.code) != stored.all.end())
        for (std::uint32_t lanes = rest & w.of.active; lanes != 0; lanes &= lanes - 1)
          if (const int lane = std::countr_zero(lanes); w.of.address[lane] == r.address[lane]) rest &= ~(1u << lane);
    return rest == 0;
  }
  /// Whether a variable of shared memory is loaded with another one, whose load is wider than the variable. If only the
  /// line's other loads can tell, keeps the request until the barrier.
  bool comes_with_another(access_code& code, const request& r, int first_thread, const line_accesses& made,
                          const device_range& range)
  {
    if (range.end - range.begin != static_cast<std::uint64_t>(code.counted)) return false;
    const bool is_wide = made.count == 1 && made.narrowest > code.counted;
    for (wide_load& w : wide_) {
      const bool is_new = w.variable != range.begin && w.spare >= code.counted && (!is_wide || w.made == &made);
      request variable = r;
      std::fill_n(variable.address, warp_threads, w.variable);
      if ((!w.has(range.begin) && !is_new) || !holds(variable, code.counted, first_thread)) continue;
      if (w.has(range.begin)) return true;
      w.spare -= code.counted;
      w.with.push_back(range.begin);
      if (!is_wide) undecided_.push_back({&code, r, first_thread, &made, range.begin});
      return true;
    }
    if (is_wide && std::none_of(wide_.begin(), wide_.end(), [&](const wide_load& w) { return w.made == &made; }))
      wide_.push_back({&made, range.begin, made.narrowest - code.counted});
    return false;
  }
  /// Whether a variable that may come with another one does: the line's loads are those of other words.
  bool comes_free(const undecided_load& u)
  {
    if (lines_[u.made].own.size() >= static_cast<std::size_t>(std::max(1, u.made->count))) return true;
    for (wide_load& w : wide_)
      if (std::erase_if(w.with, [&](std::uint64_t v) { return v == u.variable; }) != 0) w.spare = 0;
    lines_[u.made].own.push_back(u.code);
    return false;
  }
  /// Keeps a load on a line without loads: nvcc has moved it, in front of a branch if other lanes load in the other
  /// branch. Returns false if too many are kept.
  bool place(access_code& code, const request& r, int first_thread)
  {
    const std::size_t first = unplaced_.size() - std::min(unplaced_.size(), most_held);
    for (std::size_t n = first; n < unplaced_.size(); ++n) {
      unplaced_load& u = unplaced_[n];
      if (u.first_thread != first_thread || (u.of.active & r.active) != 0 || u.codes[0]->counted != code.counted ||
          std::find(u.codes.begin(), u.codes.end(), &code) != u.codes.end())
        continue;
      u.codes.push_back(&code);
      for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1)
        u.of.add(std::countr_zero(lanes), r.address[std::countr_zero(lanes)]);
      return true;
    }
    if (unplaced_.size() == most_undecided) return false;
    unplaced_.push_back({{&code}, r, first_thread});
    return true;
  }
  static request aligned(request r, int bytes)
  {
    for (std::uint32_t lanes = r.active; lanes != 0; lanes &= lanes - 1) {
      std::uint64_t& address = r.address[std::countr_zero(lanes)];
      address -= address % static_cast<unsigned>(bytes);
    }
    return r;
  }

  std::map<int, std::deque<held_words>> held_;  ///< by the warp's first thread
  std::map<const line_accesses*, loaded_line> lines_;
  std::vector<undecided_load> undecided_;
  std::vector<unplaced_load> unplaced_;
  std::vector<wide_load> wide_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
