// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: compiled as C++17 or older (the library is C++20): add -std=c++20, with g++ 11, clang++ 14, nvcc 12.4 or
// later
#include <gridfold/gridfold.hpp>
