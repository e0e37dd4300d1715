// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cerrno>
#include <gridfold/core/error.hpp>

#include "text/open_text.hpp"
#include "text/text.hpp"

namespace potential_map
{

std::FILE* open_text(const std::filesystem::path& path)
{
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return nullptr;
  const int first = std::fgetc(file);
  if (first == 0x1F) {
    std::fclose(file);
    throw gridfold::error(shown(path) +
                          " is compressed by gzip (this program was built without zlib): unpack it with " + "gunzip");
  }
  if (first != EOF) std::ungetc(first, file);
  return file;
}

}  // namespace potential_map
