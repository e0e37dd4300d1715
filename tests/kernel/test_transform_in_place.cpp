// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transform_in_place.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/math/interaction.hpp>
#include <gridfold/policy/variant.hpp>
#include <limits>
#include <vector>

namespace gf = gridfold;

namespace
{

using view = cuda::std::mdspan<float, cuda::std::dextents<std::int64_t, 3>>;

template <class Replacement>
std::vector<float> replaced(std::vector<float> elements, const Replacement& by)
{
  using kernel = gf::kernel::transform_in_place<gf::variant<gf::block<4>>, view, Replacement>;
  const gf::shape3 shape{static_cast<std::int64_t>(elements.size()), 1, 1};
  gf::host{1}.run(kernel{view(elements.data(), 1, 1, shape.x), shape, by}, kernel::grid(shape));
  return elements;
}

}  // namespace

TEST_CASE("every element becomes a value")
{
  CHECK(replaced({1, 2, 3, 4, 5}, gf::kernel::to_value<float>{0.5f}) == std::vector<float>(5, 0.5f));
}

TEST_CASE("charges become infinities of their sign, and are counted")
{
  constexpr float infinity = std::numeric_limits<float>::infinity();
  unsigned long long count = 0;
  using to_infinity = gf::kernel::to_infinity<gf::singularity::infinite>;
  CHECK(replaced({2, 0, -1e-20f}, to_infinity{{&count}}) == std::vector<float>{infinity, 0, -infinity});
  CHECK(count == 2);
}
