// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The seed of random cases.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace test
{

/// GRIDFOLD_SEED if it is set, else a new seed in every run. It is printed, so that a failure can be repeated.
inline unsigned seed()
{
  const char* asked = std::getenv("GRIDFOLD_SEED");
  const unsigned seed = asked != nullptr ? static_cast<unsigned>(std::stoul(asked)) : std::random_device{}();
  std::printf("GRIDFOLD_SEED=%u\n", seed);
  return seed;
}

}  // namespace test
