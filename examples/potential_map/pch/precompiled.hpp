// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What most files of the program include.

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <gridfold/core/error.hpp>
#include <gridfold/core/field.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
