// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/trace_cuda/launch_progress.hpp>

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

namespace
{

std::string contents(std::FILE* file)
{
  std::rewind(file);
  std::array<char, 256> text{};
  return {text.data(), std::fread(text.data(), 1, text.size(), file)};
}

}  // namespace

TEST_CASE("a long launch shows its block and removes it at the end; a short one shows nothing")
{
  std::FILE* const file = std::tmpfile();
  REQUIRE(file != nullptr);
  gridfold::tracing::launch_progress progress(file);
  for (int block = 0; block < 3; ++block) progress.show("short", block, 3);
  CHECK(contents(file).empty());
  progress.show("long", 0, 9);
  std::this_thread::sleep_for(std::chrono::milliseconds(310));
  progress.show("long", 5, 9);
  CHECK(contents(file) == "\rlong: block 5 of 9 ");
  progress.show("long", 8, 9);
  CHECK(contents(file).back() == '\r');
  std::fclose(file);
}
