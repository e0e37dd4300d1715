// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/kernel.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <gridfold/policy/block.hpp>
#include <gridfold/policy/variant.hpp>
#include <type_traits>

namespace gf = gridfold;

namespace
{

struct plain {
  using block_shape = gf::block<32>;
  using shared_storage = gf::nothing_shared;
};

struct demanding {
  using variant = gf::variant<gf::coarsen<4>>;
  using block_shape = variant::block;
  struct shared_storage {
    double of_thread[block_shape::threads];
  };
  static constexpr int min_resident_threads = 96;
  static constexpr bool uses_dynamic_shared = true;
  gf::launch_order order;
};

struct ordered_otherwise : plain {
  int order;
};

}  // namespace

TEST_CASE("a kernel has a block's shape and shared memory")
{
  static_assert(gf::kernel_type<plain> && gf::kernel_type<demanding> && !gf::kernel_type<int>);
}

TEST_CASE("kernel_traits have defaults for properties that a kernel does not state")
{
  using traits = gf::kernel_traits<plain>;
  static_assert(traits::min_resident_threads == 448 && !traits::uses_dynamic_shared && !traits::overlaps_launches);
  static_assert(traits::dynamic_shared_bytes == 0 && std::is_void_v<traits::variant>);
}

TEST_CASE("kernel_traits have the properties that a kernel states")
{
  using traits = gf::kernel_traits<demanding>;
  static_assert(traits::min_resident_threads == 96 && traits::uses_dynamic_shared && traits::overlaps_launches);
  static_assert(traits::dynamic_shared_bytes == sizeof(double) * demanding::block_shape::threads);
  static_assert(std::is_same_v<traits::variant, demanding::variant>);
}

TEST_CASE("a member named order of another type is no launch order")
{
  static_assert(!gf::kernel_traits<ordered_otherwise>::overlaps_launches);
}
