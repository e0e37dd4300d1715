// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Ranks of NCCL. Include it by name: it needs nvcc and NCCL 2.18 or later.
#pragma once

#include <gridfold/core/config.hpp>

#include <nccl.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <cuda/std/span>
#include <gridfold/core/error.hpp>
#include <gridfold/distributed/transport.hpp>
#include <gridfold/exec/cuda_check.cuh>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

/// Gives a device access to what is allocated on another device's streams, if the hardware supports it.
inline void open_memory_pool(int owner, int to)
{
  constexpr const char* doing = "opening a device's memory pool to another device";
  int can = 0;
  cuda_check(cudaDeviceCanAccessPeer(&can, to, owner), doing);
  if (can == 0) return;
  cudaMemPool_t pool = nullptr;
  cuda_check(cudaDeviceGetMemPool(&pool, owner), doing);
  cudaMemAccessDesc access{};
  access.location.type = cudaMemLocationTypeDevice;
  access.location.id = to;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  cuda_check(cudaMemPoolSetAccess(pool, &access, 1), doing);
}

/// Opens memory pools for NCCL between ranks that are threads of one process, where NCCL reads and writes other
/// devices' buffers. Each call opens the pools of the current device and of all devices of earlier calls to each other.
inline void open_memory_pools()
{
  static std::mutex one_at_a_time;
  static std::vector<int> devices;
  int mine = 0;
  cuda_check(cudaGetDevice(&mine), "asking for the device");
  const std::lock_guard lock(one_at_a_time);
  if (std::find(devices.begin(), devices.end(), mine) != devices.end()) return;
  for (const int other : devices) {
    open_memory_pool(mine, other);
    open_memory_pool(other, mine);
  }
  devices.push_back(mine);
}

}  // namespace detail

/// A transport over an NCCL communicator, which the user makes and destroys. all_gather and exchange are asynchronous
/// on the executor's stream. agree exchanges three numbers on a stream of its own and waits for them. NCCL runs this
/// after the communicator's earlier exchanges. So the host also waits for work enqueued before the last exchange, but
/// not for kernels enqueued after it. Errors are texts of up to 1023 bytes. An error of one rank within a verb or
/// ranks::together is thrown on all ranks. After an error elsewhere the other ranks keep waiting: call ncclCommAbort on
/// the rank that failed, or end the program on all ranks. If the communicator itself fails, each rank throws an error
/// of its own, and the communicator cannot be used again.
class nccl {
 public:
  /// All ranks of a communicator, whose device is current. Allocates 1 KiB and creates a stream; throws `error` if that
  /// fails. If this process has transports on several devices, their memory pools (cudaMallocAsync) are opened to each
  /// other, because NCCL needs access to all memory that threads of one process exchange. Open pools of your own by
  /// cudaMemPoolSetAccess.
  explicit nccl(ncclComm_t communicator) : communicator_(communicator), state_(std::make_shared<state>())
  {
    check(ncclCommUserRank(communicator_, &rank_), "asking for a rank");
    check(ncclCommCount(communicator_, &size_), "asking for the number of ranks");
    detail::open_memory_pools();
  }

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int size() const { return size_; }

  void all_gather(const device& on, const std::byte* part, cuda::std::span<const std::int64_t> counts,
                  std::byte* whole) const
  {
    check(ncclGroupStart(), "starting an exchange");
    for (int root = 0; root < size_; ++root) {
      const std::int64_t count = counts[static_cast<std::size_t>(root)];
      if (count > 0)
        check(ncclBroadcast(root == rank_ ? part : whole, whole, static_cast<std::size_t>(count), ncclUint8, root,
                            communicator_, on.stream),
              "passing data to all ranks");
      whole += count;
    }
    check(ncclGroupEnd(), "starting an exchange");
  }

  void exchange(const device& on, cuda::std::span<const const_bytes> parts, cuda::std::span<const std::int64_t> counts,
                std::byte* whole) const
  {
    check(ncclGroupStart(), "starting an exchange");
    for (int other = 0; other < size_; ++other) {
      const const_bytes part = parts[static_cast<std::size_t>(other)];
      const auto count = static_cast<std::size_t>(counts[static_cast<std::size_t>(other)]);
      if (!part.empty())
        check(ncclSend(part.data(), part.size(), ncclUint8, other, communicator_, on.stream), "sending data");
      if (count > 0) check(ncclRecv(whole, count, ncclUint8, other, communicator_, on.stream), "receiving data");
      whole += count;
    }
    check(ncclGroupEnd(), "starting an exchange");
  }

  void agree(const std::string& failure, std::int64_t arguments = 0) const
  {
    const cudaStream_t stream = state_->stream;
    // The minima of the arguments and of their negatives: the smallest and the largest argument of all ranks.
    std::int64_t least[] = {failure.empty() ? size_ : rank_, arguments, -arguments};
    const device on{stream};
    auto* const numbers = reinterpret_cast<std::int64_t*>(state_->text());
    on.copy(static_cast<const std::int64_t*>(least), numbers, 3);
    check(ncclAllReduce(numbers, numbers, 3, ncclInt64, ncclMin, communicator_, stream), "asking ranks for errors");
    on.copy(static_cast<const std::int64_t*>(numbers), least, 3);
    wait();
    const int lowest = static_cast<int>(least[0]);
    if (lowest == size_ && least[1] != -least[2]) throw distributed::arguments_differ();
    if (lowest == size_) return;
    char text[most_text] = {};
    std::memcpy(text, failure.data(), std::min(failure.size(), most_text - 1));
    on.copy(static_cast<const char*>(text), state_->text(), most_text);
    check(ncclBroadcast(state_->text(), state_->text(), most_text, ncclChar, lowest, communicator_, stream),
          "passing on an error");
    on.copy(static_cast<const char*>(state_->text()), text, most_text);
    wait();
    throw agreed_error(std::string(text));
  }

 private:
  static constexpr std::size_t most_text = 1024;

  /// A stream, and memory for a number or a text. Copies of the transport share it.
  struct state {
    cudaStream_t stream = nullptr;
    void* memory = nullptr;

    state()
    {
      cuda_check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "creating a stream");
      const cudaError_t code = cudaMalloc(&memory, most_text);
      if (code != cudaSuccess) (void)cudaStreamDestroy(stream);
      cuda_check(code, "allocating device memory");
    }
    state(const state&) = delete;
    state& operator=(const state&) = delete;
    ~state()
    {
      (void)cudaFree(memory);
      (void)cudaStreamDestroy(stream);
    }
    [[nodiscard]] char* text() const { return static_cast<char*>(memory); }
  };

  /// Waits for the transport's stream. Throws the communicator's error if another rank has died, instead of waiting
  /// forever.
  void wait() const
  {
    cudaError_t code = cudaErrorNotReady;
    while ((code = cudaStreamQuery(state_->stream)) == cudaErrorNotReady) {
      ncclResult_t failed = ncclSuccess;
      check(ncclCommGetAsyncError(communicator_, &failed), "asking the communicator for errors");
      if (failed != ncclInProgress) check(failed, "exchanging data among ranks");
      std::this_thread::yield();
    }
    cuda_check(code, "exchanging data among ranks");
  }

  static void check(ncclResult_t code, const char* doing)
  {
    if (code != ncclSuccess && code != ncclInProgress)
      throw error({doing, " failed (NCCL: ", ncclGetErrorString(code),
                   "): run with NCCL_DEBUG=INFO, and make a new communicator"});
  }

  ncclComm_t communicator_;
  std::shared_ptr<state> state_;
  int rank_ = 0, size_ = 1;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
