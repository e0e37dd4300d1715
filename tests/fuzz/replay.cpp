// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Runs a fuzz target on every file of a folder, for compilers without libFuzzer: replay FOLDER
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "fuzz.hpp"

int main(int, char** argv)
{
  std::set<std::filesystem::path> inputs;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) inputs.insert(entry.path());
  for (const auto& input : inputs) {
    std::puts(input.c_str());
    std::fflush(stdout);  // before a failed invariant ends the process
    std::ifstream file(input, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  std::printf("%zu inputs\n", inputs.size());
  return inputs.empty() ? 1 : 0;
}
