// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The timer of `host`: a steady clock.
#pragma once

#include <gridfold/core/config.hpp>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <gridfold/exec/host.hpp>
#include <gridfold/tune/timer.hpp>
#include <vector>

namespace gridfold::inline GRIDFOLD_ABI
{

template <int SimdBytes, bool OpenMP>
class timer_of<host_for<SimdBytes, OpenMP>> final : public timer {
 public:
  explicit timer_of(const host_for<SimdBytes, OpenMP>& on) : on_(on) {}

  [[nodiscard]] const host_for<SimdBytes, OpenMP>& on() const { return on_; }

  double seconds(const std::function<void()>& work) override
  {
    const double begin = now();
    work();
    return now() - begin;
  }

  void flush_caches() override
  {
    other_data_.resize(2 * cache_bytes());
    std::fill(other_data_.begin(), other_data_.end(), ++round_);
  }

 private:
  static std::size_t cache_bytes()
  {
    const long largest = sysconf(_SC_LEVEL3_CACHE_SIZE);
    return largest > 0 ? static_cast<std::size_t>(largest) : std::size_t{32} << 20;
  }

  host_for<SimdBytes, OpenMP> on_;
  std::vector<unsigned char> other_data_;
  unsigned char round_ = 0;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
