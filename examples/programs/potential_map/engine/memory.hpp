// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The host's memory.
#pragma once

namespace potential_map
{

/// Bytes of memory that this process can still allocate, according to the system.
double available_memory();

}  // namespace potential_map
