// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Ranks of MPI. Include it by name: it needs an MPI library.
#pragma once

#include <gridfold/core/config.hpp>

#include <mpi.h>
#if defined(OPEN_MPI) && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/span>
#include <gridfold/core/error.hpp>
#include <gridfold/distributed/transport.hpp>
#include <numeric>
#include <string>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

/// A transport over an MPI communicator, which the user makes and frees. Synchronises the executor's stream before and
/// after an exchange. Device memory goes straight to MPI if the MPI library reports at run time that it is CUDA-aware,
/// else through host memory. Counts are 64-bit: parts are sent in pieces of 1 GiB. exchange sends messages with tag 0:
/// if your program has messages in flight on the communicator, pass a duplicate of it (MPI_Comm_dup). An error of one
/// rank within a verb or ranks::together is thrown on all ranks. After an error elsewhere the other ranks keep waiting:
/// call MPI_Abort on the rank that failed.
class mpi {
 public:
  /// All ranks of a communicator, after MPI_Init. Throws `error` if MPI returns an error, as it does with
  /// MPI_ERRORS_RETURN; by default MPI ends the program.
  explicit mpi(MPI_Comm communicator) : communicator_(communicator)
  {
    check(MPI_Comm_rank(communicator_, &rank_), "asking for a rank");
    check(MPI_Comm_size(communicator_, &size_), "asking for the number of ranks");
#if defined(MPIX_CUDA_AWARE_SUPPORT)
    is_cuda_aware_ = MPIX_Query_cuda_support() == 1;
#endif
  }

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }
  /// Whether MPI reads device memory; if not, it is staged through host memory.
  [[nodiscard]] bool is_cuda_aware() const { return is_cuda_aware_; }

  template <class Executor>
  void all_gather(const Executor& on, const std::byte* part, cuda::std::span<const std::int64_t> counts,
                  std::byte* whole) const
  {
    const std::int64_t before = sum_of(counts.first(static_cast<std::size_t>(rank_))), all = sum_of(counts);
    const bool staged = !Executor::runs_on_host && !is_cuda_aware_;
    std::vector<std::byte> stage(static_cast<std::size_t>(staged ? all : 0));
    std::byte* const at = staged ? stage.data() : whole;
    const auto mine = static_cast<std::size_t>(counts[static_cast<std::size_t>(rank_)]);
    std::string failure = distributed::failure_of(rank_, [&] {
      if (mine > 0 && part != at + before) on.copy(part, at + before, mine);
      on.wait();
    });
    broadcast_parts(at, counts);
    if (failure.empty())
      failure = distributed::failure_of(rank_, [&] {
        if (staged) on.copy(at, whole, stage.size());
        on.wait();
      });
    if (!failure.empty()) throw agreed_error(failure);
  }

  template <class Executor>
  void exchange(const Executor& on, cuda::std::span<const const_bytes> parts,
                cuda::std::span<const std::int64_t> counts, std::byte* whole) const
  {
    const bool staged = !Executor::runs_on_host && !is_cuda_aware_;
    const const_bytes own = parts[static_cast<std::size_t>(rank_)];
    const std::int64_t before = sum_of(counts.first(static_cast<std::size_t>(rank_)));
    std::vector<std::byte> out, in(static_cast<std::size_t>(staged ? sum_of(counts) : 0));
    std::vector<const_bytes> from(parts.begin(), parts.end());
    std::byte* const at = staged ? in.data() : whole;
    if (staged) distributed::copy_to_host(on, from, out);
    std::string failure = distributed::failure_of(rank_, [&] {
      on.copy(own.data(), at + before, own.size());
      on.wait();
    });
    send_and_receive(from, counts, at);
    if (failure.empty())
      failure = distributed::failure_of(rank_, [&] {
        on.copy(in.data(), whole, in.size());
        on.wait();
      });
    if (!failure.empty()) throw agreed_error(failure);
  }

  void agree(const std::string& failure, std::int64_t arguments = 0) const
  {
    // The minima of the arguments and of their negatives: the smallest and the largest argument of all ranks.
    const std::int64_t mine[] = {failure.empty() ? size_ : rank_, arguments, -arguments};
    std::int64_t least[3] = {};
    check(MPI_Allreduce(mine, least, 3, MPI_INT64_T, MPI_MIN, communicator_), "asking ranks for errors");
    const int lowest = static_cast<int>(least[0]);
    if (lowest == size_ && least[1] != -least[2]) throw distributed::arguments_differ();
    if (lowest == size_) return;
    int length = static_cast<int>(failure.size());
    check(MPI_Bcast(&length, 1, MPI_INT, lowest, communicator_), "passing on an error");
    std::string text = failure;
    text.resize(static_cast<std::size_t>(length));
    check(MPI_Bcast(text.data(), length, MPI_CHAR, lowest, communicator_), "passing on an error");
    throw agreed_error(text);
  }

 private:
  static constexpr std::int64_t most_bytes = std::int64_t{1} << 30;

  static std::int64_t sum_of(cuda::std::span<const std::int64_t> counts)
  {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  }

  void broadcast_parts(std::byte* whole, cuda::std::span<const std::int64_t> counts) const
  {
    for (int root = 0; root < size_; ++root)
      for (std::int64_t left = counts[static_cast<std::size_t>(root)]; left > 0;) {
        const std::int64_t count = std::min(left, most_bytes);
        check(MPI_Bcast(whole, static_cast<int>(count), MPI_BYTE, root, communicator_), "passing data to all ranks");
        whole += count;
        left -= count;
      }
  }

  /// Calls transfer(pointer, count, request) for pieces of bytes whose size fits an int.
  template <class Byte, class Move>
  static void in_pieces(Byte* bytes, std::int64_t size, std::vector<MPI_Request>& requests, const Move& transfer)
  {
    for (std::int64_t at = 0; at < size; at += most_bytes) {
      requests.push_back(MPI_REQUEST_NULL);
      check(transfer(bytes + at, static_cast<int>(std::min(size - at, most_bytes)), &requests.back()),
            "exchanging data");
    }
  }

  /// The part of exchange() between different ranks: sends and receives.
  void send_and_receive(const std::vector<const_bytes>& parts, cuda::std::span<const std::int64_t> counts,
                        std::byte* whole) const
  {
    std::vector<MPI_Request> requests;
    for (int from = 0; from < size_; ++from) {
      const std::int64_t count = counts[static_cast<std::size_t>(from)];
      if (from != rank_)
        in_pieces(whole, count, requests, [&](std::byte* at, int size, MPI_Request* request) {
          return MPI_Irecv(at, size, MPI_BYTE, from, 0, communicator_, request);
        });
      whole += count;
    }
    for (int next = 1; next < size_; ++next) {
      const int to = (rank_ + next) % size_;
      const const_bytes part = parts[static_cast<std::size_t>(to)];
      in_pieces(part.data(), static_cast<std::int64_t>(part.size()), requests,
                [&](const std::byte* at, int size, MPI_Request* request) {
                  return MPI_Isend(at, size, MPI_BYTE, to, 0, communicator_, request);
                });
    }
    check(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE), "exchanging data");
  }

  static void check(int code, const char* doing)
  {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw error({doing, " failed (MPI: ", static_cast<const char*>(text), "): see the MPI library's messages"});
  }

  MPI_Comm communicator_;
  int rank_ = 0, size_ = 1;
  bool is_cuda_aware_ = false;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
