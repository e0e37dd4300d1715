// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/core/no_device.hpp>

#include <doctest/doctest.h>

#include <gridfold/core/arguments.hpp>
#include <type_traits>

namespace gf = gridfold;

// Using it is an error of one sentence: misuse/device_in_cxx.cpp.
void run_on(const gf::device& on);

TEST_CASE("a file that is no CUDA may name device in its interface")
{
  static_assert(std::is_same_v<decltype(&run_on), void (*)(const gf::device&)>);
  static_assert(std::is_class_v<gf::device>);
  static_assert(gf::core::any_executor<gf::device>);
}
