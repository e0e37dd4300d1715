// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The floor of a kernel's work on a GPU, by the model. Compiled by g++ only, since operations are counted on the host.
#pragma once

#include <gridfold/model/rates.hpp>
#include <optional>
#include <string>

namespace study
{

/// The floor of one unit of a kernel's work, for any variant.
struct work_floor {
  double seconds;
  /// The limiting unit of the GPU.
  std::string by;
};

/// Nothing for a kernel without a floor.
std::optional<work_floor> floor_of(const std::string& kernel, const gridfold::device_rates& rates);

}  // namespace study
