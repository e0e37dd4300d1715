// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tutorial 6: a new kernel and its verb: the second difference of a vector, through shared memory, in one text for GPU
/// and CPU.
// [kernel]
#include <cstdint>
#include <cstdio>
#include <gridfold/gridfold.hpp>
#include <string>
#include <type_traits>
#include <vector>

// [kernel]

namespace
{

// [kernel]
namespace gf = gridfold;

/// out(n) = in(n-1) - 2 in(n) + in(n+1), with 0 beyond both ends.
template <class Variant, class In, class Out>
struct second_difference {
  using variant = Variant;
  using block_shape = typename Variant::block;
  using element = typename Out::value_type;
  static constexpr int threads = Variant::block::threads, items = Variant::coarsening::items;
  static constexpr int tile = threads * items;

  /// The shared memory of a block: its elements, and one more on either side.
  struct shared_storage {
    element around[tile + 2];
  };

  In in;
  Out out;

  static gf::shape3 grid(std::int64_t size) { return {gf::ceil_div(size, tile), 1, 1}; }

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    const std::int64_t first = block.index().x * tile, size = in.extent(0);
    auto&& around = block.shared(gf::member<&shared_storage::around>{});
    block.each_thread([&](auto t) {
      for (int i = t.rank; i < tile + 2; i += threads) {
        const std::int64_t n = first + i - 1;
        around[i] = n >= 0 && n < size ? element(in(n)) : element(0);
      }
    });  // a barrier: all threads now see all elements
    block.each_thread([&](auto t) {
      for (int m = 0; m < items; ++m) {
        const int i = Variant::assignment::index(t.rank, m, threads, items);
        if (first + i < size) out(first + i) = around[i] - 2 * around[i + 1] + around[i + 2];
      }
    });
  }
};
// [kernel]

// [verb]
/// The verb as a type: the axes that it uses, and the policies on them that its kernel supports.
struct second_differences_verb {
  template <class V>
  static constexpr bool uses_axes = gf::uses_only<V, gf::axis::assignment, gf::axis::coarsening, gf::axis::block>;
  template <class V>
  static constexpr bool has_kernel = V::coarsening::y == 1;
};

template <class V, class Executor, class In, class Out>
void second_differences(const Executor& on, const In& in, const Out& out)
{
  static_assert(gf::supports<second_differences_verb, V>,
                "second_differences has no such variant (a block's elements are one-dimensional): give an assignment, "
                "coarsen<X> and block<X>");
  if (in.extent(0) != out.extent(0))
    throw gf::error("the output has " + std::to_string(out.extent(0)) + " elements, the input " +
                    std::to_string(in.extent(0)) + " (each has a difference): pass an output of the input's size");
  if (in.extent(0) == 0) return;
  on.require_access(in.data_handle(), "input elements");
  on.require_access(out.data_handle(), "output elements");
  auto from = on.argument(in, "in", gf::role::input);
  auto to = on.argument(out, "out", gf::role::output);
  using kernel = second_difference<V, decltype(from), decltype(to)>;
  on.run(kernel{from, to}, kernel::grid(in.extent(0)));
}
// [verb]

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 1>>;

/// The second differences of numbers in host memory, on the GPU or the CPU.
template <class V>
std::vector<int> differences_of(const std::vector<int>& numbers)
{
  std::vector<int> result(numbers.size(), -1);
#ifdef __CUDACC__
  if (gf::device_present()) {
    gf::device_buffer<int> in(numbers.size()), out(numbers.size());
    in.copy_from(numbers.data());
    second_differences<V>(gf::device{}, vector<const int>(in.data(), numbers.size()),
                          vector<int>(out.data(), numbers.size()));
    out.copy_to(result.data());
    gf::cuda_check(cudaDeviceSynchronize(), "computing differences");
    return result;
  }
#endif
  second_differences<V>(gf::host{}, vector<const int>(numbers.data(), numbers.size()),
                        vector<int>(result.data(), numbers.size()));
  return result;
}

}  // namespace

int main()
{
  // [use]
  using every = gf::cross<gf::list<gf::gather>, gf::list<gf::contiguous, gf::interleaved>, gf::coarsenings<1, 3>,
                          gf::list<gf::block<32>, gf::block<7>>>;
  // [use]
  std::vector<int> squares;
  for (int n = 1; n <= 1000; ++n) squares.push_back(n * n);
  std::vector<int> expected(1000, 2);  // (n-1)² - 2n² + (n+1)², without (n+1)² at the end
  expected.back() = 999 * 999 - 2 * 1000 * 1000;
  int wrong = 0;
  gf::for_each(every{}, [&]<class V>() {
    const bool right = differences_of<V>(squares) == expected;
    std::printf("%-40s %s\n", V::name().c_str(), right ? "right" : "wrong");
    wrong += !right;
  });
  return wrong;
}
