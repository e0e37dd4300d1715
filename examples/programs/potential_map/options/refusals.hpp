// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Options that contradict each other or would have no effect.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "options/options.hpp"

namespace potential_map
{

/// The options given on the command line.
struct given_options {
  std::function<std::size_t(const std::string&)> count;  ///< how often it has one
};

/// Throws usage_error for options that have no effect or contradict each other, because the user expects something
/// else.
void refuse_misunderstandings(const given_options& given, const options& asked);

}  // namespace potential_map
