// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "molecule/bytes.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/error.hpp>
#include <iostream>
#include <system_error>
#include <utility>
#include <vector>

#include "output/huge_pages.hpp"
#include "output/in_order.hpp"

namespace potential_map
{

namespace
{

/// Reads some bytes of a file. Returns their number, which is smaller at the end of the file and after an error.
std::int64_t read_part(int file, char* to, std::int64_t begin, std::int64_t end)
{
  std::int64_t at = begin;
  while (at < end) {
    const ssize_t got = ::pread(file, to + at, static_cast<std::size_t>(end - at), at);
    if (got == 0 || (got < 0 && errno != EINTR)) break;
    at += std::max<ssize_t>(got, 0);
  }
  return at - begin;
}

/// The first bytes of a regular file, which several threads read: all, unless the file has become shorter or cannot be
/// read.
/// \param size of the file
std::string first_bytes(const std::filesystem::path& path, std::uintmax_t size, int threads)
{
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  constexpr std::int64_t piece = std::int64_t{8} << 20;
  const auto most = static_cast<std::int64_t>(size);
  std::string bytes;
  reserve_in_huge_pages(bytes, size, threads);
  bytes.resize(size);
  std::int64_t found = 0;  // by parts before the first one that is not complete
  in_order(
      gridfold::ceil_div(most, piece), threads,
      [&](std::int64_t n) {
        return std::pair(n * piece, read_part(file, bytes.data(), n * piece, std::min((n + 1) * piece, most)));
      },
      [&](const auto& part) {
        if (found == part.first) found += part.second;
      });
  ::close(file);
  bytes.resize(static_cast<std::size_t>(found));
  return bytes;
}

/// Appends what follows in a file.
void append_all(std::istream& file, std::string& bytes)
{
  for (std::vector<char> piece(1 << 20); file.read(piece.data(), std::ssize(piece)), file.gcount() > 0;)
    bytes.append(piece.data(), static_cast<std::size_t>(file.gcount()));
}

std::string read_standard_input()
{
  std::string bytes;
  append_all(std::cin, bytes);
  if (std::cin.bad() || bytes.empty())
    throw gridfold::error(
        "the standard input is empty or cannot be read (atoms were to come from there): pipe a PQR "
        "file into the program, or name one");
  if (bytes.starts_with("\x1F\x8B")) return unpack_gzip(bytes, "standard input");
  return bytes;
}

}  // namespace

std::string read_bytes(const std::filesystem::path& path, int threads)
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
  std::string bytes;
  if (!ignored && size > 0) bytes = first_bytes(path, size, threads);
  if (!bytes.empty()) file.seekg(static_cast<std::streamoff>(bytes.size()));  // a pipe has no position
  append_all(file, bytes);
  if (file.bad())
    throw gridfold::error("cannot read " + path.string() + " (" + std::generic_category().message(errno) +
                          "): try a copy of it");
  if (bytes.empty()) throw gridfold::error(path.string() + " is empty (0 bytes): name another file");
  if (bytes.starts_with("\x1F\x8B")) return unpack_gzip(bytes, path.string());
  return bytes;
}

}  // namespace potential_map
