// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tensor cores, which are not traced.
#error "gridfold: tensor cores are not traced (a CPU runs the kernel): trace the kernel's loads and stores without them"
#include <gridfold does not trace tensor cores>
