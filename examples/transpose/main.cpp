// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The program transpose: every way to transpose a matrix of floats, from the notes' to the fastest.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string_view>

#include "processors.hpp"

namespace
{

constexpr const char* usage =
    "Usage: transpose [--device gpu|host] [ROWS COLUMNS]\n\n"
    "Transposes a matrix of floats by many variants and prints the bytes read and written per second.\n"
    "Without --device the GPU if there is one; 16384 16384 there and 2048 2048 on the host unless given.\n";

struct options {
  bool on_device = example::has_device();
  std::int64_t rows = 0, columns = 0;
};

bool read_number(const char* text, std::int64_t& number)
{
  const char* end = text + std::strlen(text);
  const auto [stop, code] = std::from_chars(text, end, number);
  return code == std::errc{} && stop == end && number >= 1 && number <= 1'000'000;
}

bool read(int argc, char** argv, options& asked)
{
  int next = 1;
  if (next + 1 < argc && std::string_view(argv[next]) == "--device") {
    const std::string_view name = argv[next + 1];
    if (name != "gpu" && name != "host") return false;
    asked.on_device = name == "gpu";
    next += 2;
  }
  if (next == argc) {
    asked.rows = asked.columns = asked.on_device ? 16384 : 2048;
    return true;
  }
  return next + 2 == argc && read_number(argv[next], asked.rows) && read_number(argv[next + 1], asked.columns);
}

int run(const options& asked)
{
  std::printf("%lld x %lld floats on the %s\n", static_cast<long long>(asked.rows),
              static_cast<long long>(asked.columns), asked.on_device ? "GPU" : "host");
  const bool right =
      asked.on_device ? example::show_device(asked.rows, asked.columns) : example::show_host(asked.rows, asked.columns);
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv)
{
  if (argc == 2 && std::string_view(argv[1]) == "--help") return std::fputs(usage, stdout) < 0;
  options asked;
  try {
    if (read(argc, argv, asked)) return run(asked);
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "transpose: %s\n", wrong.what());
    return 1;
  }
  std::fputs(usage, stderr);
  return 2;
}
