// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/memory_space.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/input.hpp>
#include <gridfold/view/repeated.hpp>
#include <type_traits>
#include <vector>

namespace gf = gridfold;

namespace
{

using vector = cuda::std::mdspan<float, cuda::std::dextents<int, 1>, cuda::std::layout_stride>;

std::vector<float> numbers = {0, 1, 2, 3, 4, 5};
const vector every_second(numbers.data(), {cuda::std::dextents<int, 1>(3), cuda::std::array<int, 1>{2}});

}  // namespace

TEST_CASE_TEMPLATE("a kernel reads the caller's elements, and cannot write them", Input, gf::global, gf::read_only,
                   gf::prefetching, gf::shared)
{
  const auto view = Input::view_of(every_second);
  static_assert(std::is_const_v<typename decltype(view)::element_type>);
  REQUIRE(view.extent(0) == 3);
  for (int i = 0; i < 3; ++i) CHECK(view(i) == every_second(i));
}

TEST_CASE("an accessor of the caller's is kept")
{
  const gf::repeated<float> in(1.5f, 4);
  static_assert(std::is_same_v<decltype(gf::global::view_of(in)), gf::repeated<float>>);
  CHECK(gf::global::view_of(in)(3) == 1.5f);
}

TEST_CASE("what derives from read_in_place is a memory space if it has a name")
{
  struct named : gf::read_in_place<named> {
    static constexpr gf::fixed_text name() { return "named"; }
  };
  struct nameless : gf::read_in_place<nameless> {};
  static_assert(gf::memory_space<named> && !gf::memory_space<nameless> && !gf::memory_space<gf::block<32>>);
  static_assert(named::per_launch == gf::most_inputs && named::per_overlapping_launch < gf::most_inputs);
  static_assert(gf::policy::keeps<named, int> && !gf::policy::tiled_input<named>);
}

namespace
{

template <class T>
concept is_float = std::is_same_v<T, float>;
struct packed : gf::read_by_tiles<packed, 8> {
  static constexpr gf::fixed_text name() { return "packed"; }
  template <is_float T>
  using element = short;
};

}  // namespace

TEST_CASE(
    "what derives from read_by_tiles has tiles of the elements that it states, and rings only of inputs as they are")
{
  static_assert(gf::memory_space<packed> && gf::policy::tiled_input<packed> && packed::tile == 8);
  static_assert(sizeof(packed::storage<float, 1>) == 16);
  static_assert(gf::policy::keeps<packed, float> && !gf::policy::keeps<packed, float, 2>);
  static_assert(!gf::policy::keeps<packed, double>);
  static_assert(gf::policy::keeps<gf::shared_tile<8>, double, 2>);
}
