// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The processes that compute one map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <gridfold/distributed/transport.hpp>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/engine.hpp"

namespace potential_map
{

/// The processes that mpirun has started, or this one alone. Process 0 reads, writes and prints; the others compute
/// slabs of its maps. For each map, process 0 calls hand_out while the others call receive. Then all make equal calls.
/// An error in together() ends all processes.
class processes {
 public:
  /// This process alone.
  processes();
  /// Joins the others if mpirun has started this process. Throws gridfold::error if it has and the program is built
  /// without MPI.
  processes(int& argc, char**& argv);
  /// On process 0: tells the others that no more jobs follow. Waits for all.
  ~processes();
  processes(const processes&) = delete;
  processes& operator=(const processes&) = delete;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  /// The number of this process among those of its machine, and their number.
  [[nodiscard]] int rank_of_machine() const { return rank_of_machine_; }
  [[nodiscard]] int size_of_machine() const { return size_of_machine_; }
  [[nodiscard]] int machines() const { return machines_; }

  /// Process 0: sends a job for a processor: its atoms, lattice and method.
  void hand_out(const job& what, processor on) const;
  /// Other processes: waits for a job and stores it in the result of read(). Returns nothing after the last job. An
  /// error of read() is thrown on all.
  [[nodiscard]] std::optional<job> receive(const std::function<job()>& read) const;

  /// Calls work(). If it throws on some process, throws the lowest one's error on all.
  template <class Work>
  void together(const Work& work) const
  {
    if (size_ == 1) return work();
    agree(gridfold::distributed::failure_of(rank_, work));
  }

  /// Calls work() as together does: concurrently on the processes of one machine, and machine after machine.
  template <class Work>
  void machine_by_machine(const Work& work) const
  {
    for (int machine = 0; machine < machines_; ++machine)
      together([&] {
        if (machine == machine_) work();
      });
  }

  /// Copies counts[r] bytes of each process r to process 0, one after another. Process 0's own bytes are in place.
  void gather(std::byte* bytes, const std::vector<std::int64_t>& counts) const;
  /// Process 0: calls take(bytes, count) for the other processes' bytes, in the order of processes and in pieces of up
  /// to 64 MiB. Other processes: sends their bytes.
  void gather_in_pieces(const std::byte* bytes, const std::vector<std::int64_t>& counts,
                        const std::function<void(const std::byte*, std::size_t)>& take) const;
  /// Copies parts[r] to each process r, and to `whole` the counts[r] bytes that each process r has for this one, in the
  /// order of processes.
  void exchange(const std::vector<gridfold::const_bytes>& parts, const std::vector<std::int64_t>& counts,
                std::byte* whole) const;
  /// Copies bytes of process 0 to the others.
  void share(std::byte* bytes, std::int64_t count) const;
  template <class T>
  void share(T& object) const
  {
    static_assert(std::is_trivially_copyable_v<T>);
    share(reinterpret_cast<std::byte*>(&object), sizeof object);
  }
  void share(std::string& text) const
  {
    std::size_t size = text.size();
    share(size);
    text.resize(size);
    share(reinterpret_cast<std::byte*>(text.data()), static_cast<std::int64_t>(size));
  }
  /// The numbers of all processes, on every process.
  [[nodiscard]] std::vector<std::uint64_t> all(std::uint64_t mine) const
  {
    std::vector<std::uint64_t> numbers(static_cast<std::size_t>(size_), mine);
    gather(reinterpret_cast<std::byte*>(numbers.data()), std::vector<std::int64_t>(numbers.size(), sizeof mine));
    share(reinterpret_cast<std::byte*>(numbers.data()), static_cast<std::int64_t>(numbers.size() * sizeof mine));
    return numbers;
  }
  /// The sum over all processes, on process 0.
  [[nodiscard]] unsigned long long sum(unsigned long long mine) const;

 private:
  struct connection;
  void agree(const std::string& failure) const;

  std::unique_ptr<connection> by_;
  int rank_ = 0, size_ = 1, rank_of_machine_ = 0, size_of_machine_ = 1, machine_ = 0, machines_ = 1;
  mutable bool failed_ = false;  ///< and other processes do not wait for a job
};

}  // namespace potential_map
