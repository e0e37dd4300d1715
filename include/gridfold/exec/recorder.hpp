// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The recorder: counts what traced views tell it while kernels run.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/relay.hpp>
#include <gridfold/exec/thread.hpp>
#include <gridfold/model/banks.hpp>
#include <gridfold/model/fault.hpp>
#include <gridfold/model/lockstep.hpp>
#include <gridfold/model/report.hpp>
#include <gridfold/model/segments.hpp>
#include <gridfold/model/shadow.hpp>
#include <gridfold/view/watched.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gridfold
{

class recorder;

/// A view's memory under a recorder's eyes.
class watched_memory {
 public:
  watched_memory(recorder& by, std::string name, memory_kind memory, role as, const void* begin, std::size_t bytes,
                 int word, const void* origin)
      : by_(by),
        name_(std::move(name)),
        memory_(memory),
        role_(as),
        begin_(reinterpret_cast<std::uint64_t>(begin)),
        origin_(reinterpret_cast<std::uint64_t>(origin)),
        bytes_(bytes),
        word_(static_cast<std::size_t>(word)),
        shadow_((bytes + word_ - 1) / word_, memory == memory_kind::in_shared)
  {
    std::fill_n(&site_[0][0], 3 * sizes, -1);
  }

  /// Notes an access of the running thread. False if it is outside the view, and must not take place.
  bool note(access_kind does, const void* at, int bytes);

  /// Where it is now: the next block's shared memory, or the next launch's constant memory.
  void moves_to(const void* begin, const void* origin)
  {
    begin_ = reinterpret_cast<std::uint64_t>(begin);
    origin_ = reinterpret_cast<std::uint64_t>(origin);
  }

 private:
  friend recorder;
  static constexpr int sizes = 5;  // words of 1, 2, 4, 8 and 16 bytes

  [[nodiscard]] bool is(const std::string& name, const void* begin, std::size_t bytes) const
  {
    return name_ == name && (memory_ != memory_kind::in_global || begin_ == reinterpret_cast<std::uint64_t>(begin)) &&
           bytes_ == bytes;
  }
  [[nodiscard]] std::size_t unwritten() const
  {
    return role_ == role::output ? (bytes_ + word_ - 1) / word_ - shadow_.written() : 0;
  }

  recorder& by_;
  std::string name_;
  memory_kind memory_;
  role role_;
  std::uint64_t begin_, origin_;
  std::size_t bytes_, word_;
  shadow shadow_;
  int site_[3][sizes];
};

/// Counts as it goes: what it keeps grows with the memory of the views, not with what is done to it.
class recorder {
 public:
  using global_rule = traffic (*)(const request&);
  using shared_rule = bank_cost (*)(const request&);

  recorder(global_rule for_global, shared_rule for_shared) : for_global_(for_global), for_shared_(for_shared) {}
  recorder(const recorder&) = delete;
  recorder& operator=(const recorder&) = delete;

  /// The memory of a view, watched from now on: so many bytes, an element's being words of `word` bytes. Addresses
  /// count from `origin`. Watched again, an output or scratch has nothing in it.
  watched_memory& watch(const std::string& name, memory_kind memory, role as, const void* begin, std::size_t bytes,
                        int word, const void* origin = nullptr)
  {
    for (const auto& known : watched_)
      if (known->memory_ == memory && known->is(name, begin, bytes)) return again(*known, as, begin, origin);
    watched_.push_back(std::make_unique<watched_memory>(*this, name, memory, as, begin, bytes, word, origin));
    return *watched_.back();
  }

  // What the executor tells.
  void begin_launch()
  {
    at_.launch_began = ++at_.now;
    blocks_ = blocks_with_atomics_ = 0;
  }
  void begin_block(shape3 index, int threads)
  {
    at_.block_began = ++at_.now;
    block_ = index;
    threads_ = threads;
    ++blocks_;
    block_has_atomic_ = at_.synchronised = false;
  }
  void begin_interval() { ++at_.now; }
  /// Calls f(rank) for the threads of a warp, [first, last), between two barriers.
  template <class F>
  void run_warp(int first, int last, F f)
  {
    const auto run = [&](int lane) {
      begin_thread(first + lane);
      f(first + lane);
    };
    const auto issue = [this](int site, request& r) { count(site, r); };
    warp_relay_.run(last - first, run, [&](std::uint32_t paused) { warp_.play(issue, paused); });
    lane_ = outside_threads;
  }
  void end_launch()
  {
    threads_ = 0;
    lane_ = outside_threads;
    warp_.clear();
  }

  [[nodiscard]] trace_report report() const
  {
    std::vector<fault> faults = faults_;
    for (const auto& memory : watched_) add_unwritten(faults, *memory);
    return trace_report(sites_, std::move(faults));
  }

 private:
  friend watched_memory;
  static constexpr int outside_threads = -1;

  watched_memory& again(watched_memory& known, role as, const void* begin, const void* origin)
  {
    known.moves_to(begin, origin);
    if (known.memory_ != memory_kind::in_global) return known;
    add_unwritten(faults_, known);
    known.role_ = as;
    if (as == role::output || as == role::scratch) known.shadow_.forget();
    return known;
  }

  bool note(watched_memory& memory, access_kind does, std::uint64_t address, int bytes)
  {
    if (threads_ == 0) return true;  // not a kernel: the program around it
    const std::uint64_t offset = address - memory.begin_;
    if (offset >= memory.bytes_ || memory.bytes_ - offset < static_cast<std::size_t>(bytes)) {
      add_fault(fault_kind::outside, memory, static_cast<std::int64_t>(offset), -1);
      return false;
    }
    const std::uint64_t place = address - memory.origin_;
    const int site = site_of(memory, does, bytes);
    if (lane_ == outside_threads)
      count_for_all(site, place);
    else
      add(place, site);
    if (memory.memory_ != memory_kind::in_constant) inspect(memory, does, offset, bytes);
    return true;
  }

  void begin_thread(int rank)
  {
    at_.thread = static_cast<std::uint32_t>(rank);
    lane_ = rank % warp_threads;
  }
  void add(std::uint64_t place, int site)
  {
    while (warp_.is_full(lane_)) {
      const auto rank = static_cast<int>(at_.thread);
      warp_relay_.pause();
      begin_thread(rank);
    }
    warp_.add(lane_, {place, site});
  }

  void inspect(watched_memory& memory, access_kind does, std::uint64_t offset, int bytes)
  {
    if (does == access_kind::atomic && !block_has_atomic_) {
      block_has_atomic_ = true;
      at_.synchronised = ++blocks_with_atomics_ == blocks_;
    }
    if (lane_ == outside_threads) return;
    const bool filled = memory.role_ == role::input || memory.role_ == role::update;
    for (std::uint64_t word = offset / memory.word_; word * memory.word_ < offset + static_cast<std::uint64_t>(bytes);
         ++word) {
      const verdict found = memory.shadow_.touch(word, does, at_);
      if (found.race) add_fault(fault_kind::race, memory, static_cast<std::int64_t>(offset), found.other);
      if (found.unwritten && !filled)
        add_fault(fault_kind::read_unwritten, memory, static_cast<std::int64_t>(offset), -1);
    }
  }

  int site_of(watched_memory& memory, access_kind does, int bytes)
  {
    int& site = memory.site_[static_cast<int>(does)][__builtin_ctz(static_cast<unsigned>(bytes))];
    if (site < 0) site = find_site(memory, does, bytes);
    return site;
  }
  int find_site(const watched_memory& memory, access_kind does, int bytes)
  {
    const auto same = [&](const access_site& s) {
      return s.view == memory.name_ && s.does == does && s.memory == memory.memory_ && s.bytes == bytes;
    };
    const auto found = std::find_if(sites_.begin(), sites_.end(), same);
    const auto index = found - sites_.begin();
    if (found == sites_.end()) sites_.push_back({{}, memory.name_, does, memory.memory_, bytes});
    return static_cast<int>(index);
  }

  /// What a block does outside each_thread, all of its threads do.
  void count_for_all(int site, std::uint64_t place)
  {
    for (int first = 0; first < threads_; first += warp_threads) {
      request r;
      for (int lane = 0; lane < std::min(warp_threads, threads_ - first); ++lane) r.add(lane, place);
      count(site, r);
    }
  }

  void count(int site, request& r)
  {
    access_site& s = sites_[static_cast<std::size_t>(site)];
    r.bytes = s.bytes;
    const int lanes = r.lanes(), addresses = addresses_of(r).size();
    ++s.requests;
    s.accesses += lanes;
    s.addresses += addresses;
    if (s.does == access_kind::atomic) s.collisions += lanes - addresses;
    s.bytes_asked += distinct_bytes(r);
    if (s.memory == memory_kind::in_global) {
      const traffic cost = for_global_(r);
      s.transactions += cost.transactions;
      s.bytes_moved += cost.bytes;
    } else if (s.memory == memory_kind::in_shared) {
      const bank_cost cost = for_shared_(r);
      s.wavefronts += cost.wavefronts;
      s.conflicts += cost.conflicts;
    }
  }

  void add_fault(fault_kind kind, const watched_memory& memory, std::int64_t offset, int other)
  {
    for (fault& f : faults_)
      if (f.kind == kind && f.view == memory.name_) {
        ++f.count;
        return;
      }
    faults_.push_back({kind, memory.name_, 1, offset / static_cast<std::int64_t>(memory.word_), block_,
                       static_cast<int>(at_.thread), other});
  }
  static void add_unwritten(std::vector<fault>& faults, const watched_memory& memory)
  {
    const auto words = static_cast<std::int64_t>(memory.unwritten());
    if (words > 0) faults.push_back({fault_kind::never_written, memory.name_, words});
  }

  global_rule for_global_;
  shared_rule for_shared_;
  std::vector<std::unique_ptr<watched_memory>> watched_;
  std::vector<access_site> sites_;
  std::vector<fault> faults_;
  lockstep warp_;
  relay warp_relay_;
  moment at_;
  shape3 block_{0, 0, 0};
  int threads_ = 0, lane_ = outside_threads;
  std::int64_t blocks_ = 0, blocks_with_atomics_ = 0;
  bool block_has_atomic_ = false;
};

inline bool watched_memory::note(access_kind does, const void* at, int bytes)
{
  return by_.note(*this, does, reinterpret_cast<std::uint64_t>(at), bytes);
}

}  // namespace gridfold
