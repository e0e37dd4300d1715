// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/defaults/multiply.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>
#include <gridfold/multiply.hpp>
#include <string>
#include <type_traits>

namespace gf = gridfold;

namespace
{

template <class T, class Layout>
using on_device = gf::default_variant<gf::device, gf::verb::multiply, T, Layout>;
using gf::defaults::by_columns;
using gf::defaults::by_rows;

}  // namespace

TEST_CASE_TEMPLATE("multiply supports its defaults for elements of any width", T, short, float, double)
{
  static_assert(gf::supports<gf::verb::multiply, on_device<T, by_rows>, T>);
  static_assert(gf::supports<gf::verb::multiply, on_device<T, by_columns>, T>);
}

TEST_CASE("the layout decides for narrow elements, the width for others")
{
  static_assert(!std::is_same_v<on_device<float, by_rows>, on_device<float, by_columns>>);
  static_assert(std::is_same_v<on_device<double, by_rows>, on_device<double, by_columns>>);
  static_assert(!std::is_same_v<on_device<float, by_rows>, on_device<double, by_rows>>);
  static_assert(std::is_same_v<gf::default_variant<gf::host, gf::verb::multiply, float, by_columns>,
                               gf::default_variant<gf::host, gf::verb::multiply, double, by_rows>>);
}
