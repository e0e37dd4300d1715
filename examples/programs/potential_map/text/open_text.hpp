// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Opens a text file that may be compressed.
#pragma once

#include <cstdio>
#include <filesystem>

namespace potential_map
{

/// Opens a file for reading, decompressed if it begins like a gzip file; null if it cannot be opened, with the reason
/// in errno. Later reads fail with EBADMSG if compressed bytes are damaged or missing. Throws gridfold::error for a
/// compressed file if the program was built without zlib.
std::FILE* open_text(const std::filesystem::path& path);

}  // namespace potential_map
