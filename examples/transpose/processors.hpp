// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The table on each processor. They return whether every variant was right.
#pragma once

#include <cstdint>

namespace example
{

bool show_host(std::int64_t rows, std::int64_t columns);

/// Whether this program was built for a GPU and finds one.
bool has_device();
bool show_device(std::int64_t rows, std::int64_t columns);

}  // namespace example
