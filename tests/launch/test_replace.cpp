// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/launch/replace.hpp>

#include <doctest/doctest.h>

#include <gridfold/core/lattice.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

namespace gf = gridfold;

namespace
{

struct negative {
  template <class T>
  GRIDFOLD_HD T operator()(T x) const
  {
    return -x;
  }
};

constexpr gf::shape3 replaced{5, 3, 2};
using variant = gf::variant<gf::coarsen<2>, gf::block<4, 2>>;

}  // namespace

TEST_CASE("every element is replaced by a function of itself, then set to a value and to zero")
{
  std::vector<float> values(30);
  for (int n = 0; n < 30; ++n) values[static_cast<std::size_t>(n)] = static_cast<float>(n);
  const auto out = gf::view_of(values.data(), replaced);
  gf::launch::replace<variant>(gf::host{}, replaced, out, gf::role::update, negative{});
  for (int n = 0; n < 30; ++n) CHECK(values[static_cast<std::size_t>(n)] == static_cast<float>(-n));
  gf::launch::fill<variant>(gf::host{}, replaced, out, 2.5f);
  CHECK(values == std::vector<float>(30, 2.5f));
  gf::launch::zero<variant>(gf::host{}, replaced, out);
  CHECK(values == std::vector<float>(30));
}
