// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/elements/transform_in_place.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

using volume = cuda::std::mdspan<float, cuda::std::dextents<std::int64_t, 3>>;

template <class Replacement>
std::vector<float> replaced(std::vector<float> elements, const Replacement& by)
{
  using kernel = gf::kernel::transform_in_place<gf::variant<gf::block<4>>, volume, Replacement>;
  const gf::shape3 shape{static_cast<std::int64_t>(elements.size()), 1, 1};
  gf::host{1}.run(kernel{volume(elements.data(), 1, 1, shape.x), shape, by}, kernel::grid(shape));
  return elements;
}

}  // namespace

TEST_CASE("every element becomes a value")
{
  CHECK(replaced({1, 2, 3, 4, 5}, gf::kernel::to_value<float>{0.5f}) == std::vector<float>(5, 0.5f));
}

TEST_CASE("every element becomes a function of it")
{
  const auto negative = [](float element) { return -element; };
  CHECK(replaced({2, 0, -3}, negative) == std::vector<float>{-2, 0, 3});
}
