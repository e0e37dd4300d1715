// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Operations of atomic_element, without and with aggregation by warps, beside CUDA's functions: on one element for all
/// threads, one per block and one per thread. Results of a few blocks are checked before an operation is timed.
/// Usage: atomics_device [Google Benchmark's options]
#include <cuda/std/mdspan>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/atomic.hpp>
#include <memory>
#include <string>
#include <vector>

#include "../support/device_timing.hpp"

namespace
{

namespace gf = gridfold;

constexpr int threads = 256, blocks = 4224, repeats = 16;
/// The number of blocks in a check: small enough that float sums are exact.
constexpr int checked_blocks = 16;
constexpr int initial = 100;

/// An operation to time, by atomic_element and by the equivalent CUDA function; its result for `old`; and whether
/// results do not depend on the order.
#define GRIDFOLD_BENCH_OPERATION(name, type, by_view, by_cuda, by_host, any_order)             \
  struct name {                                                                                \
    using number = type;                                                                       \
    static const char* label() { return #name; }                                               \
    template <class Element>                                                                   \
    static GRIDFOLD_HD void view(Element element, [[maybe_unused]] type v)                     \
    {                                                                                          \
      by_view;                                                                                 \
    }                                                                                          \
    static __device__ __forceinline__ void cuda(type* p, [[maybe_unused]] type v) { by_cuda; } \
    static type host(type old, type v) { return by_host; }                                     \
    static constexpr bool has_any_order = any_order;                                           \
  };
GRIDFOLD_BENCH_OPERATION(add_float, float, element += v, atomicAdd(p, v), old + v, true)
GRIDFOLD_BENCH_OPERATION(add_double, double, element += v, atomicAdd(p, v), old + v, true)
GRIDFOLD_BENCH_OPERATION(add_int, int, element += v, atomicAdd(p, v), old + v, true)
GRIDFOLD_BENCH_OPERATION(subtract_int, int, element.fetch_sub(v), atomicSub(p, v), old - v, true)
GRIDFOLD_BENCH_OPERATION(minimum_int, int, element.store_min(v), atomicMin(p, v), v < old ? v : old, true)
GRIDFOLD_BENCH_OPERATION(maximum_int, int, element.store_max(v), atomicMax(p, v), v > old ? v : old, true)
GRIDFOLD_BENCH_OPERATION(exchange_int, int, element.exchange(v), atomicExch(p, v), (static_cast<void>(old), v), false)
GRIDFOLD_BENCH_OPERATION(increment, unsigned, element.fetch_increment(v), atomicInc(p, v), old >= v ? 0 : old + 1,
                         false)
GRIDFOLD_BENCH_OPERATION(decrement, unsigned, element.fetch_decrement(v), atomicDec(p, v),
                         old == 0 || old > v ? v : old - 1, false)
GRIDFOLD_BENCH_OPERATION(compare_and_swap, int, element.compare_exchange(v, v + 1), atomicCAS(p, v, v + 1),
                         old == v ? v + 1 : old, false)
GRIDFOLD_BENCH_OPERATION(and_bits, unsigned, element &= v, atomicAnd(p, v), (old & v), true)
GRIDFOLD_BENCH_OPERATION(or_bits, unsigned, element |= v, atomicOr(p, v), old | v, true)
GRIDFOLD_BENCH_OPERATION(flip_bits, unsigned, element ^= v, atomicXor(p, v), old ^ v, true)
#undef GRIDFOLD_BENCH_OPERATION

/// The distance between the elements of two blocks, and of two threads of a block.
struct stride {
  const char* label;
  int block, thread;
};
constexpr stride strides[] = {{"one for all", 0, 0}, {"one a block", 1, 0}, {"one a thread", threads, 1}};

template <class Operation>
__global__ void by_cuda(typename Operation::number* elements, stride apart)
{
  for (int r = 0; r < repeats; ++r)
    Operation::cuda(elements + blockIdx.x * apart.block + threadIdx.x * apart.thread,
                    static_cast<typename Operation::number>(threadIdx.x + r));
}

template <class Operation, gf::aggregation Aggregation>
struct by_view {
  using variant = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<threads>>;
  using block_shape = variant::block;
  using shared_storage = gf::nothing_shared;
  using number = typename Operation::number;

  cuda::std::mdspan<number, cuda::std::dextents<int, 1>, cuda::std::layout_right,
                    gf::atomic_accessor<number, gf::thread_scope::device, Aggregation>>
      elements;
  stride apart;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](gf::thread t) {
      for (int r = 0; r < repeats; ++r)
        Operation::view(elements(static_cast<int>(block.index().x) * apart.block + t.rank * apart.thread),
                        static_cast<number>(t.rank + r));
    });
  }
};

template <class Operation>
using elements_of = std::shared_ptr<gf::device_buffer<typename Operation::number>>;
constexpr double operations = double{threads} * blocks * repeats;

/// Throws unless the elements have the values that the operation gives for the threads of `checked_blocks` and
/// `initial`. The host can compute these if the order does not matter, and for elements that only one thread changes.
template <class Operation>
void check(const std::string& name, const elements_of<Operation>& elements, stride apart)
{
  using number = typename Operation::number;
  if (!Operation::has_any_order && apart.thread == 0) return;
  std::vector<number> found(elements->size()), expected(found.size(), number(initial));
  elements->copy_to(found.data());
  gf::cuda_check(cudaDeviceSynchronize(), "copying elements");
  for (int b = 0; b < checked_blocks; ++b)
    for (int t = 0; t < threads; ++t)
      for (int r = 0; r < repeats; ++r) {
        number& element = expected[static_cast<std::size_t>(b * apart.block + t * apart.thread)];
        element = Operation::host(element, static_cast<number>(t + r));
      }
  if (found != expected) throw gf::error(name + " is wrong: find the error before timing it");
}

/// Checks launch(blocks), then times it.
template <class Operation, class Launch>
void time_launch(const std::string& name, const elements_of<Operation>& elements, stride apart, Launch launch)
{
  const std::vector<typename Operation::number> before(elements->size(), initial);
  elements->copy_from(before.data());
  launch(checked_blocks);
  check<Operation>(name, elements, apart);
  bench::time_on_device(
      name, "operations/s", operations, [=] { launch(blocks); }, 0.005);
}

template <class Operation, gf::aggregation Aggregation = gf::aggregation::none>
void time_view(const std::string& label, const elements_of<Operation>& elements, stride apart)
{
  time_launch<Operation>(label, elements, apart, [=](int of_blocks) {
    using kernel = by_view<Operation, Aggregation>;
    const auto size = static_cast<int>(elements->size());
    gf::device{}.run(kernel{decltype(kernel::elements)(elements->data(), size), apart}, {of_blocks, 1, 1});
  });
}

template <class Operation, bool CanAggregate = false>
void time_operation()
{
  const elements_of<Operation> elements =
      std::make_shared<gf::device_buffer<typename Operation::number>>(threads * blocks);
  for (const stride& apart : strides) {
    const std::string label = std::string(Operation::label()).append("/").append(apart.label).append("/");
    time_view<Operation>(label + "view", elements, apart);
    if constexpr (CanAggregate) time_view<Operation, gf::aggregation::warp>(label + "view by warps", elements, apart);
    time_launch<Operation>(label + "CUDA", elements, apart, [=](int of_blocks) {
      by_cuda<Operation><<<of_blocks, threads>>>(elements->data(), apart);
      gf::cuda_check(cudaGetLastError(), "launching a kernel");
    });
  }
}

void register_all()
{
  time_operation<add_float, true>();
  time_operation<add_double, true>();
  time_operation<add_int, true>();
  time_operation<subtract_int>();
  time_operation<minimum_int, true>();
  time_operation<maximum_int, true>();
  time_operation<exchange_int>();
  time_operation<increment>();
  time_operation<decrement>();
  time_operation<compare_and_swap>();
  time_operation<and_bits, true>();
  time_operation<or_bits, true>();
  time_operation<flip_bits, true>();
}

}  // namespace

int main(int argc, char** argv) { return bench::run(argc, argv, register_all); }
