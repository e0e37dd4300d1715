// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The least time that a kernel's work can take on a GPU, by the model. Compiled by g++ alone: operations are counted
/// on the host.
#pragma once

#include <gridfold/model/rates.hpp>
#include <optional>
#include <string>

namespace study
{

/// Of one piece of a kernel's work, as its study counts it, whatever the variant.
struct work_floor {
  double seconds;
  /// The unit of the GPU that binds.
  std::string by;
};

/// Nothing for a kernel without a floor.
std::optional<work_floor> floor_of(const std::string& kernel, const gridfold::device_rates& rates);

}  // namespace study
