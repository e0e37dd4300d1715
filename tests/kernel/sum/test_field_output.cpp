// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/sum/field_output.hpp>

#include <doctest/doctest.h>

#include <gridfold/core/lattice.hpp>
#include <gridfold/view/triples.hpp>
#include <type_traits>
#include <vector>

namespace gf = gridfold;

namespace field_output_tests
{

using triple = gf::packed3<float>;

TEST_CASE("a potential and a field are stored at a point, or added to it, in the outputs' number types")
{
  const gf::shape3 shape{3, 1, 2};
  std::vector<double> potentials(6, 7);
  std::vector<triple> fields(6, {7, 7, 7});
  const auto numbers = gf::view_of(potentials.data(), shape);
  const auto triples = gf::view_of(fields.data(), shape);
  const gf::kernel::field_output<float, decltype(numbers), decltype(triples)> to{numbers, triples};
  CHECK((to.extent(0) == 2 && to.extent(1) == 1 && to.extent(2) == 3));
  CHECK(gf::kernel::is_field_output<std::remove_const_t<decltype(to)>>);
  CHECK_FALSE(gf::kernel::is_field_output<std::remove_const_t<decltype(numbers)>>);
  const gf::math::potential_and_field<float> value(1, 2, 3, 4);
  to(0, 0, 2) = value;
  to(1, 0, 0) += value;
  CHECK(potentials == std::vector<double>{7, 7, 1, 8, 7, 7});
  const triple all{7, 7, 7};
  CHECK(fields == std::vector<triple>{all, all, {2, 3, 4}, {9, 10, 11}, all, all});
}

TEST_CASE("fields alone, in three maps")
{
  const gf::shape3 shape{2, 1, 1};
  std::vector<double> numbers(6, 1);
  const auto maps = gf::components(numbers.data(), shape);
  const gf::kernel::field_output<double, gf::kernel::no_potentials, decltype(maps)> to{{}, maps};
  to(0, 0, 1) += gf::math::potential_and_field<double>(9, 2, 3, 4);
  to(0, 0, 0) = gf::math::potential_and_field<double>(9, -2, -3, -4);
  CHECK(numbers == std::vector<double>{-2, 3, -3, 4, -4, 5});
}

}  // namespace field_output_tests
