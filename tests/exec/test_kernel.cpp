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

TEST_CASE("a launch is on its own unless it says otherwise")
{
  constexpr gf::launch_order alone;
  static_assert(!alone.follows && !alone.precedes);
}

TEST_CASE("limits of memory: 48 and 227 KiB that a block shares, 128 KiB of a thread and 1 MiB of a block's threads")
{
  static_assert(gf::max_static_shared_bytes == 49152 && gf::max_shared_bytes == 232448);
  static_assert(gf::max_thread_bytes == 131072 && gf::max_block_bytes == 1048576 && gf::max_parameter_bytes == 32764);
  using eight = gf::variant<gf::block<8>>;
  static_assert(gf::exec::check_registers<false, eight, 131072>());
  static_assert(!gf::exec::check_registers<false, eight, 131073>());
  using sixteen = gf::variant<gf::block<16>>;
  static_assert(gf::exec::check_registers<false, sixteen, 65536>());
  static_assert(!gf::exec::check_registers<false, sixteen, 65537>());
  static_assert(gf::exec::check_registers<false, sixteen, 131072, false>());
  static_assert(!gf::exec::check_registers<false, sixteen, 131073, false>());
}

namespace
{

template <int Bytes>
struct sharing : plain {
  struct shared_storage {
    char of[Bytes];
  };
};

}  // namespace

TEST_CASE("more than 48 KiB are dynamic")
{
  static_assert(!gf::kernel_traits<sharing<49152>>::uses_dynamic_shared);
  static_assert(gf::kernel_traits<sharing<49153>>::uses_dynamic_shared);
  static_assert(gf::kernel_traits<sharing<49153>>::dynamic_shared_bytes == 49153);
  static_assert(!gf::kernel_traits<plain>::short_blocks);
}
