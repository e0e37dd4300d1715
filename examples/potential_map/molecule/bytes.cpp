// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule/bytes.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <gridfold/core/error.hpp>
#include <system_error>
#include <vector>

namespace potential_map
{

std::string read_bytes(const std::filesystem::path& path)
{
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw gridfold::error(path.string() + " is a directory (atoms are read from a file): name a PQR file in it");
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw gridfold::error("cannot open " + path.string() + " (" + std::generic_category().message(errno) +
                          "): name a PQR file that can be read");
  std::string bytes;
  for (std::vector<char> piece(1 << 20); file.read(piece.data(), std::ssize(piece)), file.gcount() > 0;)
    bytes.append(piece.data(), static_cast<std::size_t>(file.gcount()));
  if (file.bad())
    throw gridfold::error("cannot read " + path.string() + " (" + std::generic_category().message(errno) +
                          "): try a copy of it");
  if (bytes.empty()) throw gridfold::error(path.string() + " is empty (0 bytes): name a PQR file with atoms");
  return bytes.starts_with("\x1F\x8B") ? unpack_gzip(bytes, path.string()) : bytes;
}

}  // namespace potential_map
