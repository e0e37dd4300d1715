// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Cooperative groups: blocks, tiles, and the lanes that are together.
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

/// The threads of a block.
class thread_block {
 public:
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

/// Lanes of a warp: those of a mask.
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
  GRIDFOLD_WORD int any(int predicate) const
  {
    return gridfold_cuda::voted(mask_, predicate, GRIDFOLD_CODE).yes != 0;
  }
  GRIDFOLD_WORD int all(int predicate) const
  {
    const auto votes = gridfold_cuda::voted(mask_, predicate, GRIDFOLD_CODE);
    return votes.yes == votes.all;
  }
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

 protected:
  unsigned mask_;

 private:
  /// The lane of a rank in the group.
  [[nodiscard]] int lane_of(int rank) const
  {
    unsigned left = mask_;
    for (; rank > 0 && (left & (left - 1)) != 0; --rank) left &= left - 1;
    return __ffs(static_cast<int>(left)) - 1;
  }
  /// Bits of lanes as bits of ranks.
  [[nodiscard]] unsigned packed(unsigned lanes) const
  {
    unsigned bits = 0, rank = 0;
    for (unsigned left = mask_; left != 0; left &= left - 1, ++rank)
      bits |= (lanes >> (__ffs(static_cast<int>(left)) - 1) & 1u) << rank;
    return bits;
  }
};

/// `Size` lanes beside each other.
template <unsigned Size, class Parent = thread_block>
class thread_block_tile : public lane_group {
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0,
                "gridfold: a trace has tiles of 1, 2, 4, 8, 16 or 32 threads: take one of these");

 public:
  thread_block_tile()
      : lane_group((Size == 32 ? ~0u : (1u << Size % 32) - 1)
                   << gridfold_cuda::segment_begin(gridfold_cuda::lane_of_thread(), Size))
  {
  }
  [[nodiscard]] static unsigned meta_group_rank() { return detail::rank_in_block() / Size; }
  [[nodiscard]] static unsigned meta_group_size() { return (detail::threads_of_block() + Size - 1) / Size; }
};
template <unsigned Size, class Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent&)
{
  return {};
}
using coalesced_group = lane_group;
using thread_group = lane_group;
GRIDFOLD_WORD coalesced_group coalesced_threads()
{
  gridfold_cuda::lane_request r{gridfold_cuda::lanes_do::converge, 0xffffffffu};
  gridfold_cuda::ask_lanes(r, GRIDFOLD_CODE);
  return coalesced_group(r.result);
}

/// All blocks of a launch: they run one after another, and cannot wait for each other.
class grid_group {
 public:
  void sync(const char* file = __builtin_FILE(), int line = __builtin_LINE()) const
  {
    gridfold_cuda::refuse(
        "a barrier of the grid is not traced (blocks run one after another): launch a kernel for each part", file,
        line);
  }
  static unsigned long long thread_rank()
  {
    const unsigned long long block =
        blockIdx.x + static_cast<unsigned long long>(gridDim.x) *
                         (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
    return block * detail::threads_of_block() + detail::rank_in_block();
  }
  static unsigned long long size()
  {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z * detail::threads_of_block();
  }
  static unsigned long long num_threads() { return size(); }
  static bool is_valid() { return true; }
};
inline grid_group this_grid() { return {}; }

template <class Group>
__attribute__((always_inline)) inline void sync(const Group& group)
{
  group.sync();
}

template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
/// Combines the values of a group's lanes; all get the result.
template <class T, class Operation>
T reduce(const lane_group& group, T value, Operation operation)
{
  T all = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank) all = operation(all, group.shfl(value, static_cast<int>(rank)));
  return all;
}

}  // namespace cooperative_groups
