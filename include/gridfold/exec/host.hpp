// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The host executor: blocks over OpenMP threads, the threads of a block in a loop, a thread's items in SIMD lanes.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <gridfold/exec/executor.hpp>
#include <gridfold/math/pack.hpp>
#include <vector>
#ifdef _OPENMP
#include <omp.h>
#endif

namespace gridfold
{

/// A block as the host runs it.
template <class Kernel, int SimdBytes>
class host_block {
  using shape = typename Kernel::block_shape;

  template <class T>
  struct slots {
    T slot[static_cast<std::size_t>(shape::threads)];
    GRIDFOLD_HD T& operator[](thread t) { return slot[t.rank]; }
  };

 public:
  static constexpr int threads = shape::threads;
  using shared_storage = typename Kernel::shared_storage;

  template <class T, int Items, class Widest = T>
  using lanes = lanes_of<T, simd_lanes<Widest>(Items, SimdBytes)>;

  GRIDFOLD_HD explicit host_block(index3 index) : index_(index) {}

  [[nodiscard]] GRIDFOLD_HD index3 index() const { return index_; }
  GRIDFOLD_HD shared_storage& storage() { return shared_; }
  template <auto Member>
  GRIDFOLD_HD auto& shared(member<Member>)
  {
    return shared_.*Member;
  }

  template <class T>
  GRIDFOLD_HD slots<T> per_thread()
  {
    return {};
  }

  GRIDFOLD_HD void wait_for_previous_launch() const {}

  template <class F>
  GRIDFOLD_HD void each_thread(F f)
  {
    for (int y = 0; y < shape::y; ++y)
      for (int x = 0; x < shape::x; ++x) f(thread{x, y, y * shape::x + x});
  }

  template <class F>
  GRIDFOLD_HD void first_thread(F f)
  {
    f(thread{0, 0, 0});
  }

  template <class T, class F>
  GRIDFOLD_HD void warp_reduce(slots<T>& values, F combine)
  {
    for (int first = 0; first < threads; first += warp_threads) {
      const int end = first + warp_threads < threads ? first + warp_threads : threads;
      for (int offset = warp_threads / 2; offset > 0; offset /= 2)
        for (int rank = first; rank < first + offset && rank + offset < end; ++rank)
          combine(values.slot[rank], values.slot[rank + offset]);
    }
  }

 private:
  index3 index_;
  shared_storage shared_;
};

/// Runs kernels on the CPU. Synchronous: a verb returns when its outputs are written. Without OpenMP in the consumer's
/// build there is one thread. A translation unit's instruction set is part of the type, so that units compiled for
/// different ones do not share code in one program.
template <int SimdBytes>
struct host_for : plain_arguments {
  /// Launches in a row gain nothing here (launch_order): a sum is not cut into several for it.
  static constexpr bool launches_overlap = false;
  /// A verb may read its inputs before it runs a kernel.
  static constexpr bool runs_on_host = true;

  /// OpenMP threads to use; 0 takes OpenMP's own default.
  int threads = 0;

  constexpr host_for() = default;
  constexpr explicit host_for(int openmp_threads) : threads(openmp_threads) {}

  /// Runs a kernel for every block of a grid.
  template <kernel_text Kernel>
  void run(const Kernel& kernel, shape3 grid) const
  {
    const std::int64_t blocks = grid.count();
#ifdef _OPENMP
    const int team = threads > 0 ? threads : omp_get_max_threads();
#pragma omp parallel for schedule(dynamic) num_threads(team)
#endif
    for (std::int64_t b = 0; b < blocks; ++b) {
      host_block<Kernel, SimdBytes> block(index_in(grid, b));
      kernel(block);
    }
  }

  /// `size` zeroed elements for a verb's scratch.
  template <class T>
  [[nodiscard]] std::vector<T> zeros(std::size_t size) const
  {
    return std::vector<T>(size);
  }

  /// The host reads every pointer it is given.
  void require_access(const void* /*pointer*/, const char* /*what*/) const {}
  void require_host_access(const void* /*pointer*/, const char* /*what*/) const {}
};

/// The host executor of this translation unit.
using host = host_for<simd_bytes>;

}  // namespace gridfold
