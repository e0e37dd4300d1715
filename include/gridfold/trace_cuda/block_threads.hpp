// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The threads of the running block, and the events that they wait for.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gridfold/trace_cuda/context.hpp>
#include <gridfold/trace_cuda/lane_operations.hpp>
#include <gridfold_cuda/interface.hpp>
#include <memory>
#include <vector>

/// The type of threadIdx and similar variables.
struct gridfold_uint3 {
  unsigned x, y, z;
};
extern gridfold_uint3 gridfold_thread_index __asm__("threadIdx");
extern gridfold_uint3 gridfold_block_index __asm__("blockIdx");
extern gridfold_uint3 gridfold_block_extent __asm__("blockDim");
extern gridfold_uint3 gridfold_grid_extent __asm__("gridDim");

namespace gridfold::inline GRIDFOLD_ABI::tracing
{

using gridfold_cuda::barrier_result, gridfold_cuda::cuda_launch, gridfold_cuda::most_shared_bytes;

/// Errors of a launch, with the numbers of the CUDA runtime.
enum class launch_error {
  none = 0,
  value = 1,
  configuration = 9,
  illegal_address = 700,
  assertion = 710,
  timeout = 702
};

/// The error of a launch that no GPU accepts; else launch_error::none.
inline launch_error refusal_of(const cuda_launch& launch)
{
  const std::int64_t blocks = std::int64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2],
                     threads = std::int64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  if (blocks <= 0 || threads <= 0 || threads > 1024 || launch.block[2] > 64 || launch.grid[0] > 0x7fffffffu ||
      launch.grid[1] > 65535 || launch.grid[2] > 65535)
    return launch_error::configuration;
  return launch.shared_bytes > most_shared_bytes ? launch_error::value : launch_error::none;
}

/// What each thread of a launch calls: the kernel, with a copy of its arguments.
struct kernel_call {
  void (*call)(void*) = nullptr;
  void* closure = nullptr;
  std::size_t bytes = 0;  ///< of the closure

  void operator()() const { call(closure); }
  [[nodiscard]] bool holds(std::uint64_t address) const
  {
    return address - reinterpret_cast<std::uint64_t>(closure) < bytes;
  }
};

/// The range of threadIdx and similar variables if linkers place them side by side; else 0.
inline constexpr std::uint64_t bytes_of_words = 60;
inline std::uint64_t address_of_words()
{
  std::uint64_t low = ~std::uint64_t{0}, high = 0;
  for (const gridfold_uint3* word :
       {&gridfold_thread_index, &gridfold_block_index, &gridfold_block_extent, &gridfold_grid_extent}) {
    low = std::min(low, reinterpret_cast<std::uint64_t>(word));
    high = std::max(high, reinterpret_cast<std::uint64_t>(word + 1));
  }
  return high - low == bytes_of_words ? low : 0;
}

struct device_range;

/// A per-thread array that nvcc keeps in local memory: its place on the thread's stack, and in local memory.
struct local_place {
  std::uint64_t begin = 0, bytes = 0;
  const device_range* range = nullptr;

  /// Of a word in local memory, where word i of a lane lies beside word i of other lanes.
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t address, int accessed, int lane) const
  {
    const std::uint64_t word = static_cast<std::uint64_t>(std::max(4, accessed)), offset = address - begin;
    return (offset / word * warp_threads + static_cast<std::uint64_t>(lane)) * word + offset % word;
  }
};

/// A thread of the running block.
struct cuda_thread {
  enum class state { runs, at_barrier, with_lanes, ended };

  context at;
  char* stack = nullptr;   ///< none before it starts
  unsigned index[3] = {};  ///< threadIdx
  state is = state::ended;
  const void* code = nullptr;  ///< address of the operation at which it waits
  barrier_result result = barrier_result::nothing;
  int value = 0;  ///< its argument at a barrier, then its result
  lane_request* request = nullptr;
  int depth = 0;                      ///< depth of its calls
  std::vector<local_place> locals{};  ///< in the order of their declarations
  std::uint32_t lanes_met = 0;        ///< interval in which it last reconverged with lanes of its warp

  void wait_at_barrier(barrier_result wanted, int argument, const void* pc)
  {
    is = state::at_barrier;
    code = pc;
    result = wanted;
    value = argument;
  }
  void wait_for_lanes(lane_request& asked, const void* pc)
  {
    is = state::with_lanes;
    code = pc;
    request = &asked;
  }
  /// The local array at an address of its stack; nullptr if there is none.
  [[nodiscard]] const local_place* local_at(std::uint64_t address) const
  {
    for (const local_place& l : locals)
      if (address - l.begin < l.bytes) return &l;
    return nullptr;
  }
};

/// Stacks for a block's threads. The stack freed last is reused first, because it is still in the cache.
class stack_pool {
 public:
  void begin_launch(int threads)
  {
    const auto count = static_cast<std::size_t>(threads);
    if (stacks_ == nullptr || stacks_->threads() < count) stacks_ = std::make_unique<thread_stacks>(count);
  }
  void begin_block(int threads)
  {
    free_.resize(0);
    for (int n = threads; n-- > 0;) free_.push_back(stacks_->of(static_cast<std::size_t>(n)));
  }
  void give(cuda_thread& to, void (*body)())
  {
    to.stack = free_.back();
    free_.pop_back();
    to.at.start(to.stack, body);
  }
  void take_from(const cuda_thread& ended) { free_.push_back(ended.stack); }

 private:
  std::unique_ptr<thread_stacks> stacks_;
  std::vector<char*> free_;
};

/// The threads of a block of these extents.
inline void set_indices(std::vector<cuda_thread>& threads, const unsigned (&extents)[3])
{
  threads.resize(std::size_t{extents[0]} * extents[1] * extents[2]);
  for (unsigned n = 0; n < threads.size(); ++n) {
    const unsigned row = n / extents[0];
    threads[n].index[0] = n % extents[0];
    threads[n].index[1] = row % extents[1];
    threads[n].index[2] = row / extents[1];
  }
}

/// The lanes of a warp that wait for each other.
class waiting_lanes {
 public:
  /// \param threads of the warp
  /// \param size their number
  waiting_lanes(cuda_thread* threads, int size) : threads_(threads), size_(size) {}

  /// Lanes whose operation can run: all lanes of its mask that have not ended wait at it. 0 if there are none.
  [[nodiscard]] std::uint32_t complete() const
  {
    for (int lane = 0; lane < size_; ++lane) {
      if (!waits(lane) || threads_[lane].request->what == lanes_do::converge) continue;
      const std::uint32_t group = like(lane), missing = mask_of(lane) & ~group;
      if ((missing & alive()) == 0) return group;
    }
    return 0;
  }
  /// Lanes that wait at the lowest code address of an operation for converged lanes; 0 if none does.
  [[nodiscard]] std::uint32_t converged() const
  {
    int first = -1;
    for (int lane = 0; lane < size_; ++lane)
      if (waits(lane) && threads_[lane].request->what == lanes_do::converge &&
          (first < 0 || threads_[lane].code < threads_[first].code))
        first = lane;
    if (first < 0) return 0;
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < size_; ++lane)
      if (waits(lane) && threads_[lane].code == threads_[first].code) lanes |= 1u << lane;
    return lanes;
  }
  /// Any group of waiting lanes; 0 if there is none.
  [[nodiscard]] std::uint32_t any() const
  {
    for (int lane = 0; lane < size_; ++lane)
      if (waits(lane)) return like(lane);
    return 0;
  }

 private:
  [[nodiscard]] bool waits(int lane) const { return threads_[lane].is == cuda_thread::state::with_lanes; }
  /// The existing lanes that a lane's mask names.
  [[nodiscard]] std::uint32_t mask_of(int lane) const
  {
    return threads_[lane].request->mask & (size_ == warp_threads ? ~0u : (1u << size_) - 1);
  }
  [[nodiscard]] std::uint32_t alive() const
  {
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < size_; ++lane)
      if (threads_[lane].is != cuda_thread::state::ended) lanes |= 1u << lane;
    return lanes;
  }
  /// The lanes that wait in the operation of this lane, with its mask.
  [[nodiscard]] std::uint32_t like(int lane) const
  {
    std::uint32_t lanes = 0;
    for (int other = 0; other < size_; ++other)
      if (waits(other) && threads_[other].request->what == threads_[lane].request->what &&
          mask_of(other) == mask_of(lane))
        lanes |= 1u << other;
    return lanes;
  }

  cuda_thread* threads_;
  int size_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI::tracing
