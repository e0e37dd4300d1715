// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: nvcc compiles this file as C++ (its name does not end in .cu): add -x cu, or take g++ or clang++
#include <gridfold/gridfold.hpp>
