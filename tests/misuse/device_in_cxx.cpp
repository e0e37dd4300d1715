// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/gridfold.hpp>

#include "things.hpp"

/// Allowed: what is compiled as CUDA elsewhere.
void on_gpu(const gf::device& where);

#ifdef DEFAULT_STREAM
// gridfold: device is used in a file that is compiled as C++ (it launches CUDA kernels): compile the file by nvcc,
// named .cu or with -x cu, or use host
const gf::device wrong;
#endif

#ifdef OWN_STREAM
// gridfold: device is used in a file that is compiled as C++ (it launches CUDA kernels): compile the file by nvcc,
// named .cu or with -x cu, or use host
void wrong(void* stream) { gf::copy<gf::variant<>>(gf::device{stream, gf::pointer_checks::off}, line, line); }
#endif

#ifdef AS_DEFAULT
// gridfold: device is used in a file that is compiled as C++ (it launches CUDA kernels): compile the file by nvcc,
// named .cu or with -x cu, or use host
void wrong() { (void)gf::potential_map<gf::device>(atoms, where); }
#endif
