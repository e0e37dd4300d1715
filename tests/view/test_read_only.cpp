// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/read_only.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cuda/std/mdspan>
#include <gridfold/exec/block.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

#include "../support/executor_memory.hpp"

namespace test_read_only
{

namespace gf = gridfold;

namespace
{

/// Numbers that are loaded together, as many as their alignment allows.
template <class T, int Count, int Alignment>
struct alignas(Alignment) numbers {
  T part[Count];
};

/// Copies elements from a read-only view, one per thread.
template <class Element>
struct copy_kernel {
  using variant = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32>>;
  using block_shape = variant::block;
  using shared_storage = gf::nothing_shared;

  cuda::std::mdspan<const Element, cuda::std::dextents<int, 1>, cuda::std::layout_right,
                    gf::read_only_accessor<Element>>
      from;
  Element* to;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.each_thread([&](gf::thread t) { to[t.rank] = from(t.rank); });
  }
};

template <class T, int Count, int Alignment = alignof(T)>
bool is_copied_whole()
{
  using element = numbers<T, Count, Alignment>;
  std::vector<element> originals(32);
  for (std::size_t i = 0; i < originals.size(); ++i)
    for (int part = 0; part < Count; ++part) originals[i].part[part] = static_cast<T>(3 * i + part);
  const test::memory<element> from(originals);
  test::memory<element> to(std::vector<element>(32));
  using kernel = copy_kernel<element>;
  test::executor{}.run(kernel{decltype(kernel::from)(from.data(), 32), to.data()}, gf::shape3{1, 1, 1});
  const std::vector<element> copies = to.values();
  for (std::size_t i = 0; i < copies.size(); ++i)
    for (int part = 0; part < Count; ++part)
      if (copies[i].part[part] != originals[i].part[part]) return false;
  return true;
}

}  // namespace

TEST_CASE("a read-only view loads whole elements of every size and alignment")
{
  CHECK(is_copied_whole<double, 4, 32>());
  CHECK(is_copied_whole<float, 4, 16>());
  CHECK(is_copied_whole<float, 2, 8>());
  CHECK(is_copied_whole<float, 3>());
  CHECK(is_copied_whole<short, 3>());
}

TEST_CASE("a part of a read-only view begins at its first element")
{
  const std::vector<float> values = {0, 1, 2, 3, 4, 5};
  const gf::read_only_accessor<float> accessor;
  CHECK(accessor.offset(values.data(), 3) == values.data() + 3);
  CHECK(accessor.access(accessor.offset(values.data(), 3), 2) == 5);
}

}  // namespace test_read_only
