// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Floors: the least time that work can take on a device, and the unit that limits it.
#pragma once

#include <gridfold/core/config.hpp>

#include <gridfold/model/instructions.hpp>
#include <gridfold/model/rates.hpp>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// The units that can limit work.
enum class unit { mufu, fma, fp64, l1, issue, memory };

/// The unit's name, as its enumerator.
inline std::string name_of(unit which)
{
  constexpr const char* names[] = {"mufu", "fma", "fp64", "l1", "issue", "memory"};
  return names[static_cast<int>(which)];
}

/// The least time for one piece of work on a fully used device, and the limiting unit.
struct time_floor {
  double seconds;
  unit binds;

  /// The highest throughput, in pieces of work per second.
  [[nodiscard]] constexpr double per_second() const { return 1 / seconds; }
};

/// The floor of work: the time of the unit that needs longest for a thread's instructions and bytes of device memory.
/// Latencies, caches, tail effects and uncounted instructions come on top.
constexpr time_floor floor_of(const instructions& work, double bytes, const device_rates& device)
{
  const double clocks = device.multiprocessors * device.clock;
  const multiprocessor_rates& most = device.per_clock;
  time_floor longest{bytes / device.bandwidth, unit::memory};
  for (const time_floor& of_unit :
       {time_floor{work.issued() / (most.issue * clocks), unit::issue},
        time_floor{work.l1 / (most.l1 * clocks), unit::l1}, time_floor{work.fp64 / (most.fp64 * clocks), unit::fp64},
        time_floor{work.fma / (most.fma * clocks), unit::fma},
        time_floor{work.mufu / (most.mufu * clocks), unit::mufu}})
    if (of_unit.seconds > longest.seconds) longest = of_unit;
  return longest;
}

}  // namespace gridfold::inline GRIDFOLD_ABI
