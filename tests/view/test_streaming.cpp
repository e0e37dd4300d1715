// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/streaming.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/policy/block.hpp>
#include <vector>

#include "../support/executor_memory.hpp"

namespace test_streaming
{

namespace gf = gridfold;

namespace
{

template <class T>
using vector = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;

/// out[i] = in[i] of streaming views, a thread each.
template <class In, class Out>
struct move_elements {
  using block_shape = gf::block<32>;
  using shared_storage = gf::nothing_shared;
  In in;
  Out out;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](gf::thread t) {
      if (t.rank < in.extent(0)) out(t.rank) = in(t.rank);
    });
  }
};

}  // namespace

TEST_CASE_TEMPLATE("a streaming view is the same elements", T, unsigned char, short, float, double)
{
  constexpr int size = 27;
  std::vector<T> numbers;
  for (int n = 0; n < size; ++n) numbers.push_back(static_cast<T>(3 * n + 1));
  test::memory<T> from(numbers), to(std::vector<T>(size, T(0)));
  auto in = gf::streaming(vector<const T>(from.span().data(), size));
  auto out = gf::streaming(vector<T>(to.span().data(), size));
  using kernel = move_elements<decltype(in), decltype(out)>;
  test::executor{}.run(kernel{in, out}, gf::shape3{1, 1, 1});
  CHECK(to.values() == numbers);
}

TEST_CASE("a part of a streaming view begins at its first element")
{
  int numbers[] = {3, 1, 4, 1, 5, 9, 2, 6};
  auto part = gf::streaming(vector<int>(numbers + 2, 6));
  part = decltype(part)(part.accessor().offset(part.data_handle(), 3), part.mapping(), part.accessor());
  CHECK(static_cast<int>(part(0)) == 9);
}

TEST_CASE("streaming views move whole vectors")
{
  static_assert(gf::word_access<gf::streaming_accessor<float>>::moves);
}

}  // namespace test_streaming
