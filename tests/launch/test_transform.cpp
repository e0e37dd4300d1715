// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/launch/transform.hpp>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <cuda/std/tuple>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/access_pattern.hpp>
#include <gridfold/policy/variant.hpp>
#include <string>
#include <utility>
#include <vector>

#include "../support/error_message.hpp"

namespace gf = gridfold;

namespace
{

template <class T>
using row = cuda::std::mdspan<T, cuda::std::dextents<int, 1>>;
using variant = gf::variant<gf::coarsen<2>, gf::vectors<2>, gf::block<8>>;

struct product {
  template <class T>
  GRIDFOLD_HD T operator()(T a, T b) const
  {
    return a * b;
  }
};

void multiply(const std::vector<int>& a, const std::vector<int>& b, std::vector<int>& out)
{
  const auto view = [](auto& v) {
    return row<std::remove_reference_t<decltype(v[0])>>(v.data(), static_cast<int>(v.size()));
  };
  gf::launch::transform<variant, gf::sequential>(gf::host{}, cuda::std::tuple(view(a), view(b)), view(out), product{},
                                                 std::make_integer_sequence<int, 2>());
}

}  // namespace

TEST_CASE("an output is computed from every input")
{
  std::vector<int> a(37), b(37), out(37), expected(37);
  for (int n = 0; n < 37; ++n) {
    const auto at = static_cast<std::size_t>(n);
    a[at] = n, b[at] = 3 - n, expected[at] = n * (3 - n);
  }
  multiply(a, b, out);
  CHECK(out == expected);
}

TEST_CASE("an error names the input that does not fit")
{
  std::vector<int> out(3);
  CHECK(test::explains(test::message_of([&] { multiply(std::vector<int>(3), std::vector<int>(4), out); }),
                       "input 1 has 4"));
}

TEST_CASE("variants of elements")
{
  using of = gf::launch::element_variants;
  static_assert(of::uses_axes<variant>);
  static_assert(of::computes_once<variant> && !of::computes_once<gf::variant<gf::coarsen<2, 2>>>);
  static_assert(of::check_items<false, variant, int, int>());
}
