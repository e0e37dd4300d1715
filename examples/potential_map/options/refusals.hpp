// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Options that contradict each other or would have no effect.
#pragma once

#include "options/options.hpp"

namespace CLI
{
class App;
}

namespace potential_map
{

/// Throws usage_error for options that would have no effect or cannot be combined: they are misunderstandings.
/// \param given knows which options the command line has
void refuse_misunderstandings(const CLI::App& given, const options& asked);

}  // namespace potential_map
