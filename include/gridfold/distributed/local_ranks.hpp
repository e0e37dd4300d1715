// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Ranks that are threads of one process, without MPI and NCCL: on the host, or on the devices that the process sees.
#pragma once

#include <gridfold/core/config.hpp>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/error.hpp>
#include <gridfold/distributed/transport.hpp>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A team of threads, one per rank:
///
///   gf::local_ranks(4).run([&](const gf::local_ranks::member& by) {
///     const gf::ranks on{gf::host{1}, by};
///     ...
///   });
///
/// One run() at a time. A function that uses a device first makes one current (cudaSetDevice). all_gather and exchange
/// copy from the memory of other ranks; between devices they copy through the host, because a device may lack access to
/// another's memory. They synchronise the executor's stream before and after.
class local_ranks {
 public:
  /// A rank's handle to the team: its transport.
  class member {
   public:
    member(local_ranks& team, int rank) : team_(&team), rank_(rank) {}

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int size() const { return team_->size_; }

    template <class Executor>
    void all_gather(const Executor& on, const std::byte* part, cuda::std::span<const std::int64_t> counts,
                    std::byte* whole) const
    {
      agree(distributed::failure_of(rank_, [&] {
        team_->part_[mine()] = Executor::runs_on_host ? part : on_host(on, part, counts[mine()]);
        on.wait();
      }));
      agree(distributed::failure_of(rank_, [&] {
        for (std::size_t r = 0; r < counts.size(); ++r) {
          const std::byte* from = team_->part_[r];
          if (from != whole && counts[r] > 0) on.copy(from, whole, static_cast<std::size_t>(counts[r]));
          whole += counts[r];
        }
        on.wait();
      }));
    }

    template <class Executor>
    void exchange(const Executor& on, cuda::std::span<const const_bytes> parts,
                  cuda::std::span<const std::int64_t> counts, std::byte* whole) const
    {
      std::vector<const_bytes> readable(parts.begin(), parts.end());
      agree(distributed::failure_of(rank_, [&] {
        if (!Executor::runs_on_host) distributed::copy_to_host(on, readable, team_->copy_[mine()]);
        team_->parts_[mine()] = readable.data();
        on.wait();
      }));
      agree(distributed::failure_of(rank_, [&] {
        for (std::size_t r = 0; r < counts.size(); ++r) {
          on.copy(team_->parts_[r][mine()].data(), whole, static_cast<std::size_t>(counts[r]));
          whole += counts[r];
        }
        on.wait();
      }));
    }

    void agree(const std::string& failure, std::int64_t arguments = 0) const
    {
      team_->agree(rank_, failure, arguments);
    }

   private:
    [[nodiscard]] std::size_t mine() const { return static_cast<std::size_t>(rank_); }

    /// A copy of this rank's part, complete once the executor has synchronised.
    template <class Executor>
    const std::byte* on_host(const Executor& on, const std::byte* part, std::int64_t count) const
    {
      std::vector<std::byte>& copy = team_->copy_[mine()];
      copy.resize(static_cast<std::size_t>(count));
      if (count > 0) on.copy(part, copy.data(), copy.size());
      return copy.data();
    }

    local_ranks* team_;
    int rank_;
  };

  /// A team of `size` ranks, whose threads run() starts. Throws `error` for less than 1.
  explicit local_ranks(int size)
      : size_(size),
        failed_(size),
        part_(static_cast<std::size_t>(size > 0 ? size : 0)),
        parts_(part_.size()),
        copy_(part_.size())
  {
    if (size < 1) throw error({"there are ", size, " local ranks (none computes): give 1 or more"});
  }
  local_ranks(const local_ranks&) = delete;
  local_ranks& operator=(const local_ranks&) = delete;

  /// Calls f(member) on one thread per rank and waits for all. If f throws anything on a rank, ranks that wait for this
  /// rank throw `error` with its text, and run() throws `error` with the text of the lowest rank that threw: "rank 2:
  /// ...".
  template <class F>
  void run(const F& f)
  {
    ended_ = {};
    std::vector<std::string> failure(static_cast<std::size_t>(size_));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < size_; ++rank)
      threads.emplace_back([&, rank] {
        std::string& mine = failure[static_cast<std::size_t>(rank)];
        mine = distributed::failure_of(rank, [&] { f(member(*this, rank)); });
        end(rank, mine);
      });
    for (std::thread& thread : threads) thread.join();
    arrived_ = 0;
    failed_ = size_;
    for (const std::string& text : failure)
      if (!text.empty()) throw error(text);
  }

 private:
  void agree(int rank, const std::string& failure, std::int64_t arguments)
  {
    std::unique_lock lock(mutex_);
    if (!ended_.empty()) throw agreed_error(ended_);  // this round will never be complete
    if (arrived_ == 0) arguments_ = arguments;
    differ_ = (arrived_ > 0 && differ_) || arguments != arguments_;
    if (!failure.empty() && rank < failed_) {
      failed_ = rank;
      failure_ = failure;
    }
    const unsigned before = round_;
    if (++arrived_ == size_) {
      verdict_ = failed_ < size_ ? failure_ : differ_ ? distributed::arguments_differ().what() : std::string();
      failed_ = size_;
      arrived_ = 0;
      ++round_;
      changed_.notify_all();
    } else {
      changed_.wait(lock, [&] { return round_ != before || !ended_.empty(); });
      if (round_ == before) throw agreed_error(ended_);
    }
    if (!verdict_.empty()) throw agreed_error(verdict_);
  }

  /// Marks a rank as ended: ranks that wait for it throw.
  void end(int rank, const std::string& failure)
  {
    const std::lock_guard lock(mutex_);
    if (ended_.empty())
      ended_ = !failure.empty()
                   ? failure
                   : distributed::failure_of_rank(rank,
                                                  "its function has returned while others wait for it (every "
                                                  "rank makes the same calls): call verbs on all ranks");
    changed_.notify_all();
  }

  int size_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int arrived_ = 0, failed_;    ///< in this round: number of waiting ranks, and the lowest rank that failed
  std::int64_t arguments_ = 0;  ///< hash of the first rank's arguments in this round
  bool differ_ = false;         ///< whether another rank's arguments differ from it
  unsigned round_ = 0;
  std::string failure_, verdict_, ended_;
  std::vector<const std::byte*> part_;        ///< each rank's part in all_gather
  std::vector<const const_bytes*> parts_;     ///< each rank's parts for all ranks in exchange
  std::vector<std::vector<std::byte>> copy_;  ///< copies on the host, of parts in device memory
};

}  // namespace gridfold::inline GRIDFOLD_ABI
