// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The host executor: blocks run on OpenMP threads, the threads of a block in a loop, the items of a thread in SIMD
/// lanes.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <gridfold/exec/executor.hpp>
#include <gridfold/exec/host_memory.hpp>
#include <gridfold/math/pack.hpp>
#include <gridfold/view/vectors.hpp>
#ifdef _OPENMP
#include <omp.h>
#endif

namespace gridfold::inline GRIDFOLD_ABI
{

namespace exec
{

/// A block on the host: runs all of its threads.
template <class Kernel, int SimdBytes>
class host_block {
  using shape = typename Kernel::block_shape;

  template <class T>
  struct slot_array {
    T slot[static_cast<std::size_t>(shape::threads)];
    GRIDFOLD_HD T& operator[](auto t) { return slot[t.rank]; }
  };

 public:
  static constexpr int threads = shape::threads;
  using shared_storage = typename Kernel::shared_storage;

  template <class T, int Items, class Widest = T>
  using lanes = math::lanes_of<T, math::simd_lanes<Widest>(Items, SimdBytes)>;

  GRIDFOLD_HD explicit host_block(index3 index) : index_(index) {}

  [[nodiscard]] GRIDFOLD_HD index3 index() const { return index_; }
  GRIDFOLD_HD shared_storage& storage() { return shared_; }
  template <auto Member>
  GRIDFOLD_HD auto& shared(member<Member>)
  {
    return shared_.*Member;
  }

  template <class T>
  GRIDFOLD_HD slot_array<T> per_thread()
  {
    return {};
  }

  GRIDFOLD_HD void wait_for_previous_launch() const {}

  template <class F>
  GRIDFOLD_HD void each_thread(F f)
  {
    for (int y = 0; y < shape::y; ++y)
      for (int x = 0; x < shape::x; ++x) f(running_thread{{x, y, y * shape::x + x}});
  }

  template <class F>
  GRIDFOLD_HD void first_thread(F f)
  {
    f(running_thread{{0, 0, 0}});
  }

  template <int InFlight, class F>
  GRIDFOLD_HD void each_thread_awaiting(F f)
  {
    each_thread(f);
  }

  template <int N, class To, class From>
  GRIDFOLD_HD void copy_async(const To& to, const From& from, std::int64_t offset, bool valid)
  {
    view::copy_neighbours<N>(to, from, offset, valid);
  }

  template <class T, class List, class Offer>
  GRIDFOLD_HD int append(List&& to, int size, Offer offer)
  {
    // Stores every element without a branch, which would be mispredicted; an element that is not taken is overwritten
    // by the next. A local list holds them, because `to` may have room only for the elements taken.
    T taken[static_cast<std::size_t>(threads)];
    int count = 0;
    each_thread([&](auto t) {
      T element{};
      const bool take = offer(t, element);
      taken[count] = element;
      count += take ? 1 : 0;
    });
    for (int n = 0; n < count; ++n) to[size + n] = taken[n];
    return size + count;
  }

  template <class T, class Lists, class Offer>
  GRIDFOLD_HD void append_by_warp(Lists&& to, int room, slot_array<int>& sizes, Offer offer)
  {
    int size = 0;
    each_thread([&](auto t) {
      const int warp = t.rank / warp_threads;
      if (t.rank % warp_threads == 0) size = sizes[t];
      T element;
      if (offer(t, element)) to[warp * room + size++] = element;
      if (t.rank % warp_threads == warp_threads - 1 || t.rank == threads - 1)
        for (int rank = warp * warp_threads; rank <= t.rank; ++rank) sizes.slot[rank] = size;
    });
  }

  template <class T, class F>
  GRIDFOLD_HD void warp_reduce(slot_array<T>& values, F combine)
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

/// Whether this translation unit is compiled with OpenMP.
#ifdef _OPENMP
constexpr bool openmp_of_unit = true;
#else
constexpr bool openmp_of_unit = false;
#endif

/// Calls f(n) for all n below a count, on OpenMP threads if compiled with OpenMP: `threads` of them, or OpenMP's
/// default number if `threads` is 0. The first exception of f ends the loop and reaches the caller.
template <bool OpenMP, class F>
void share_among_threads([[maybe_unused]] int threads, std::int64_t count, F f)
{
#ifdef _OPENMP
  if constexpr (OpenMP) {
    const int team = threads > 0 ? threads : omp_get_max_threads();
    std::exception_ptr first;
    bool ended = false;
#pragma omp parallel for schedule(dynamic) num_threads(team)
    for (std::int64_t n = 0; n < count; ++n) {
      bool skip = false;
#pragma omp atomic read
      skip = ended;
      if (skip) continue;
      try {
        f(n);
      } catch (...) {
#pragma omp critical(gridfold_first_exception)
        if (!first) first = std::current_exception();
#pragma omp atomic write
        ended = true;
      }
    }
    if (first) std::rethrow_exception(first);
  } else
#endif
    for (std::int64_t n = 0; n < count; ++n) f(n);
}

}  // namespace exec

/// Runs kernels on the CPU, synchronously: a verb returns when its outputs are written. An exception of a user's
/// function or operation reaches the caller of the verb, whose outputs are then unspecified. Uses one thread if
/// compiled without OpenMP. The size of SIMD registers and the use of OpenMP are part of the type, so that translation
/// units compiled with different flags or compilers share no code.
template <int SimdBytes, bool OpenMP>
struct host_for : plain_arguments, host_memory {
  /// Splitting sums into several launches (launch_order) gains nothing on the host.
  static constexpr bool launches_overlap = false;
  /// Verbs may read their inputs on the host before they run a kernel.
  static constexpr bool runs_on_host = true;

  /// Number of OpenMP threads; 0 for OpenMP's default.
  int threads = 0;

  constexpr host_for() = default;
  constexpr explicit host_for(int openmp_threads) : threads(openmp_threads) {}

  /// Runs a kernel for every block of a grid.
  template <kernel_type Kernel>
  void run(const Kernel& kernel, shape3 grid) const
  {
    exec::share_among_threads<OpenMP>(threads, grid.count(), [&](std::int64_t b) {
      exec::host_block<Kernel, SimdBytes> block(index_in(grid, b));
      kernel(block);
    });
  }
};

/// The host executor of this translation unit.
using host = host_for<math::simd_bytes, exec::openmp_of_unit>;

}  // namespace gridfold::inline GRIDFOLD_ABI
