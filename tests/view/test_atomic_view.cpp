// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/view/atomic_view.hpp>

#include <doctest/doctest.h>

#include <type_traits>

namespace gf = gridfold;

TEST_CASE("an atomic view has the elements, extents and layout of the view it is made of")
{
  double values[6] = {0, 1, 2, 3, 4, 5};
  using view = cuda::std::mdspan<double, cuda::std::dextents<int, 2>, cuda::std::layout_left>;
  const auto atomic = gf::view::atomic_view_of(view(values, 2, 3));
  static_assert(std::is_same_v<decltype(atomic)::layout_type, cuda::std::layout_left>);
  static_assert(std::is_same_v<decltype(atomic)::accessor_type, gf::atomic_accessor<double>>);
  CHECK(atomic.extent(1) == 3);
  atomic(1, 2) += 10.0;
  CHECK(values[5] == 15);
}
