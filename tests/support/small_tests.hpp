// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tests under tools that check every access, such as compute-sanitizer.
#pragma once

#include <cstdlib>
#include <string_view>

namespace test
{

/// Whether SMALL_TESTS=1 requests small problems without comparisons of times, for tools that slow kernels down
/// unevenly, by up to a hundred times.
inline bool small_tests()
{
  const char* small = std::getenv("SMALL_TESTS");
  return small != nullptr && std::string_view(small) == "1";
}

}  // namespace test
