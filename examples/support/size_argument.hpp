// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The size of an example's problem, from the command line.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace example
{

/// The only argument, a number from 1 to `most`; `otherwise` without an argument. Exits with a usage line for anything
/// else.
inline std::int64_t size_argument(int argc, char** argv, const char* what, std::int64_t otherwise, std::int64_t most)
{
  if (argc == 1) return otherwise;
  std::int64_t size = 0;
  const char* end = argv[1] + std::strlen(argv[1]);
  const auto [stop, code] = std::from_chars(argv[1], end, size);
  if (argc == 2 && code == std::errc{} && stop == end && size >= 1 && size <= most) return size;
  std::fprintf(stderr, "usage: %s [%s, from 1 to %lld]\n", argv[0], what, static_cast<long long>(most));
  std::exit(2);
}

}  // namespace example
