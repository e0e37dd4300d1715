// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Measures the energy of work on a GPU, if the environment has ENERGY=1.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <gridfold/exec/cuda_check.cuh>
#include <gridfold/tune/energy_meter.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace bench
{

inline bool energy_is_asked_for()
{
  const char* const asked = std::getenv("ENERGY");
  return asked != nullptr && std::string_view(asked) == "1";
}

/// The meter of the current GPU.
inline gridfold::energy_meter meter_of_device()
{
  char bus[32] = "";
  int device = 0;
  gridfold::cuda_check(cudaGetDevice(&device), "asking for the device");
  gridfold::cuda_check(cudaDeviceGetPCIBusId(bus, sizeof bus, device), "asking for the device's bus");
  return gridfold::energy_meter(bus);
}

/// Joules of one call, including the idle processor: measured over half a second of calls or more, from one change of
/// the counter to another. Nothing if the counter does not change.
///
/// \param seconds of one call, approximately
template <class Work>
std::optional<double> joules_of(const Work& work, double seconds)
{
  using clock = std::chrono::steady_clock;
  static const gridfold::energy_meter meter = meter_of_device();
  const auto at_once = static_cast<int>(std::clamp(0.005 / seconds, 1.0, 1e4));
  struct reading {
    double millijoules, calls;
  };
  const auto call_until_change = [&](double least) -> std::optional<reading> {
    const auto begin = clock::now();
    double last = meter.total();
    for (double calls = at_once;; calls += at_once) {
      for (int n = 0; n < at_once; ++n) work();
      gridfold::cuda_check(cudaDeviceSynchronize(), "measuring energy");
      const double spent = std::chrono::duration<double>(clock::now() - begin).count(), now = meter.total();
      if (now != last && spent >= least) return reading{now, calls};
      if (spent > least + 2) return std::nullopt;
      last = now;
    }
  };
  const auto begin = call_until_change(0);
  const auto end = begin ? call_until_change(0.5) : std::nullopt;
  if (!end) return std::nullopt;
  return (end->millijoules - begin->millijoules) / 1e3 / end->calls;
}

}  // namespace bench
