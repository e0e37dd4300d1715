// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The suffix of a file's name, which says its format, before the ".gz" of a compressed file.
#pragma once

#include <filesystem>
#include <string>

namespace potential_map
{

/// Whether a name ends in ".gz", in capitals or not.
bool ends_in_gz(const std::filesystem::path& path);

/// A file's name without its folder and without ".gz".
std::filesystem::path without_gz(const std::filesystem::path& path);

/// The suffix before ".gz" in small letters, with its point: ".pdb" of "1HPV.PDB.gz".
std::string suffix_of(const std::filesystem::path& path);

}  // namespace potential_map
