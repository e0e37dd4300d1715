// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The events of a lane in order, with their places in the warp's code.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace_cuda/access_table.hpp>
#include <gridfold/trace_cuda/unrolled_loops.hpp>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// An access of a lane, or a basic block that it enters (without code).
struct warp_event {
  std::uint64_t packed = 0;
  access_code* code = nullptr;

  warp_event() = default;
  /// \param depth number of calls on the lane's stack
  warp_event(std::uint64_t address, int depth, access_code* of)
      : packed(static_cast<std::uint64_t>(depth) << address_bits | (address & most_address)), code(of)
  {
  }
  [[nodiscard]] std::uint64_t address() const { return packed & most_address; }
  [[nodiscard]] std::uint64_t depth() const { return packed >> address_bits; }
  /// Whether another event has this code address and depth.
  [[nodiscard]] bool is_like(const warp_event& other) const
  {
    return code == other.code && (code == nullptr ? packed == other.packed : depth() == other.depth());
  }

  static constexpr int address_bits = 48;
  static constexpr std::uint64_t most_address = (std::uint64_t{1} << address_bits) - 1,
                                 most_depth = ~std::uint64_t{0} >> address_bits;
};

/// The place of an event in a warp's code; lanes at the lowest place act first. In an unrolled loop the place is the
/// loop, and the part, copy and address in it.
struct code_place {
  std::uint64_t at = 0, in_loop = 0;
  auto operator<=>(const code_place&) const = default;

  /// Added to the address of code that lanes reach after all other code of a kernel. No program has such addresses.
  static constexpr std::uint64_t last = std::uint64_t{1} << (warp_event::address_bits - 1);
  /// Added to the address of code that lanes reach without waiting for others.
  static constexpr std::uint64_t first = std::uint64_t{1} << warp_event::address_bits;

  [[nodiscard]] unrolled_round round() const
  {
    return {static_cast<int>(in_loop >> part_bit), static_cast<int>(in_loop >> warp_event::address_bits & most_copy)};
  }
  static std::uint64_t in_round(const unrolled_round& round, std::uint64_t code)
  {
    return static_cast<std::uint64_t>(round.part) << part_bit |
           static_cast<std::uint64_t>(round.copy) << warp_event::address_bits | code;
  }

 private:
  static constexpr int part_bit = 56;
  static constexpr std::uint64_t most_copy = 255;
};

/// The events of a lane that its warp has not yet processed.
class lane_events {
 public:
  /// The number of events by which a lane may be ahead of others.
  static constexpr std::size_t room = 1024;

  /// Adds an event. Returns false if the lane has to wait for others.
  bool add(const warp_event& e)
  {
    if (size_ == event_.size()) grow();
    // Assigned member by member, because both values are still in registers.
    warp_event& last = event_[size_++];
    last.packed = e.packed;
    last.code = e.code;
    return size_ < limit_;
  }
  /// Compares the next event, before it is added, with the leader's.
  void compare(const lane_events& leader, const warp_event& e)
  {
    if (alike_ == size_) alike_ += this == &leader || (size_ < leader.size_ && e.is_like(leader.event_[size_]));
  }
  /// Number of its first events that equal the leader's; 0 after events were removed.
  [[nodiscard]] std::size_t alike() const { return alike_; }
  [[nodiscard]] const warp_event* events() const { return event_.data(); }
  void skip_to(std::size_t next) { next_ = next; }
  [[nodiscard]] bool is_empty() const { return size_ == 0; }
  /// Continues a lane: it may add as many events as it has pending, but at least `room`.
  void begin_turn() { limit_ = size_ + std::max(room, size_ - next_); }
  [[nodiscard]] bool is_dry() const { return next_ == ready_; }
  [[nodiscard]] const warp_event& front() const { return event_[next_]; }
  [[nodiscard]] const code_place& place() const { return places_[next_]; }
  void pop() { ++next_; }
  void remove_all() { next_ = ready_ = size_ = seen_ = alike_ = 0; }

  /// Makes all events available.
  void make_ready() { ready_ = size_; }
  /// Removes the processed events.
  void remove_played()
  {
    alike_ = 0;
    if (next_ < size_ && next_ < size_ / 2) return;
    std::copy(event_.begin() + static_cast<std::ptrdiff_t>(next_), event_.begin() + static_cast<std::ptrdiff_t>(size_),
              event_.begin());
    if (!places_.empty() && next_ < size_)
      std::copy(places_.begin() + static_cast<std::ptrdiff_t>(next_),
                places_.begin() + static_cast<std::ptrdiff_t>(size_), places_.begin());
    size_ -= next_;
    ready_ -= next_;
    seen_ -= std::min(seen_, next_);
    next_ = 0;
  }

  /// Removes the last loads of a lane that has ended, as far as it ends in front of them. Loads(code) is nvcc's machine
  /// code of a load's line; nullptr for other accesses.
  template <class Loads>
  void remove_last(Loads loads)
  {
    const std::size_t begin = std::max(ready_, seen_);
    for (std::size_t i = size_; i-- > begin;) {
      if (event_[i].code == nullptr) continue;
      const compiled_line* const line = loads(*event_[i].code);
      if (line == nullptr || (line->behind_exit == 0 && !line->is_before_exit)) return;
      if (line->behind_exit == 0) continue;
      if (is_in_block_with_store(i)) return;
      if (line->behind_exit < line->loads()) return remove_some(*line, begin, loads);
      remove(i);
    }
  }
  /// Looks for loops in the added events. Made(code) is nvcc's machine code of an access's line, or nullptr.
  template <class Made>
  void find_loops(unrolled_loops& loops, Made made)
  {
    for (; seen_ < size_; ++seen_) {
      const warp_event& e = event_[seen_];
      if (e.code != nullptr) continue;
      const std::size_t depth = std::min<std::uint64_t>(e.depth(), last_.size() - 1);
      if (depth > last_depth_) last_[depth] = 0;
      last_depth_ = depth;
      if (e.address() <= last_[depth]) look_at(loops.add(e.address(), last_[depth]), made);
      last_[depth] = e.address();
    }
  }
  /// Finds the places of the events. In a loop that nvcc has unrolled they are known once the lane has left the loop.
  /// `ended`: the lane has ended, so it has left the loop of its last event. Code(event) is the address of an event's
  /// code.
  template <class Code>
  void find_places(const unrolled_loops& loops, bool ended, Code code)
  {
    places_.resize(event_.size());
    while (ready_ < size_) {
      const warp_event& e = event_[ready_];
      const unrolled_loops::loop* const loop = e.code == nullptr ? loops.at(e.address()) : nullptr;
      if (loop == nullptr) {
        const std::uint64_t address = code(e);
        places_[ready_] = {at(e, address), 0};
        if ((address & code_place::first) != 0) act_at_once(ready_);
        ++ready_;
      } else if (!find_rounds(*loop, ended, code)) {
        break;
      }
    }
  }

 private:
  [[gnu::cold, gnu::noinline]] void grow() { event_.resize(2 * size_); }
  void remove(std::size_t i)
  {
    const auto here = event_.begin() + static_cast<std::ptrdiff_t>(i);
    std::copy(here + 1, event_.begin() + static_cast<std::ptrdiff_t>(size_), here);
    --size_;
  }
  /// Removes the last loads of a line of which nvcc has moved some behind the end, if the lane has made each of the
  /// line's loads once.
  template <class Loads>
  void remove_some(const compiled_line& line, std::size_t begin, Loads loads)
  {
    std::vector<std::size_t> own;
    for (std::size_t i = begin; i < size_; ++i) {
      if (event_[i].code == nullptr || loads(*event_[i].code) != &line) continue;
      for (const std::size_t other : own)
        if (event_[other].code == event_[i].code) return;
      own.push_back(i);
    }
    if (own.size() != static_cast<std::size_t>(line.loads())) return;
    for (int n = 0; n < line.behind_exit; ++n, own.pop_back()) remove(own.back());
  }

  static constexpr std::size_t most_held = std::size_t{1} << 16;
  static constexpr int most_looked_at = 64;

  static std::uint64_t at(const warp_event& e, std::uint64_t place)
  {
    return (warp_event::most_depth - e.depth()) << warp_event::address_bits | place;
  }
  /// Checks the accesses of the round that ends where event `seen_` begins another one.
  template <class Made>
  void look_at(unrolled_loops::loop& loop, Made made)
  {
    if (loop.made.copies > 0 || loop.looked_at >= most_looked_at) return;
    ++loop.looked_at;
    for (std::size_t i = seen_; i-- > 0;) {
      if (event_[i].code == nullptr) {
        if (event_[i].address() == loop.begin) return;
      } else if (const compiled_line* const line = made(*event_[i].code); line != nullptr && line->loop.copies > 0) {
        loop.made = line->loop;
        return;
      }
    }
  }
  /// Whether a store is before an access in its basic block: g++ reports the stores of a copied struct before its
  /// loads.
  [[nodiscard]] bool is_in_block_with_store(std::size_t access) const
  {
    for (std::size_t i = access; i-- > 0 && event_[i].code != nullptr;)
      if (event_[i].code->does == access_kind::store) return true;
    return false;
  }
  /// Sets the place of an access, and of the blocks before it, in front of all others of the lanes' depth of calls.
  void act_at_once(std::size_t access)
  {
    for (std::size_t i = access + 1; i-- > next_;) {
      if (i != access && event_[i].code != nullptr) return;
      const std::uint64_t code =
          event_[i].code == nullptr ? event_[i].address() : reinterpret_cast<std::uint64_t>(event_[i].code->pc);
      places_[i] = {at(event_[i], code) - (std::uint64_t{1} << warp_event::address_bits), 0};
    }
  }
  /// Sets the places in the loop that begins at `ready_`. Returns false if the lane is still in the loop.
  template <class Code>
  bool find_rounds(const unrolled_loops::loop& loop, bool ended, Code code)
  {
    const std::uint64_t depth = event_[ready_].depth();
    begins_.resize(0);
    std::size_t end = ready_, blocks = 0, most_blocks = 0;
    bool has_left = false;
    for (; end < size_ && !has_left; ++end) {
      const warp_event& e = event_[end];
      if (e.depth() > depth || (e.depth() == depth && e.code != nullptr)) continue;
      if (e.depth() == depth && e.address() == loop.begin) {
        begins_.push_back(end);
        most_blocks = std::max(most_blocks, blocks);
        blocks = 0;
      } else {
        has_left = e.depth() < depth || e.address() < loop.begin || e.address() > loop.end;
      }
      ++blocks;
      if (has_left) break;
    }
    std::size_t rounds = begins_.size();
    if (has_left || ended) {
      // A loop that tests before each round tests once more than it has rounds.
      if (blocks - has_left == 1 && most_blocks > 1) --rounds;
    } else {
      const auto copies = static_cast<std::size_t>(loop.made.copies);
      if (end - ready_ < most_held || rounds <= copies) return false;
      rounds = (rounds - 1) / copies * copies;
      end = begins_[rounds];
    }
    for (std::size_t n = 0, i = ready_; i < end; ++i) {
      if (n + 1 < begins_.size() && i == begins_[n + 1]) ++n;
      const unrolled_round round =
          n < rounds ? round_of(loop.made, static_cast<std::int64_t>(n), static_cast<std::int64_t>(rounds))
                     : unrolled_round{unrolled_round::exit, 0};
      const std::uint64_t address = code(event_[i]);
      if ((address & code_place::first) != 0)
        act_at_once(i);
      else
        places_[i] = (address & code_place::last) != 0
                         ? code_place{at(event_[i], address), 0}
                         : code_place{at(event_[i], loop.begin), code_place::in_round(round, address)};
    }
    ready_ = end;
    return true;
  }

  std::vector<warp_event> event_ = std::vector<warp_event>(room);
  std::vector<code_place> places_;
  std::vector<std::size_t> begins_;
  std::size_t next_ = 0, ready_ = 0, size_ = 0, limit_ = room, seen_ = 0, alike_ = 0;
  std::size_t last_depth_ = 0;
  std::array<std::uint64_t, 16> last_{};  ///< the last blocks, by depth of calls
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
