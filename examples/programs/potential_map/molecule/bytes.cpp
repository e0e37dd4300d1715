// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule/bytes.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <gridfold/core/error.hpp>
#include <iostream>
#include <system_error>
#include <vector>

#include "output/huge_pages.hpp"

namespace potential_map
{

namespace
{

/// \param size of the file, if it is known
std::string all_of(std::istream& file, std::uintmax_t size = 0)
{
  std::string bytes;
  reserve_in_huge_pages(bytes, size);
  for (std::vector<char> piece(1 << 20); file.read(piece.data(), std::ssize(piece)), file.gcount() > 0;)
    bytes.append(piece.data(), static_cast<std::size_t>(file.gcount()));
  return bytes;
}

std::string read_standard_input()
{
  std::string bytes = all_of(std::cin);
  if (std::cin.bad() || bytes.empty())
    throw gridfold::error(
        "the standard input is empty or cannot be read (atoms were to come from there): pipe a PQR "
        "file into the program, or name one");
  if (bytes.starts_with("\x1F\x8B")) return unpack_gzip(bytes, "standard input");
  return bytes;
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
  const std::uintmax_t size =
      std::filesystem::is_regular_file(path, ignored) ? std::filesystem::file_size(path, ignored) : 0;
  std::string bytes = all_of(file, ignored ? 0 : size);
  if (file.bad())
    throw gridfold::error("cannot read " + path.string() + " (" + std::generic_category().message(errno) +
                          "): try a copy of it");
  if (bytes.empty()) throw gridfold::error(path.string() + " is empty (0 bytes): name another file");
  if (bytes.starts_with("\x1F\x8B")) return unpack_gzip(bytes, path.string());
  return bytes;
}

}  // namespace potential_map
