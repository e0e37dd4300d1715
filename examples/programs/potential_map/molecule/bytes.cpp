// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule/bytes.hpp"

#include <array>
#include <cerrno>
#include <fstream>
#include <gridfold/core/error.hpp>
#include <iostream>
#include <system_error>
#include <vector>

namespace potential_map
{

namespace
{

std::string all_of(std::istream& file)
{
  std::string bytes;
  for (std::vector<char> piece(1 << 20); file.read(piece.data(), std::ssize(piece)), file.gcount() > 0;)
    bytes.append(piece.data(), static_cast<std::size_t>(file.gcount()));
  return bytes;
}

std::string read_standard_input()
{
  const std::string bytes = all_of(std::cin);
  if (std::cin.bad() || bytes.empty())
    throw gridfold::error(
        "the standard input is empty or cannot be read (atoms were to come from there): pipe a PQR "
        "file into the program, or name one");
  return bytes.starts_with("\x1F\x8B") ? unpack_gzip(bytes, "standard input") : bytes;
}

}  // namespace

std::string read_bytes(const std::filesystem::path& path)
{
  if (path == "-") return read_standard_input();
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw gridfold::error(path.string() + " is a directory (a file is read): name a file in it");
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw gridfold::error("cannot open " + path.string() + " (" + std::generic_category().message(errno) +
                          "): name a file that can be read");
  const std::string bytes = all_of(file);
  if (file.bad())
    throw gridfold::error("cannot read " + path.string() + " (" + std::generic_category().message(errno) +
                          "): try a copy of it");
  if (bytes.empty()) throw gridfold::error(path.string() + " is empty (0 bytes): name another file");
  return bytes.starts_with("\x1F\x8B") ? unpack_gzip(bytes, path.string()) : bytes;
}

}  // namespace potential_map
