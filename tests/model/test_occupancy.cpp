// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Occupancy by hand, from the rules of the CUDA programming guide.
#include <gridfold/model/occupancy.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include "../ptx/registers.hpp"
#include "../support/error_message.hpp"

namespace gf = gridfold;
using gf::occupancy_limit;

namespace
{

constexpr gf::multiprocessor_limits hopper = gf::limits_of({9, 0});

void check(const gf::kernel_resources& kernel, int blocks, int warps, occupancy_limit limit,
           const gf::multiprocessor_limits& most = hopper)
{
  CAPTURE(kernel.threads);
  CAPTURE(kernel.registers);
  const gf::occupancy found = gf::occupancy_of(kernel, most);
  CHECK(found.blocks == blocks);
  CHECK(found.warps == warps);
  CHECK(found.fraction == doctest::Approx(warps * 32.0 / most.threads));
  CHECK(gf::name_of(found.limit) == gf::name_of(limit));
}

}  // namespace

TEST_CASE("few registers and no shared memory: threads limit, and blocks if they are small")
{
  check({.threads = 256, .registers = 32}, 8, 64, occupancy_limit::threads);
  check({.threads = 64, .registers = 32}, 32, 64, occupancy_limit::threads);
  check({.threads = 32, .registers = 32}, 32, 32, occupancy_limit::blocks);
  check({.threads = 768, .registers = 32}, 2, 48, occupancy_limit::threads);
}

TEST_CASE("a block that is no whole number of warps takes whole warps")
{
  check({.threads = 33, .registers = 32}, 32, 64, occupancy_limit::threads);
  check({.threads = 100, .registers = 16}, 16, 64, occupancy_limit::threads);
}

TEST_CASE("registers are allocated to warps in units of 256: 33 per thread are 1,280 per warp, not 1,056")
{
  // 16,384 registers a scheduler / 1,280 = 12 warps, times 4 = 48 = 6 blocks of 8
  check({.threads = 256, .registers = 33}, 6, 48, occupancy_limit::registers);
  check({.threads = 256, .registers = 40}, 6, 48, occupancy_limit::registers);
  check({.threads = 256, .registers = 41}, 5, 40, occupancy_limit::registers);  // 1,536 a warp: 10 a scheduler
}

TEST_CASE("registers are split among schedulers: the remainder of each is unused")
{
  // 128 registers: 4,096 a warp, 4 warps a scheduler; 16 warps are 4 blocks of 4
  check({.threads = 128, .registers = 128}, 4, 16, occupancy_limit::registers);
  // 168 registers: 5,376 a warp, 3 warps a scheduler, 12 in all, not 65,536 / 5,376 = 12.19
  check({.threads = 128, .registers = 168}, 3, 12, occupancy_limit::registers);
  // 200 registers: 6,400 a warp, 2 warps a scheduler, 8 in all, not 10
  check({.threads = 64, .registers = 200}, 4, 8, occupancy_limit::registers);
}

TEST_CASE("shared memory is allocated in units of 128 bytes, with 1,024 per block for the system")
{
  // 228 KiB = 233,472 bytes
  check({.threads = 64, .registers = 16, .static_shared = 8192}, 25, 50, occupancy_limit::shared_memory);  // / 9,216
  check({.threads = 64, .registers = 16, .static_shared = 8193}, 24, 48, occupancy_limit::shared_memory);  // / 9,344
  check({.threads = 64, .registers = 16, .dynamic_shared = 48 * 1024}, 4, 8,
        occupancy_limit::shared_memory);                                                                   // / 50,176
  check({.threads = 64, .registers = 16, .static_shared = 6272}, 32, 64, occupancy_limit::threads);        // / 7,296
  check({.threads = 64, .registers = 16, .static_shared = 6273}, 31, 62, occupancy_limit::shared_memory);  // / 7,424
}

TEST_CASE("static and dynamic shared memory add up")
{
  check({.threads = 128, .registers = 16, .static_shared = 16384, .dynamic_shared = 16384}, 6, 24,
        occupancy_limit::shared_memory);  // 233,472 / 33,792
}

TEST_CASE("the limit is the least of all")
{
  check({.threads = 256, .registers = 64, .static_shared = 100000}, 2, 16, occupancy_limit::shared_memory);
  check({.threads = 256, .registers = 128, .static_shared = 100000}, 2, 16, occupancy_limit::registers);  // alike
}

TEST_CASE("a block that does not fit has an occupancy of zero")
{
  check({.threads = 1024, .registers = 65}, 0, 0, occupancy_limit::registers);
  check({.threads = 32, .registers = 16, .static_shared = 233472}, 0, 0, occupancy_limit::shared_memory);
  check({.threads = 4096, .registers = 16}, 0, 0, occupancy_limit::threads);
}

TEST_CASE("other generations: fewer threads, coarser units")
{
  check({.threads = 256, .registers = 32}, 4, 32, occupancy_limit::threads, gf::limits_of({7, 5}));
  check({.threads = 64, .registers = 16, .static_shared = 8192}, 8, 16, occupancy_limit::shared_memory,
        gf::limits_of({7, 5}));
  check({.threads = 256, .registers = 32}, 6, 48, occupancy_limit::threads, gf::limits_of({8, 6}));
  check({.threads = 32, .registers = 32}, 24, 24, occupancy_limit::blocks, gf::limits_of({8, 9}));
}

TEST_CASE("coarsening reduces occupancy when its registers pass a limit")
{
  const auto warps = [](int registers) {
    return gf::occupancy_of({.threads = 128, .registers = registers}, hopper).warps;
  };
  CHECK(warps(32) == 64);
  CHECK(warps(33) == 48);
  CHECK(warps(64) == 32);
  CHECK(warps(255) == 8);
}

TEST_CASE("coarsening by 4 costs occupancy or not, by the text of the kernel; by 16 it costs more than half")
{
  // Blocks of 128 threads. The figures' text: the notes say that a factor of 4 does not lower the occupancy.
  check({.threads = 128, .registers = registers::figure_18_6}, 16, 64, occupancy_limit::threads);
  check({.threads = 128, .registers = registers::figure_18_8}, 16, 64, occupancy_limit::threads);
  check({.threads = 128, .registers = registers::figure_18_10}, 12, 48, occupancy_limit::registers);
  // This library's kernel, which finds sources on points.
  check({.threads = 128, .registers = registers::factor_1}, 12, 48, occupancy_limit::registers);
  check({.threads = 128, .registers = registers::factor_4}, 9, 36, occupancy_limit::registers);
  check({.threads = 128, .registers = registers::factor_8}, 8, 32, occupancy_limit::registers);
  check({.threads = 128, .registers = registers::factor_16}, 5, 20, occupancy_limit::registers);
}

TEST_CASE("limits of each compute capability, as CUDA's guide has them")
{
  struct known {
    int major, minor, threads, blocks;
    std::size_t shared, reserved, unit;
  };
  for (const known& k :
       {known{7, 5, 1024, 16, 64, 0, 256}, known{8, 0, 2048, 32, 164, 1024, 128}, known{8, 6, 1536, 16, 100, 1024, 128},
        known{8, 7, 1536, 16, 164, 1024, 128}, known{8, 9, 1536, 24, 100, 1024, 128},
        known{9, 0, 2048, 32, 228, 1024, 128}, known{10, 0, 2048, 32, 228, 1024, 128}}) {
    CAPTURE(k.major);
    CAPTURE(k.minor);
    const gf::multiprocessor_limits of = gf::limits_of({k.major, k.minor});
    CHECK((of.threads == k.threads && of.blocks == k.blocks && of.registers == 64 * 1024));
    CHECK((of.shared == k.shared * 1024 && of.reserved_shared == k.reserved && of.shared_unit == k.unit));
    CHECK((of.register_unit == 256 && of.schedulers == 4));
  }
}

TEST_CASE("limits have names")
{
  CHECK(gf::name_of(occupancy_limit::threads) == "threads");
  CHECK(gf::name_of(occupancy_limit::blocks) == "blocks");
  CHECK(gf::name_of(occupancy_limit::registers) == "registers");
  CHECK(gf::name_of(occupancy_limit::shared_memory) == "shared_memory");
}

TEST_CASE("a compute capability without known limits is refused")
{
  CHECK(
      test::message_of([] {
        (void)gf::limits_of({5, 2});
      }) ==
      "no limits are known for compute capability 5.2 (they are known for 7.5, 8.0, 8.6, 8.7, 8.9, 9.0 and 10.0): take "
      "limits_of_current_device(), or fill in a multiprocessor_limits");
}
