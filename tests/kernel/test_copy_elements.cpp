// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/copy_elements.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/access_pattern.hpp>
#include <gridfold/policy/variant.hpp>

namespace gf = gridfold;

namespace
{

using view = cuda::std::mdspan<float, cuda::std::dextents<int, 1>>;
alignas(64) float from[64], to[64];

template <class... Policies>
using copy = gf::kernel::copy_elements<gf::variant<Policies...>, gf::sequential, view, view>;

}  // namespace

TEST_CASE("elements are copied up to the last one, and no further")
{
  using kernel = copy<gf::coarsen<3>, gf::block<4>>;
  for (int size = 1; size <= 40; ++size) {
    for (int n = 0; n < 64; ++n) from[n] = static_cast<float>(n + 1), to[n] = -1;
    const kernel copies(view(from, size), view(to, size));
    CHECK(copies.grid().x == (size + 11) / 12);
    gf::host{1}.run(copies, copies.grid());
    int wrong = 0;
    for (int n = 0; n < 64; ++n) wrong += to[n] != (n < size ? from[n] : -1);
    CHECK(wrong == 0);
  }
}

TEST_CASE("vectors are moved where both arrays are aligned")
{
  using kernel = copy<gf::coarsen<8>, gf::vectors<4>, gf::block<2>>;
  static_assert(kernel::word == 4);
  CHECK(kernel(view(from, 32), view(to, 32)).words);
  CHECK_FALSE(kernel(view(from + 1, 32), view(to, 32)).words);
  CHECK_FALSE(kernel(view(from, 32), view(to + 2, 32)).words);
  static_assert(copy<gf::coarsen<3>, gf::vectors<2>, gf::block<2>>::word == 1);
}
