// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/arguments.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <string>
#include <type_traits>
#include <vector>

namespace
{

namespace gf = gridfold;
using matrix = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;
using lattice_view = cuda::std::mdspan<const double, cuda::std::dextents<int, 3>>;

struct executor {
  void require_access(const void*, const char*) const {}
};

}  // namespace

TEST_CASE("concepts distinguish views from containers, and three extents from two")
{
  static_assert(gf::core::is_mdspan<matrix> && !gf::core::is_mdspan<std::vector<float>>);
  static_assert(gf::core::has_three_extents<lattice_view> && !gf::core::has_three_extents<matrix>);
  static_assert(gf::core::is_contiguous<std::vector<int>> && gf::core::is_contiguous<float[3]>);
  static_assert(!gf::core::is_contiguous<float>);
}

TEST_CASE("the element type of a view keeps const, other types are their own")
{
  static_assert(std::is_same_v<gf::core::element_of<lattice_view>, const double>);
  static_assert(std::is_same_v<gf::core::element_of<std::string>, std::string>);
  static_assert(std::is_same_v<gf::core::element_in<const std::vector<int>>, const int>);
  static_assert(gf::core::same_values<lattice_view, std::vector<double>>);
}

TEST_CASE("sources are sources of real numbers")
{
  static_assert(gf::detail::holds_sources<const std::vector<gf::source<float>>>);
  static_assert(!gf::detail::holds_sources<const std::vector<gf::source<int>>>);
  static_assert(!gf::detail::holds_sources<const std::vector<float>>);
  static_assert(std::is_same_v<gf::core::source_argument<std::vector<gf::source<double>>>::number, double>);
}

TEST_CASE("an executor has a check of pointers; other arguments do not")
{
  static_assert(gf::core::any_executor<executor> && !gf::core::any_executor<matrix>);
  static_assert(gf::core::same_values<matrix, std::vector<float>>);
}
