// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Reads the bytes of a file and decompresses gzip.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace potential_map
{

/// The bytes of a file, or of the standard input for "-", decompressed if they begin as gzip does. Throws
/// gridfold::error for a file that cannot be read, is empty, or is compressed and damaged.
/// \param threads that read parts of a large file
std::string read_bytes(const std::filesystem::path& path, int threads = 1);

/// Decompresses gzip. Throws gridfold::error with the file's name if bytes are missing, damaged or too many, or if the
/// program was built without zlib.
std::string unpack_gzip(std::string_view bytes, const std::string& file);

}  // namespace potential_map
