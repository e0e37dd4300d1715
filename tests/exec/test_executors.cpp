// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/executors.hpp>

#include <doctest/doctest.h>

#include <gridfold/exec/host.hpp>
#include <type_traits>

namespace gf = gridfold;

namespace
{

template <class>
constexpr bool is_of_host = false;
template <int SimdBytes, bool OpenMP>
constexpr bool is_of_host<gf::host_for<SimdBytes, OpenMP>> = true;

}  // namespace

TEST_CASE("what is written for an executor's name is for the executor")
{
  static_assert(is_of_host<gf::host>);
  static_assert(!is_of_host<gf::device>);
}
