// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Occupancy: how many blocks and warps of a kernel an SM holds at a time, and what limits them.
#pragma once

#include <gridfold/core/config.hpp>

#include <algorithm>
#include <cstddef>
#include <gridfold/core/error.hpp>
#include <gridfold/exec/block.hpp>
#include <gridfold/exec/kernel_resources.hpp>
#include <gridfold/model/rates.hpp>
#include <limits>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Resources of an SM and the units in which they are allocated.
struct multiprocessor_limits {
  int threads, blocks, registers;
  std::size_t shared;
  /// Bytes of shared memory per block reserved for the system.
  std::size_t reserved_shared = 1024;
  std::size_t shared_unit = 128;
  /// The units of register allocation, per warp, and the schedulers among which an SM's registers are divided.
  int register_unit = 256, schedulers = 4;

  friend constexpr bool operator==(const multiprocessor_limits&, const multiprocessor_limits&) = default;
};

/// The limits of a compute capability (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability";
/// allocation units: the toolkit's cuda_occupancy.h). Throws `error` for capabilities that are not in the table.
constexpr multiprocessor_limits limits_of(compute_capability capability)
{
  constexpr int registers = 65536;
  const auto kib = [](std::size_t n) { return n * 1024; };
  const auto [major, minor] = capability;
  if (capability == compute_capability{7, 5})
    return {.threads = 1024,
            .blocks = 16,
            .registers = registers,
            .shared = kib(64),
            .reserved_shared = 0,
            .shared_unit = 256};
  if (capability == compute_capability{8, 0}) return {2048, 32, registers, kib(164)};
  if (capability == compute_capability{8, 6}) return {1536, 16, registers, kib(100)};
  if (capability == compute_capability{8, 7}) return {1536, 16, registers, kib(164)};
  if (capability == compute_capability{8, 9}) return {1536, 24, registers, kib(100)};
  if (capability == compute_capability{9, 0}) return {2048, 32, registers, kib(228)};
  if (capability == compute_capability{10, 0}) return {2048, 32, registers, kib(228)};
  throw error(
      {"no limits are known for compute capability ", major, ".", minor,
       " (they are known for 7.5, 8.0, 8.6, 8.7, 8.9, 9.0 and 10.0): take limits_of_current_device(), or fill in "
       "a multiprocessor_limits"});
}

/// What limits the number of resident blocks.
enum class occupancy_limit { threads, blocks, registers, shared_memory };

/// The limit's name, as its enumerator.
inline std::string name_of(occupancy_limit which)
{
  constexpr const char* names[] = {"threads", "blocks", "registers", "shared_memory"};
  return names[static_cast<int>(which)];
}

/// Resident blocks and warps of a kernel per SM, the share of the maximum number of warps, and the limit; on a tie the
/// first one in occupancy_limit. 0 blocks means that a block is too large to run.
struct occupancy {
  int blocks, warps;
  double fraction;
  occupancy_limit limit;
};

namespace detail
{

constexpr int no_limit = std::numeric_limits<int>::max();

template <class T>
constexpr T rounded_up(T size, T unit)
{
  return (size + unit - 1) / unit * unit;
}

constexpr int blocks_by_registers(int warps, int registers, const multiprocessor_limits& most)
{
  if (registers == 0) return no_limit;
  const int of_warp = rounded_up(registers * warp_threads, most.register_unit);
  if (of_warp * rounded_up(warps, most.schedulers) > most.registers) return 0;  // the check of a launch
  return most.registers / most.schedulers / of_warp * most.schedulers / warps;
}

constexpr int blocks_by_shared(const kernel_resources& of, const multiprocessor_limits& most)
{
  const std::size_t bytes = rounded_up(of.static_shared + of.dynamic_shared + most.reserved_shared, most.shared_unit);
  return bytes == 0 ? no_limit : static_cast<int>(most.shared / bytes);
}

}  // namespace detail

/// The occupancy of a kernel on an SM.
constexpr occupancy occupancy_of(const kernel_resources& kernel, const multiprocessor_limits& most)
{
  const int warps = (kernel.threads + warp_threads - 1) / warp_threads;
  const int by[] = {most.threads / (warps * warp_threads), most.blocks,
                    detail::blocks_by_registers(warps, kernel.registers, most), detail::blocks_by_shared(kernel, most)};
  const auto least = std::min_element(std::begin(by), std::end(by));
  return {*least, *least * warps, static_cast<double>(*least * warps * warp_threads) / most.threads,
          static_cast<occupancy_limit>(least - std::begin(by))};
}

}  // namespace gridfold::inline GRIDFOLD_ABI
