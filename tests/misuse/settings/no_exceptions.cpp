// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gridfold: compiled without exceptions (errors are reported by them): leave out -fno-exceptions
#include <gridfold/gridfold.hpp>
