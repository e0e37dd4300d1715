// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The calls of a verb to the CUDA runtime.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace test
{

/// The number of calls of each function ("launch" for launches), and whether each launch may start early.
struct runtime_calls {
  std::map<std::string, int> of;
  std::vector<bool> starts_early;
};

/// The calls that work() makes.
runtime_calls calls_of(const std::function<void()>& work);

/// The calls of a verb on a device of default construction in launch_calls_release.cu, which is compiled with NDEBUG.
runtime_calls calls_in_release();

}  // namespace test
