// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A folder for one test.
#pragma once

#include <stdlib.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

/// A new, empty folder, removed by the destructor.
class scratch {
 public:
  scratch()
  {
    std::string name = (std::filesystem::temp_directory_path() / "potential-map-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder " + name);
    folder_ = name;
  }
  ~scratch()
  {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  scratch(const scratch&) = delete;
  scratch& operator=(const scratch&) = delete;

  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string path() const { return folder_.string(); }

  /// Writes a file and returns its path.
  [[nodiscard]] std::filesystem::path file(const std::string& name, const std::string& text) const
  {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  [[nodiscard]] std::string read(const std::string& name) const
  {
    std::ifstream file(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// The sorted names of its files, including hidden ones.
  [[nodiscard]] std::vector<std::string> names() const
  {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) found.push_back(entry.path().filename());
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  std::filesystem::path folder_;
};

/// The message of the exception that a call throws; empty if it throws none.
template <class F>
std::string message_of(F call)
{
  try {
    call();
  } catch (const std::exception& thrown) {
    return thrown.what();
  }
  return "";
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }
