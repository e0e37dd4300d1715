// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The processor that a study is compiled for: the GPU by nvcc, else the CPU. Its memory, and how fast it can be.
#pragma once

#include <cstddef>
#include <gridfold/exec/host.hpp>
#include <gridfold/tune/key.hpp>
#include <gridfold/tune/search.hpp>
#include <gridfold/tune/terminal_progress.hpp>
#include <string>
#include <utility>
#include <vector>
#ifdef __CUDACC__
#include <gridfold/exec/device.hpp>
#include <gridfold/exec/device_buffer.hpp>
#endif

#include "request.hpp"

/// The two sides of the program have the same names in namespaces of their own.
#ifdef __CUDACC__
#define STUDY_SIDE gpu
#else
#define STUDY_SIDE cpu
#endif

namespace study
{
inline namespace STUDY_SIDE
{

namespace gf = gridfold;

/// Work a second that a processor cannot pass; 0 where that is not known.
struct limits {
  double bytes = 0, reciprocal_roots = 0, flops = 0;
};

#ifdef __CUDACC__

using executor = gf::device;
inline constexpr bool on_gpu = true;

template <class T>
class memory {
 public:
  explicit memory(std::size_t size) : buffer_(size) {}
  explicit memory(const std::vector<T>& values) : buffer_(values.size()) { buffer_.copy_from(values.data()); }

  [[nodiscard]] T* data() const { return buffer_.data(); }
  [[nodiscard]] std::size_t size() const { return buffer_.size(); }
  /// Sets every byte to 0xff: floats are no numbers then.
  void poison() const
  {
    gf::cuda_check(cudaMemsetAsync(buffer_.data(), 0xff, buffer_.size() * sizeof(T)), "poisoning an output");
  }
  [[nodiscard]] std::vector<T> values() const
  {
    std::vector<T> copy(buffer_.size());
    buffer_.copy_to(copy.data());
    gf::cuda_check(cudaDeviceSynchronize(), "copying an output");
    return copy;
  }

 private:
  gf::device_buffer<T> buffer_;
};

/// By the GPU's own attributes, of compute capability 9.0: on each multiprocessor 16 reciprocal roots and 128 fused
/// multiply-adds a clock.
inline limits processor_limits()
{
  const auto attribute = [](cudaDeviceAttr which) {
    int current = 0, value = 0;
    gf::cuda_check(cudaGetDevice(&current), "asking for the current device");
    gf::cuda_check(cudaDeviceGetAttribute(&value, which, current), "asking for a device attribute");
    return static_cast<double>(value);
  };
  if (attribute(cudaDevAttrComputeCapabilityMajor) != 9) return {};
  const double clocks = 1e3 * attribute(cudaDevAttrClockRate) * attribute(cudaDevAttrMultiProcessorCount);
  const double memory_clock = 1e3 * attribute(cudaDevAttrMemoryClockRate);
  return {.bytes = 2 * memory_clock * attribute(cudaDevAttrGlobalMemoryBusWidth) / 8,
          .reciprocal_roots = 16 * clocks,
          .flops = 2 * 128 * clocks};
}

#else

using executor = gf::host;
inline constexpr bool on_gpu = false;

template <class T>
class memory {
 public:
  explicit memory(std::size_t size) : values_(size) {}
  explicit memory(std::vector<T> values) : values_(std::move(values)) {}

  [[nodiscard]] T* data() { return values_.data(); }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  /// Sets every byte to 0xff: floats are no numbers then.
  void poison()
  {
    auto* bytes = reinterpret_cast<unsigned char*>(values_.data());
    std::fill(bytes, bytes + values_.size() * sizeof(T), static_cast<unsigned char>(0xff));
  }
  [[nodiscard]] const std::vector<T>& values() const { return values_; }

 private:
  std::vector<T> values_;
};

inline limits processor_limits() { return {}; }

#endif

/// A kernel's size: as asked, or its default on this processor.
inline std::int64_t size_of(const request& what, std::int64_t on_device, std::int64_t on_host)
{
  return what.size > 0 ? what.size : on_gpu ? on_device : on_host;
}

/// The options that all studies share.
inline gf::sweep_options options_of(const request& what)
{
  return {.seconds = what.seconds,
          .filter =
              [parts = what.filter](const std::string& name) {
                for (const std::string& part : parts)
                  if (name.find(part) == std::string::npos) return false;
                return true;
              },
          .report = gf::terminal_progress{}};
}

/// Sweeps a list, or searches its best, and says what was studied.
template <class Variants, class Call>
gf::table run(const request& what, const std::string& workload, const Call& call, const gf::sweep_options& options)
{
  const executor on;
  gf::table table = what.search ? gf::search(on, Variants{}, call, options) : gf::sweep(on, Variants{}, call, options);
  table.context = {{"kernel", what.kernel}, {"workload", workload}, {"processor", machine_of(on).name}};
  return table;
}

}  // namespace STUDY_SIDE
}  // namespace study
