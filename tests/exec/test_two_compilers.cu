// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "../support/lattice_sum_reference.hpp"
#include "two_compilers.hpp"

namespace test_two_compilers
{

namespace gf = gridfold;

namespace
{

constexpr gf::lattice where{.origin = {-3.5, 10, 0.75}, .spacing = 0.5, .shape = {67, 13, 5}};

const std::vector<gf::atom>& atoms()
{
  static const std::vector<gf::atom> random = reference::random_sources<float>(1000, where, 11);
  return random;
}

/// The number of wrong values. Units of roundoff: 4 of the root, 1 of a product, 1 per addition.
int wrong_values(const gf::field<float>& map)
{
  const std::vector<reference::point> expected = reference::sums(atoms(), where);
  int wrong = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    wrong += !(std::abs(map.values[i] - expected[i].value) <=
               reference::tolerance<float>(expected[i], 5, static_cast<double>(atoms().size())));
  return wrong;
}

}  // namespace

TEST_CASE("potential_map called from nvcc's code is correct in a program that also has the host compiler's")
{
  CHECK(wrong_values(gf::potential_map(atoms(), where)) == 0);
}

TEST_CASE("potential_map called from the host compiler's code is correct in a program that also has nvcc's")
{
  CHECK(wrong_values(test::map_from_host_compiler(atoms(), where)) == 0);
}

TEST_CASE("the host executor called from nvcc's code is correct in a program that also has the host compiler's")
{
  CHECK(wrong_values(gf::potential_map(gf::host{}, atoms(), where)) == 0);
}

}  // namespace test_two_compilers
