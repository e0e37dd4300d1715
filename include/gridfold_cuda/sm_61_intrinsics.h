// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold_cuda/words.hpp>
