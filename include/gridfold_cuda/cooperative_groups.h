// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Cooperative groups: blocks, tiles, and coalesced lanes.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/words.hpp>

namespace cooperative_groups
{

namespace detail
{
GRIDFOLD_INLINE unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
GRIDFOLD_INLINE unsigned rank_in_block() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
GRIDFOLD_WORD void meet(unsigned mask, const void* code)
{
  gridfold_cuda::lane_request r{gridfold_cuda::lanes_do::meet, mask};
  gridfold_cuda::ask_lanes(r, code);
}
}  // namespace detail

/// Connects the two halves of a barrier; the trace waits at the second half.
struct arrival_token {};

/// The threads of a block.
class thread_block {
 public:
  using arrival_token = cooperative_groups::arrival_token;
  static arrival_token barrier_arrive() { return {}; }
  GRIDFOLD_WORD static void barrier_wait(arrival_token = {})
  {
    gridfold_cuda::wait_at_barrier(gridfold_cuda::barrier_result::nothing, 0, GRIDFOLD_CODE);
  }
  GRIDFOLD_WORD static void sync()
  {
    gridfold_cuda::wait_at_barrier(gridfold_cuda::barrier_result::nothing, 0, GRIDFOLD_CODE);
  }
  static unsigned thread_rank() { return detail::rank_in_block(); }
  static unsigned num_threads() { return detail::threads_of_block(); }
  static unsigned size() { return detail::threads_of_block(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() { return {}; }

/// Lanes of a warp, given by a mask.
class lane_group {
 public:
  explicit lane_group(unsigned mask = 0xffffffffu) : mask_(mask) {}

  GRIDFOLD_WORD void sync() const { detail::meet(mask_, GRIDFOLD_CODE); }
  [[nodiscard]] unsigned thread_rank() const
  {
    return static_cast<unsigned>(__popc(mask_ & ((1u << gridfold_cuda::lane_of_thread()) - 1)));
  }
  [[nodiscard]] unsigned num_threads() const { return static_cast<unsigned>(__popc(mask_)); }
  [[nodiscard]] unsigned size() const { return num_threads(); }

  template <class T>
  GRIDFOLD_WORD T shfl(T value, int rank) const
  {
    return gridfold_cuda::exchanged(mask_, value, lane_of(rank), GRIDFOLD_CODE);
  }
  template <class T>
  GRIDFOLD_WORD T shfl_down(T value, unsigned delta) const
  {
    const unsigned to = thread_rank() + delta;
    return gridfold_cuda::exchanged(mask_, value, lane_of(static_cast<int>(to < size() ? to : thread_rank())),
                                    GRIDFOLD_CODE);
  }
  template <class T>
  GRIDFOLD_WORD T shfl_up(T value, unsigned delta) const
  {
    const unsigned rank = thread_rank();
    return gridfold_cuda::exchanged(mask_, value, lane_of(static_cast<int>(rank >= delta ? rank - delta : rank)),
                                    GRIDFOLD_CODE);
  }
  template <class T>
  GRIDFOLD_WORD T shfl_xor(T value, unsigned with) const
  {
    const unsigned to = thread_rank() ^ with;
    return gridfold_cuda::exchanged(mask_, value, lane_of(static_cast<int>(to < size() ? to : thread_rank())),
                                    GRIDFOLD_CODE);
  }
  GRIDFOLD_WORD unsigned ballot(int predicate) const
  {
    return packed(gridfold_cuda::voted(mask_, predicate, GRIDFOLD_CODE).yes);
  }
  GRIDFOLD_WORD int any(int predicate) const { return gridfold_cuda::voted(mask_, predicate, GRIDFOLD_CODE).yes != 0; }
  GRIDFOLD_WORD int all(int predicate) const
  {
    const auto votes = gridfold_cuda::voted(mask_, predicate, GRIDFOLD_CODE);
    return votes.yes == votes.all;
  }
  /// The lanes as bits of a mask.
  [[nodiscard]] unsigned gridfold_mask() const { return mask_; }

  template <class T>
  GRIDFOLD_WORD unsigned match_any(T value) const
  {
    auto r = gridfold_cuda::asked(gridfold_cuda::lanes_do::match_any, mask_, value);
    gridfold_cuda::ask_lanes(r, GRIDFOLD_CODE);
    return packed(r.result);
  }
  template <class T>
  GRIDFOLD_WORD unsigned match_all(T value, int& all) const
  {
    auto r = gridfold_cuda::asked(gridfold_cuda::lanes_do::match_all, mask_, value);
    gridfold_cuda::ask_lanes(r, GRIDFOLD_CODE);
    all = r.result != 0;
    return packed(r.result);
  }

  /// The lane that has a rank in the group.
  [[nodiscard]] GRIDFOLD_WORD int lane_of(int rank) const
  {
    unsigned left = mask_;
    for (; rank > 0 && (left & (left - 1)) != 0; --rank) left &= left - 1;
    return __ffs(static_cast<int>(left)) - 1;
  }

 private:
  /// Converts a mask of lanes to a mask of ranks.
  [[nodiscard]] GRIDFOLD_WORD unsigned packed(unsigned lanes) const
  {
    unsigned bits = 0, rank = 0;
    for (unsigned left = mask_; left != 0; left &= left - 1, ++rank)
      bits |= (lanes >> (__ffs(static_cast<int>(left)) - 1) & 1u) << rank;
    return bits;
  }

  unsigned mask_;
};
using coalesced_group = lane_group;

/// A group of `Size` neighbouring lanes.
template <unsigned Size, class Parent = void>
class thread_block_tile : public lane_group {
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0,
                "gridfold: a trace has tiles of 1, 2, 4, 8, 16 or 32 threads: take one of these");

 public:
  thread_block_tile()
      : lane_group((Size == 32 ? ~0u : (1u << Size % 32) - 1)
                   << gridfold_cuda::segment_begin(gridfold_cuda::lane_of_thread(), Size))
  {
  }
  template <class Other>
  thread_block_tile(const thread_block_tile<Size, Other>& other) : lane_group(other), parent_(other.gridfold_parent())
  {
  }
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  [[nodiscard]] static unsigned thread_rank() { return detail::rank_in_block() % Size; }
  [[nodiscard]] unsigned meta_group_rank() const { return detail::rank_in_block() % parent_ / Size; }
  [[nodiscard]] unsigned meta_group_size() const { return (parent_ + Size - 1) / Size; }
  /// The threads of the group that was divided.
  [[nodiscard]] unsigned gridfold_parent() const { return parent_; }

 private:
  static unsigned parent_threads()
  {
    if constexpr (std::is_base_of_v<lane_group, Parent>)
      return Parent::size();
    else
      return detail::threads_of_block();
  }
  unsigned parent_ = parent_threads();
};
template <unsigned Size, class Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent&)
{
  return {};
}

/// A block or lanes of a warp.
class thread_group {
 public:
  thread_group(thread_block) : lanes_(0) {}
  thread_group(const lane_group& lanes) : lanes_(lanes) {}

  GRIDFOLD_WORD void sync() const
  {
    if (is_block())
      gridfold_cuda::wait_at_barrier(gridfold_cuda::barrier_result::nothing, 0, GRIDFOLD_CODE);
    else
      detail::meet(lanes_.gridfold_mask(), GRIDFOLD_CODE);
  }
  [[nodiscard]] unsigned thread_rank() const { return is_block() ? detail::rank_in_block() : lanes_.thread_rank(); }
  [[nodiscard]] unsigned size() const { return is_block() ? detail::threads_of_block() : lanes_.size(); }
  [[nodiscard]] unsigned num_threads() const { return size(); }
  static bool is_valid() { return true; }

 private:
  [[nodiscard]] bool is_block() const { return lanes_.gridfold_mask() == 0; }
  lane_group lanes_;
};
/// Divides a group; returns the part of `size` threads that contains this thread.
inline thread_group tiled_partition(const thread_group& group, unsigned size)
{
  const unsigned lane = static_cast<unsigned>(gridfold_cuda::lane_of_thread()), rank = group.thread_rank();
  return lane_group((size >= 32 ? ~0u : (1u << size) - 1) << (lane - rank % size));
}
/// The lanes of a group that have the same label.
template <class T>
GRIDFOLD_WORD coalesced_group labeled_partition(const lane_group& group, T label)
{
  auto r = gridfold_cuda::asked(gridfold_cuda::lanes_do::match_any, group.gridfold_mask(), label);
  gridfold_cuda::ask_lanes(r, GRIDFOLD_CODE);
  return coalesced_group(r.result);
}
GRIDFOLD_WORD coalesced_group binary_partition(const lane_group& group, bool predicate)
{
  const unsigned yes = gridfold_cuda::voted(group.gridfold_mask(), predicate, GRIDFOLD_CODE).yes;
  return coalesced_group(predicate ? yes : group.gridfold_mask() & ~yes);
}
GRIDFOLD_WORD coalesced_group coalesced_threads()
{
  gridfold_cuda::lane_request r{gridfold_cuda::lanes_do::converge, 0xffffffffu};
  gridfold_cuda::ask_lanes(r, GRIDFOLD_CODE);
  return coalesced_group(r.result);
}

/// All blocks of a launch. They run one after another, so they cannot wait for each other.
class grid_group {
 public:
  /// Works for a grid of one block only.
  __attribute__((always_inline)) void sync(const char* file = __builtin_FILE(), int line = __builtin_LINE()) const
  {
    if (num_blocks() > 1)
      gridfold_cuda::refuse(
          "a barrier of the grid is not traced (blocks run one after another): launch a kernel for each part", file,
          line);
    thread_block::sync();
  }
  static unsigned long long num_blocks() { return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z; }
  static unsigned long long block_rank()
  {
    return blockIdx.x + static_cast<unsigned long long>(gridDim.x) *
                            (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  static unsigned long long thread_rank()
  {
    return block_rank() * detail::threads_of_block() + detail::rank_in_block();
  }
  static unsigned long long size() { return num_blocks() * detail::threads_of_block(); }
  static unsigned long long num_threads() { return size(); }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 group_dim() { return gridDim; }
  static dim3 block_index() { return blockIdx; }
  static bool is_valid() { return true; }
};
inline grid_group this_grid() { return {}; }

struct cluster_group {};
GRIDFOLD_REFUSED("clusters of blocks are not traced (blocks run one after another): trace a kernel without them")
cluster_group this_cluster();
struct multi_grid_group {};
GRIDFOLD_REFUSED("barriers of several grids are not traced (there is one device): launch a kernel for each part")
multi_grid_group this_multi_grid();

template <class Group>
__attribute__((always_inline)) inline void sync(const Group& group, const char* file = __builtin_FILE(),
                                                int line = __builtin_LINE())
{
  if constexpr (std::is_same_v<Group, grid_group>)
    group.sync(file, line);
  else
    group.sync();
}
template <class Group, class F, class... Arguments>
void invoke_one(const Group& group, F&& f, Arguments&&... arguments)
{
  if (group.thread_rank() == 0) std::forward<F>(f)(std::forward<Arguments>(arguments)...);
}

}  // namespace cooperative_groups
