// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Initialises several GPUs at the same time.
#pragma once

#include <system_error>
#include <thread>
#include <vector>

#include "engine/parts.hpp"

namespace potential_map
{

/// Initialises the first GPUs, each in its own thread. The destructor waits for them.
class woken_devices {
 public:
  explicit woken_devices(int count)
  {
    try {
      for (int device = 0; device < count; ++device) threads_.emplace_back([device] { wake_device(device); });
    } catch (const std::system_error&) {
      // No more threads can be started: other GPUs are initialised at first use.
    }
  }

 private:
  std::vector<std::jthread> threads_;
};

}  // namespace potential_map
