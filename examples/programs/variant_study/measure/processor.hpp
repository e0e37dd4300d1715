// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The processor that a study is compiled for, the GPU by nvcc, else the CPU: its memory and its floors.
#pragma once

#include <cstddef>
#include <functional>
#include <gridfold/core/error.hpp>
#include <gridfold/exec/buffer.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/tune/key.hpp>
#include <gridfold/tune/search.hpp>
#include <gridfold/tune/terminal_progress.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/cuda_check.cuh>
#include <gridfold/exec/device.cuh>
#include <gridfold/model/current_device.cuh>
#include <gridfold/tune/energy_meter.hpp>
#include <memory>
#endif

#include "measure/floors.hpp"
#include "program/part.hpp"
#include "variant_lists.hpp"

namespace study
{

#ifdef __CUDACC__

using executor = gf::device;
inline constexpr bool on_gpu = true;

/// The floor of a kernel's work on this processor; nothing for a GPU that the model's table lacks.
inline std::optional<work_floor> least_time(const std::string& kernel)
{
  try {
    return floor_of(kernel, gf::rates_of_current_device());
  } catch (const gf::error&) {
    return std::nullopt;
  }
}

/// The counter of the current device's energy. Throws gridfold::error if there is none.
inline std::function<double()> energy_counter()
{
  int gpu = 0;
  char pci_bus_id[32];
  gf::cuda_check(cudaGetDevice(&gpu), "asking for the current device");
  gf::cuda_check(cudaDeviceGetPCIBusId(pci_bus_id, sizeof pci_bus_id, gpu), "asking for a device's bus");
  return [meter = std::make_shared<gf::energy_meter>(pci_bus_id)] { return meter->total(); };
}

#else

using executor = gf::host;
inline constexpr bool on_gpu = false;

/// Nothing, because the model has no rates of CPUs.
inline std::optional<work_floor> least_time(const std::string& /*kernel*/) { return std::nullopt; }

inline std::function<double()> energy_counter()
{
  throw gf::error(
      "the energy of a run cannot be measured on the CPU (NVML counts that of GPUs): leave out --energy, or give "
      "--device cuda");
}

#endif

/// Memory of the executor.
template <class T>
struct memory : gf::buffer<T, executor> {
  explicit memory(std::size_t size) : gf::buffer<T, executor>(executor{}, size) {}
  explicit memory(const std::vector<T>& values) : gf::buffer<T, executor>(executor{}, values) {}

  /// Sets every byte to 0xff: floats are NaN then.
  void poison() const { this->fill_bytes(0xff); }
};

template <class Variants>
using variants_of = std::conditional_t<on_gpu, typename Variants::device, typename Variants::host>;

/// A kernel's size: the requested one, or the default on this processor.
inline std::int64_t size_of(const request& what, std::int64_t on_device, std::int64_t on_host)
{
  return what.size > 0 ? what.size : on_gpu ? on_device : on_host;
}

/// The options common to all studies.
inline gf::sweep_options options_of(const request& what)
{
  return {.seconds = what.seconds,
          .filter = [what](const std::string& name) { return is_wanted(what, name); },
          .report = gf::terminal_progress{}};
}

/// Sweeps a kernel's variants on this processor, or searches for the best one, and adds the conditions to the table.
template <class Variants, class Call>
gf::table run(const request& what, const std::string& workload, const Call& call, gf::sweep_options options)
{
  using variants = variants_of<Variants>;
  const executor on;
  const std::optional<work_floor> least = least_time(what.kernel);
  if (least) options.floor = options.work * least->seconds;
  if (what.energy) options.energy = energy_counter();
  gf::table table = what.search ? gf::search(on, variants{}, call, options) : gf::sweep(on, variants{}, call, options);
  table.context = {{"kernel", what.kernel}, {"workload", workload}, {"processor", machine_of(on).name}};
  if (least) table.notes.push_back("The floor of time is that of " + least->by + ".");
  return table;
}

}  // namespace study
