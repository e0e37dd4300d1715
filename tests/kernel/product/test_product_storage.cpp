// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/product/product_storage.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/policy/variant.hpp>
#include <type_traits>

namespace gf = gridfold;

namespace
{

using rows = cuda::std::mdspan<const float, cuda::std::dextents<int, 2>>;
using columns = cuda::std::mdspan<const float, cuda::std::dextents<int, 2>, cuda::std::layout_left>;
using tiled = gf::variant<gf::coarsen<2, 4>, gf::vectors<4>, gf::shared_tile<16>, gf::block<8, 4>>;
using ring = gf::variant<gf::coarsen<2, 4>, gf::vectors<4>, gf::shared_tile<16>, gf::stages<3>, gf::block<8, 4>>;
using turning = gf::variant<gf::coarsen<2, 4>, gf::vectors<4>, gf::shared_tile<16>, gf::stages<3>,
                            gf::through_registers, gf::block<8, 4>>;

template <class V, class A, class B>
constexpr std::size_t bytes_of = sizeof(typename gf::kernel::product_storage<typename V::input, V, A, B>::type);

}  // namespace

TEST_CASE("a product keeps nothing, two tiles, or two rings of them, and no layout takes more than is said")
{
  static_assert(std::is_empty_v<gf::kernel::product_storage<gf::global, gf::variant<>, rows, rows>::type>);
  static_assert(bytes_of<tiled, rows, columns> == (16 * (16 + 4) + 16 * (16 + 4)) * sizeof(float));
  static_assert(gf::kernel::has_ring<ring> && !gf::kernel::has_ring<tiled> && !gf::kernel::has_ring<gf::variant<>>);
  static_assert(bytes_of<ring, columns, rows> == 3 * bytes_of<tiled, columns, rows>);
  const auto check = []<class V>(V) {
    static_assert(bytes_of<V, rows, rows> <= gf::kernel::most_product_bytes<V, float>);
    static_assert(bytes_of<V, rows, columns> <= gf::kernel::most_product_bytes<V, float>);
    static_assert(bytes_of<V, columns, rows> <= gf::kernel::most_product_bytes<V, float>);
  };
  check(tiled{});
  check(ring{});
  check(turning{});
}

TEST_CASE("operands along k are transposed on their way into a ring by through_registers alone")
{
  static_assert(gf::kernel::turns<turning, true> && !gf::kernel::turns<turning, false>);
  static_assert(!gf::kernel::turns<ring, true>);
  static_assert(std::is_same_v<gf::kernel::map_of_lines<ring, true>, gf::interleaved>);
  static_assert(std::is_same_v<gf::kernel::map_of_lines<turning, true>, turning::item_map>);
}
