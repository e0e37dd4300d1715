// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Shadow memory: the last accesses to each word of a view, to find faults.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <gridfold/core/error.hpp>
#include <gridfold/core/moved.hpp>
#include <gridfold/trace/request.hpp>
#include <memory>
#include <new>
#include <utility>

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

/// The time and thread of an access. Time counts intervals between barriers. Blocks run one after another, so an
/// interval belongs to one block.
struct moment {
  std::uint32_t now = 1;           ///< the current interval
  std::uint32_t block_began = 1;   ///< the first interval of this block
  std::uint32_t launch_began = 1;  ///< the first interval of this launch
  std::uint32_t barrier = ~0u;  ///< the first interval since the block's last barrier, if that is not the current one
  std::uint32_t lanes_met = 0;  ///< the interval in which this thread last reconverged with lanes of its warp
  std::uint32_t thread = 0;     ///< the rank of the thread in its block
  bool synchronised = false;    ///< whether this block and all before it have executed an atomic operation
  bool block_scope = false;     ///< whether the access is atomic only for the threads of its block
  bool copies = false;          ///< whether the access belongs to an asynchronous copy
};

/// The faults of an access, if any.
struct access_check {
  bool race = false, unwritten = false;
  /// Time decides the value: a thread of another block, or one that no barrier orders, has changed the word. Of an
  /// atomic operation: the atomic operation of another warp.
  bool by_time = false;
  bool in_flight = false;  ///< an asynchronous copy to the word has not arrived
  int other = -1;          ///< the other thread of a race, if it is in the same block
};

/// The state of a view's memory: 16 bytes for every word.
class shadow_memory {
 public:
  /// \param words the number of words
  /// \param of_block whether each block finds the memory uninitialised (shared memory)
  shadow_memory(std::size_t words, bool of_block) : words_(words), of_block_(of_block) {}

  /// Records an access to a word and returns its faults.
  access_check touch(std::size_t word, access_kind does, const moment& at)
  {
    cell& c = cells()[word];
    access_check found = does == access_kind::load ? reading(c, at) : writing(c, does == access_kind::atomic, at);
    if (does != access_kind::store) found.unwritten = !is_written(c, at);
    found.in_flight = (c.writer & in_flight) != 0;
    if (does == access_kind::load)
      note_read(c, at);
    else
      note_write(c, does == access_kind::atomic, at);
    return found;
  }

  /// Marks an asynchronous copy to a word as arrived.
  void arrive(std::size_t word) { cells()[word].writer &= ~in_flight; }

  /// Marks words as written by the host.
  void fill(std::size_t first, std::size_t count)
  {
    for (std::size_t word = first; word < first + count; ++word) {
      cell& c = cells()[word];
      if (c.write_time == 0) ++written_;
      c = {1, 0, 0, 0};
    }
  }

  /// Divides every word into `parts` words.
  void split(std::size_t parts)
  {
    const std::unique_ptr<cell, release> whole = gridfold::core::moved(cells_);
    const std::size_t words = words_;
    words_ *= parts;
    written_ *= parts;
    if (whole == nullptr) return;
    for (std::size_t word = 0; word < words; ++word)
      if (const cell& c = whole.get()[word]; c.write_time != 0 || c.read_time != 0)
        std::fill_n(cells() + word * parts, parts, c);
  }

  /// Number of words written in all launches since `forget`.
  [[nodiscard]] std::size_t written() const { return written_; }
  void forget()
  {
    cells_.reset();
    written_ = 0;
  }

 private:
  static constexpr std::uint32_t several = 0x1fffffff, thread_mask = several, flag = 0x80000000, in_block = 0x40000000,
                                 in_flight = 0x20000000, several_of_warp = 0x10000000;
  static constexpr std::uint32_t warp_of(std::uint32_t thread)
  {
    return (thread & several_of_warp) != 0 ? thread & ~several_of_warp : thread / 32;
  }
  /// Merges two readers: a thread, or marks for all of a warp or several warps.
  static constexpr std::uint32_t both(std::uint32_t a, std::uint32_t b)
  {
    if (a == b) return a;
    return a != several && warp_of(a) == warp_of(b) ? several_of_warp | warp_of(a) : several;
  }
  static std::uint32_t since_barrier(const moment& at) { return std::min(at.barrier, at.now); }
  /// Whether an access is in the current interval between barriers and no reconvergence of the warp orders it before
  /// `at`.
  static bool is_unordered(std::uint32_t time, std::uint32_t thread, const moment& at)
  {
    if (time < since_barrier(at)) return false;
    return time >= at.lanes_met || thread == several || warp_of(thread) != at.thread / 32;
  }

  /// The intervals of the last write and the last read (0: never) and their threads, with flags for atomic accesses,
  /// for their scope, for copies in flight, and for accesses by an earlier block of the launch.
  struct cell {
    std::uint32_t write_time, writer, read_time, reader;
  };
  struct release {
    void operator()(cell* cells) const { std::free(cells); }
  };

  /// Allocated as zero pages, so that untouched memory takes no space.
  cell* cells()
  {
    if (cells_ == nullptr) allocate();
    return cells_.get();
  }

  [[gnu::cold, gnu::noinline]] void allocate()
  {
    cells_.reset(static_cast<cell*>(std::calloc(words_, sizeof(cell))));
    if (cells_ == nullptr)
      throw error({"no memory for the shadow of a view of ", words_,
                   " words (a trace takes 16 bytes for each): trace a smaller problem"});
  }

  [[nodiscard]] bool is_written(const cell& c, const moment& at) const
  {
    return c.write_time != 0 && (!of_block_ || c.write_time >= at.block_began);
  }
  /// Whether an access was made by another block of this launch.
  [[nodiscard]] bool is_elsewhere(std::uint32_t time, const moment& at) const
  {
    return !of_block_ && time >= at.launch_began && time < at.block_began;
  }

  [[nodiscard]] access_check reading(const cell& c, const moment& at) const
  {
    return against(c.write_time, c.writer & thread_mask, at, at.synchronised);
  }
  [[nodiscard]] access_check writing(const cell& c, bool atomically, const moment& at) const
  {
    if (!(atomically && (c.writer & flag) != 0) || ends_scope(c, at)) {
      const access_check found = against(c.write_time, c.writer & thread_mask, at, false);
      if (found.race) return found;
    }
    const bool before = (c.reader & flag) != 0 && c.read_time >= at.launch_began;
    const std::uint32_t writer = c.writer & thread_mask;
    access_check found = against(c.read_time, c.reader & thread_mask, at, at.synchronised);
    found.by_time = atomically && (c.writer & flag) != 0 &&
                    (is_elsewhere(c.write_time, at) ||
                     (c.write_time >= since_barrier(at) && (writer == several || warp_of(writer) != at.thread / 32)));
    found.race = found.race || (before && !at.synchronised);
    return found;
  }
  /// Whether one of two atomic accesses is atomic only for its block, and the other is in another block.
  [[nodiscard]] bool ends_scope(const cell& c, const moment& at) const
  {
    return (at.block_scope || (c.writer & in_block) != 0) && is_elsewhere(c.write_time, at);
  }
  [[nodiscard]] access_check against(std::uint32_t time, std::uint32_t thread, const moment& at,
                                     bool synchronised) const
  {
    access_check found;
    if (time >= since_barrier(at)) {
      found.race = found.by_time = thread != at.thread && is_unordered(time, thread, at);
      if (found.race && thread < several_of_warp) found.other = static_cast<int>(thread);
    } else {
      found.by_time = time != 0 && is_elsewhere(time, at);
      found.race = found.by_time && !synchronised;
    }
    return found;
  }

  void note_read(cell& c, const moment& at) const
  {
    const bool before = c.read_time != 0 &&
                        (is_elsewhere(c.read_time, at) || (c.read_time >= at.launch_began && (c.reader & flag) != 0));
    const std::uint32_t reader = c.reader & thread_mask;
    const bool shared_reading = is_unordered(c.read_time, reader, at);
    c.read_time = at.now;
    c.reader = (shared_reading ? both(reader, at.thread) : at.thread) | (before ? flag : 0);
  }
  void note_write(cell& c, bool atomically, const moment& at)
  {
    if (c.write_time == 0) ++written_;
    const std::uint32_t writer = c.writer & thread_mask;
    const bool several_write = atomically && is_unordered(c.write_time, writer, at);
    c.write_time = at.now;
    c.writer = (several_write ? both(writer, at.thread) : at.thread) | (atomically ? flag : 0) |
               (at.block_scope ? in_block : 0) | (at.copies ? in_flight : 0);
  }

  std::unique_ptr<cell, release> cells_;
  std::size_t words_, written_ = 0;
  bool of_block_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
