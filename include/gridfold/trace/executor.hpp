// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The tracing executor: runs kernels on the host and counts the work of a GPU's memory.
#pragma once

#include <gridfold/core/config.hpp>

#ifdef __CUDACC__
#error "gridfold: trace.hpp is compiled by nvcc (a trace runs kernels on the host alone): include it in a C++ file"
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/exec/host_memory.hpp>
#include <gridfold/policy/block.hpp>
#include <gridfold/trace/aligned_vector.hpp>
#include <gridfold/trace/banks.hpp>
#include <gridfold/trace/recorder.hpp>
#include <gridfold/trace/report.hpp>
#include <gridfold/trace/segments.hpp>
#include <gridfold/trace/traced_thread.hpp>
#include <gridfold/trace/traced_view.hpp>
#include <gridfold/view/chunk.hpp>
#include <gridfold/view/vectors.hpp>
#include <memory>
#include <string>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace tracing
{

/// A traced block: runs warp after warp and the lanes of a warp one after another, then merges the warp's accesses into
/// requests. Items are scalars, as on the device.
template <class Kernel>
class trace_block : public exec::host_block<Kernel, 0> {
  using shape = typename Kernel::block_shape;
  using base = exec::host_block<Kernel, 0>;

 public:
  trace_block(index3 index, recorder& by) : base(index), by_(by) {}

  template <class F>
  void each_thread(F f)
  {
    by_.begin_interval();
    constexpr int warps = (shape::threads + warp_threads - 1) / warp_threads;
    for (int w = 0; w < warps; ++w) {
      const int first = by_.in_order(w, warps) * warp_threads;
      by_.run_warp(first, std::min(first + warp_threads, shape::threads), [&](int rank) {
        f(traced_thread{{rank % shape::x, rank / shape::x, rank}, &by_});
      });
    }
    by_.begin_interval();
  }

  template <class F>
  void first_thread(F f)
  {
    each_thread([&](auto t) {
      if (t.rank == 0) f(t);
    });
  }

  template <int InFlight, class F>
  void each_thread_awaiting(F f)
  {
    each_thread(f);
    by_.end_stage(InFlight);
  }

  template <int N, class To, class From>
  void copy_async(const To& to, const From& from, std::int64_t offset, bool valid)
  {
    by_.copy([&] { base::template copy_async<N>(to, from, offset, valid); });
  }

  template <class T, class List, class Offer>
  int append(List&& to, int size, Offer offer)
  {
    T element[static_cast<std::size_t>(shape::threads)];
    int place[static_cast<std::size_t>(shape::threads)];
    // Traces the exchange of the warps' counts, too.
    constexpr int warps = (shape::threads + warp_threads - 1) / warp_threads;
    alignas(16) int of_warp[warps];
    const auto offers = pointer_to(of_warp, sizeof(of_warp), "offers");
    each_thread([&](auto t) {
      place[t.rank] = offer(t, element[t.rank]) ? 0 : -1;
      if (warps > 1 && t.rank % warp_threads == 0) offers[t.rank / warp_threads] = 0;
    });
    for (int& at : place)
      if (at == 0) at = size++;
    each_thread([&](auto t) {
      if (warps > 1) static_cast<void>(load_in_place<warps>(offers));
      if (place[t.rank] >= 0) view::store_element(to + place[t.rank], element[t.rank]);
    });
    return size;
  }

  template <class T, class Lists, class Sizes, class Offer>
  void append_by_warp(Lists&& to, int room, Sizes& sizes, Offer offer)
  {
    T element[static_cast<std::size_t>(shape::threads)];
    bool offered[static_cast<std::size_t>(shape::threads)];
    each_thread([&](auto t) { offered[t.rank] = offer(t, element[t.rank]); });
    int place[static_cast<std::size_t>(shape::threads)];
    for (int first = 0; first < shape::threads; first += warp_threads) {
      const int end = std::min(first + warp_threads, shape::threads);
      int size = sizes.slot[first];
      for (int rank = first; rank < end; ++rank) place[rank] = offered[rank] ? size++ : -1;
      for (int rank = first; rank < end; ++rank) sizes.slot[rank] = size;
    }
    each_thread([&](auto t) {
      if (place[t.rank] >= 0) view::store_element(to + (t.rank / warp_threads * room + place[t.rank]), element[t.rank]);
    });
  }

  /// A member of the shared storage, traced under its name: an array, something with data(), or a single value.
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
      return *pointer_to(__builtin_addressof(memory), sizeof(memory), member_name<Member>());
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

/// A kernel without barriers, made from a function of (block index, thread).
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

}  // namespace tracing

/// Runs kernels on one core of the host and traces them, synchronously. Copies share one trace.
///
/// Accesses are recorded if they go through views: a verb's inputs and outputs, shared memory, and what `argument`
/// returns. Addresses are those of the host; use aligned_vector for the alignment of device memory. A site is a view,
/// the kind of access and its width (access_site); lockstep.hpp says how lanes are merged into requests.
///
/// \tparam Global the rule for global memory: sectors, cache_lines, bursts, compute_1_0, compute_1_2 or your own
/// \tparam Shared the rule for shared memory: banks<32>; banks<16, 16> for compute capability 1.x
template <memory_rule Global = sectors, class Shared = banks<32>>
class trace_for : public host_memory {
 public:
  static constexpr bool launches_overlap = true;
  static constexpr bool runs_on_host = false;

  explicit trace_for(running_order order = running_order::ascending)
      : recorder_(std::make_shared<tracing::recorder>(tracing::rules_of<Global, Shared>(), order))
  {
  }

  /// The results so far.
  [[nodiscard]] trace_report report() const { return recorder_->report(); }

  /// Runs a kernel for every block of a grid.
  template <kernel_type Kernel>
  void run(const Kernel& kernel, shape3 grid) const
  {
    recorder_->begin_launch();
    try {
      const std::int64_t blocks = grid.count();
      for (std::int64_t b = 0; b < blocks; ++b) run_block(kernel, index_in(grid, recorder_->in_order(b, blocks)));
    } catch (...) {
      recorder_->end_launch();
      throw;
    }
    recorder_->end_launch();
  }

  /// Calls f(block index, thread) for every thread of a grid. Traces code that is not a kernel of this library.
  template <policy::block_shape Block, class F>
  void for_each_thread(shape3 grid, F f) const
  {
    run(tracing::each_thread_kernel<Block, F>{f}, grid);
  }

  /// A view whose accesses are traced under a name. Elements of an input or update are taken as written.
  template <class T, class Extents, class Layout, class Accessor>
  auto argument(const cuda::std::mdspan<T, Extents, Layout, Accessor>& view, const char* name, role as) const
  {
    if constexpr (std::is_pointer_v<typename Accessor::data_handle_type>) {
      tracing::memory_span span =
          span_of<T>(view.data_handle(), bytes_of(view), static_cast<std::int64_t>(view.size()));
      add_shape(span, view);
      auto& memory = recorder_->watch(name, as, span);
      return cuda::std::mdspan<T, Extents, Layout, tracing::traced_accessor<Accessor>>(
          view.data_handle(), view.mapping(), tracing::traced_accessor<Accessor>(view.accessor(), memory));
    } else {
      return view;  // the view stores its elements itself
    }
  }
  /// A pointer to `size` elements whose accesses are traced under a name.
  template <class T>
  tracing::traced_pointer<T> argument(T* data, std::int64_t size, const char* name,
                                      role as = std::is_const_v<T> ? role::input : role::update) const
  {
    return {data, recorder_->watch(name, as, span_of<T>(data, static_cast<std::size_t>(size) * sizeof(T), size))};
  }
  /// A chunk in constant memory whose reads are traced under a name.
  template <class T, int Items>
  tracing::traced_chunk<T, Items> argument(const view::chunk<T, Items>& of, const char* name, role as) const
  {
    return {of, &recorder_->watch(name, as, {memory_kind::in_constant, nullptr, sizeof(of.element), 4, 0})};
  }

  /// `size` zeroed elements, aligned as a device's memory is.
  template <class T>
  [[nodiscard]] aligned_vector<T> zeros(std::size_t size) const
  {
    return aligned_vector<T>(size);
  }

 private:
  template <class Kernel>
  void run_block(const Kernel& kernel, index3 index) const
  {
    recorder_->begin_block(index, Kernel::block_shape::threads);
    tracing::trace_block<Kernel> block(index, *recorder_);
    kernel(block);
  }

  template <class T>
  static tracing::memory_span span_of(const void* data, std::size_t bytes, std::int64_t elements)
  {
    constexpr int word = tracing::element_word_bytes<T>;
    constexpr std::int64_t words = sizeof(T) / word;
    return {memory_kind::in_global, data, bytes, word, elements * words, nullptr, sizeof(T)};
  }
  /// Adds the extents and strides of a view whose elements lie where its mapping says.
  template <class View>
  static void add_shape(tracing::memory_span& span, const View& view)
  {
    using accessor = typename View::accessor_type;
    if constexpr (tracing::places_elements<accessor>) {
      span.element_bytes = 0;  // several arrays, shown word by word
    } else if constexpr (View::is_always_strided()) {
      for (std::size_t r = 0; r < View::rank(); ++r) {
        span.extents.push_back(static_cast<std::int64_t>(view.extent(r)));
        span.strides.push_back(static_cast<std::int64_t>(view.stride(r)));
      }
    }
  }
  /// The bytes from a view's first element to its last.
  template <class View>
  static std::size_t bytes_of(const View& view)
  {
    if constexpr (tracing::places_elements<typename View::accessor_type>)
      return view.accessor().span_bytes(view.mapping().required_span_size());
    else
      return static_cast<std::size_t>(view.mapping().required_span_size()) * sizeof(typename View::element_type);
  }

  std::shared_ptr<tracing::recorder> recorder_;
};

/// The tracing executor with the rules of current GPUs.
using trace = trace_for<>;

}  // namespace gridfold::inline GRIDFOLD_ABI
