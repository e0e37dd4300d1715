// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The bytes of a file, those of a compressed one unpacked.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace potential_map
{

/// The bytes of a file; what gzip has compressed, which its first bytes tell, is unpacked. Throws gridfold::error for a
/// file that cannot be read, is empty, or is compressed and damaged.
std::string read_bytes(const std::filesystem::path& path);

/// What gzip has compressed, unpacked. Throws gridfold::error, with the file's name, if bytes are missing, damaged or
/// too many, or if this program was built without zlib.
std::string unpack_gzip(std::string_view bytes, const std::string& file);

}  // namespace potential_map
