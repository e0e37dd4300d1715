// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "text/suffix.hpp"

#include <cctype>

namespace potential_map
{

namespace
{

std::string in_small_letters(std::string text)
{
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

bool ends_in_gz(const std::filesystem::path& path) { return in_small_letters(path.extension().string()) == ".gz"; }

std::filesystem::path without_gz(const std::filesystem::path& path)
{
  return ends_in_gz(path) ? path.stem() : path.filename();
}

std::string suffix_of(const std::filesystem::path& path)
{
  return in_small_letters(without_gz(path).extension().string());
}

}  // namespace potential_map
