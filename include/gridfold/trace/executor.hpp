// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tracing executor: runs a kernel's own text on the host, and says what a GPU's memory would have to do.
#pragma once

#include <gridfold/core/config.hpp>

#ifdef __CUDACC__
#error \
    "gridfold: exec/trace.hpp is compiled by nvcc (a trace runs kernels' text on the host alone): put what traces into a C++ file"
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/exec/aligned_vector.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/recorder.hpp>
#include <gridfold/trace/report.hpp>
#include <gridfold/trace/segments.hpp>
#include <gridfold/trace/traced_thread.hpp>
#include <gridfold/trace/traced_view.hpp>
#include <gridfold/view/chunk.hpp>
#include <memory>
#include <string>
#include <type_traits>

namespace gridfold
{

/// A block as it is traced: warp after warp, each lane by itself, then what the warp has done together. Its items are
/// scalars, as on the device.
template <class Kernel>
class trace_block : public host_block<Kernel, 0> {
  using shape = typename Kernel::block_shape;
  using base = host_block<Kernel, 0>;

 public:
  trace_block(index3 index, recorder& by) : base(index), by_(by) {}

  template <class F>
  void each_thread(F f)
  {
    by_.begin_interval();
    for (int first = 0; first < shape::threads; first += warp_threads)
      by_.run_warp(first, std::min(first + warp_threads, shape::threads), [&](int rank) {
        f(traced_thread{{rank % shape::x, rank / shape::x, rank}, &by_});
      });
    by_.begin_interval();
  }

  template <class F>
  void first_thread(F f)
  {
    each_thread([&](auto t) {
      if (t.rank == 0) f(t);
    });
  }

  /// A member of the shared storage, traced under its own name: an array, something with data(), or a single value.
  template <auto Member>
  auto shared(member<Member> which)
  {
    auto& memory = base::shared(which);
    using type = std::remove_reference_t<decltype(memory)>;
    if constexpr (std::is_empty_v<type>)
      return memory;
    else if constexpr (std::is_array_v<type>)
      return pointer_to(memory, sizeof(memory), member_name<Member>());
    else if constexpr (requires { memory.data(); })
      return pointer_to(memory.data(), sizeof(memory), member_name<Member>());
    else
      return *pointer_to(&memory, sizeof(memory), member_name<Member>());
  }

 private:
  template <class T>
  traced_pointer<T> pointer_to(T* memory, std::size_t bytes, const std::string& name)
  {
    return {memory, by_.watch(name, role::scratch,
                              {memory_kind::in_shared, memory, bytes, element_word_bytes<std::remove_all_extents_t<T>>,
                               0, &this->storage()})};
  }

  recorder& by_;
};

/// A kernel of one interval between barriers, made of a function of (block index, thread).
template <class Block, class F>
struct each_thread_kernel {
  using block_shape = Block;
  using shared_storage = nothing_shared;
  F f;

  template <class Of>
  void operator()(Of& block) const
  {
    block.each_thread([&](auto t) { f(block.index(), t); });
  }
};

/// Runs kernels on one core of the host, traced. Synchronous. Copies of it share one trace.
///
/// What is seen is what goes through views: a verb's inputs and outputs, what a block shares, and what `argument`
/// gives. Addresses are the real ones, so that memory is as well aligned as it is: an aligned_vector begins where
/// memory of a device would. A site is a view, what is done to it and in how wide words (access_site); lanes of a warp
/// are put together as `lockstep` says.
///
/// \tparam Global the rule for global memory: sectors, cache_lines, bursts, compute_1_0, compute_1_2 or your own
/// \tparam Shared the rule for shared memory: banks<32>; banks<16, 16> for compute capability 1.x
template <memory_rule Global = sectors, class Shared = banks<32>>
class trace_for {
 public:
  static constexpr bool launches_overlap = true;
  static constexpr bool runs_on_host = false;

  trace_for() : recorder_(std::make_shared<recorder>(&Global::cost, &Shared::cost)) {}

  /// What has been seen so far.
  [[nodiscard]] trace_report report() const { return recorder_->report(); }

  /// Runs a kernel for every block of a grid.
  template <kernel_text Kernel>
  void run(const Kernel& kernel, shape3 grid) const
  {
    recorder_->begin_launch();
    try {
      for (std::int64_t b = 0; b < grid.count(); ++b) run_block(kernel, index_in(grid, b));
    } catch (...) {
      recorder_->end_launch();
      throw;
    }
    recorder_->end_launch();
  }

  /// Calls f(block index, thread) for every thread of a grid of blocks: for code that is no kernel of this library.
  template <block_shape Block, class F>
  void for_each_thread(shape3 grid, F f) const
  {
    run(each_thread_kernel<Block, F>{f}, grid);
  }

  /// A view whose reads and writes the trace sees, under a name. An input's or update's elements count as written.
  template <class T, class Extents, class Layout, class Accessor>
  auto argument(const cuda::std::mdspan<T, Extents, Layout, Accessor>& view, const char* name, role as) const
  {
    if constexpr (std::is_pointer_v<typename Accessor::data_handle_type>) {
      auto& memory =
          watch_bytes<T>(view.data_handle(), bytes_of(view), static_cast<std::int64_t>(view.size()), name, as);
      return cuda::std::mdspan<T, Extents, Layout, traced_accessor<Accessor>>(
          view.data_handle(), view.mapping(), traced_accessor<Accessor>(view.accessor(), memory));
    } else {
      return view;  // it carries its elements itself
    }
  }
  /// A pointer to so many elements, likewise.
  template <class T>
  traced_pointer<T> argument(T* data, std::int64_t size, const char* name,
                             role as = std::is_const_v<T> ? role::input : role::update) const
  {
    return {data, watch_bytes<T>(data, static_cast<std::size_t>(size) * sizeof(T), size, name, as)};
  }
  /// A chunk in constant memory.
  template <class T, int Items>
  traced_chunk<T, Items> argument(const chunk<T, Items>& of, const char* name, role as) const
  {
    return {of, &recorder_->watch(name, as, {memory_kind::in_constant, nullptr, sizeof(of.element), 4, 0})};
  }

  /// `size` zeroed elements for a verb's scratch.
  template <class T>
  [[nodiscard]] aligned_vector<T> zeros(std::size_t size) const
  {
    return aligned_vector<T>(size);
  }

  /// The host reads every pointer it is given.
  void require_access(const void* /*pointer*/, const char* /*what*/) const {}
  void require_host_access(const void* /*pointer*/, const char* /*what*/) const {}

 private:
  template <class Kernel>
  void run_block(const Kernel& kernel, index3 index) const
  {
    recorder_->begin_block(index, Kernel::block_shape::threads);
    trace_block<Kernel> block(index, *recorder_);
    kernel(block);
  }

  template <class T>
  watched_memory& watch_bytes(const void* data, std::size_t bytes, std::int64_t elements, const char* name,
                              role as) const
  {
    constexpr std::int64_t words = sizeof(T) / element_word_bytes<T>;
    return recorder_->watch(name, as, {memory_kind::in_global, data, bytes, element_word_bytes<T>, elements * words});
  }
  /// The bytes from a view's first element to its last.
  template <class View>
  static std::size_t bytes_of(const View& view)
  {
    if constexpr (requires { view.accessor().span_bytes(view.mapping().required_span_size()); })
      return view.accessor().span_bytes(view.mapping().required_span_size());
    else
      return static_cast<std::size_t>(view.mapping().required_span_size()) * sizeof(typename View::element_type);
  }

  std::shared_ptr<recorder> recorder_;
};

/// The tracing executor for the GPUs of today.
using trace = trace_for<>;

}  // namespace gridfold
