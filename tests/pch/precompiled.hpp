// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What most tests include and this project does not change: headers of the standard library, CCCL and doctest.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>
