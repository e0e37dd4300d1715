// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What the lanes of a warp do, and in which order a warp does it.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/exec/block.hpp>
#include <gridfold/trace/request.hpp>
#include <gridfold/trace_cuda/access_table.hpp>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// An access of a lane, or a basic block that it enters (no code).
struct warp_event {
  std::uint64_t packed = 0;
  access_code* code = nullptr;

  warp_event() = default;
  /// \param depth how many calls lead to the function that the lane is in
  warp_event(std::uint64_t address, int depth, access_code* of)
      : packed(static_cast<std::uint64_t>(depth) << address_bits | (address & most_address)), code(of)
  {
  }
  [[nodiscard]] std::uint64_t address() const { return packed & most_address; }
  [[nodiscard]] std::uint64_t depth() const { return packed >> address_bits; }

  static constexpr int address_bits = 48;
  static constexpr std::uint64_t most_address = (std::uint64_t{1} << address_bits) - 1,
                                 most_depth = ~std::uint64_t{0} >> address_bits;
};

/// The accesses and basic blocks of a warp's lanes, merged into requests: of the lanes that are deepest in calls, those
/// whose next event has the lowest code address act together, so that lanes that have parted reconverge where the code
/// of both branches ends. Compilers keep loops together and put what follows a branch behind it, but a function
/// anywhere: lanes that call one return before the others go on.
class warp_events {
 public:
  /// How far a lane may be ahead of others.
  static constexpr std::size_t room = 1024;

  /// Adds an event to a lane. Returns false if the lane has to wait for others.
  bool add(int lane, const warp_event& e)
  {
    queue& q = lanes_[lane];
    if (q.size == q.event.size()) q.event.resize(2 * q.size);
    q.event[q.size++] = e;
    return q.size < room;
  }
  [[nodiscard]] bool is_dry(int lane) const { return lanes_[lane].next == lanes_[lane].size; }

  /// Issues requests as far as the events say: until a lane of `open`, which may add more, has none left. Code(event)
  /// is the address of an event's code, issue(code, request) is called for the accesses.
  template <class Code, class Issue>
  void play(std::uint32_t open, Code code, Issue issue)
  {
    std::uint64_t at[warp_threads];
    for (int lane = 0; lane < warp_threads; ++lane) {
      at[lane] = next_code(lane, code);
      if (at[lane] == none && (open >> lane & 1) != 0) return;
    }
    for (;;) {
      std::uint64_t first = none;
      for (int lane = 0; lane < warp_threads; ++lane) first = at[lane] < first ? at[lane] : first;
      if (first == none) break;
      std::uint32_t acting = 0;
      for (int lane = 0; lane < warp_threads; ++lane) acting |= std::uint32_t{at[lane] == first} << lane;
      request r;
      access_code* accesses = nullptr;
      bool dry = false;
      for (std::uint32_t lanes = acting; lanes != 0; lanes &= lanes - 1) {
        const int lane = __builtin_ctz(lanes);
        queue& q = lanes_[lane];
        const warp_event& e = q.event[q.next++];
        accesses = e.code;
        r.address[lane] = e.address();
        at[lane] = next_code(lane, code);
        dry = dry || (at[lane] == none && (open >> lane & 1) != 0);
      }
      r.active = acting;
      if (accesses != nullptr) issue(*accesses, r);
      if (dry) break;
    }
    for (queue& q : lanes_)
      if (q.next == q.size) q.next = q.size = 0;
  }

  void remove_all()
  {
    for (queue& q : lanes_) q.next = q.size = 0;
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  struct queue {
    std::vector<warp_event> event = std::vector<warp_event>(room);
    std::size_t next = 0, size = 0;
  };

  template <class Code>
  [[nodiscard]] std::uint64_t next_code(int lane, Code code) const
  {
    const queue& q = lanes_[lane];
    if (q.next == q.size) return none;
    const warp_event& e = q.event[q.next];
    return (warp_event::most_depth - e.depth()) << warp_event::address_bits | code(e);
  }

  queue lanes_[warp_threads];
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
