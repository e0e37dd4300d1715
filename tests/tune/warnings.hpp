// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The warnings of a tuning memory.
#pragma once

#include <gridfold/tune/memory.hpp>
#include <string>
#include <vector>

namespace test
{

/// Collects warnings.
struct warnings {
  std::vector<std::string> told;
  gridfold::tuning_memory::warning collect()
  {
    return [this](const std::string& what) { told.push_back(what); };
  }
};

}  // namespace test
