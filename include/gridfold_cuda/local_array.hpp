// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Per-thread arrays that nvcc stores in local memory.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/qualifiers.hpp>

namespace gridfold_cuda
{

/// Stands beside a kernel's array, in its scope: accesses to the array are reported as local memory. `trace-cuda`
/// defines one for each array with an index that is not constant.
class local_array {
 public:
  template <class T>
  GRIDFOLD_UNSEEN __attribute__((noinline)) local_array(T& array, const char* name) : at_(&array)
  {
    begin_local(&array, sizeof(array), name);
  }
  GRIDFOLD_UNSEEN __attribute__((noinline)) ~local_array() { end_local(at_); }
  local_array(const local_array&) = delete;
  local_array& operator=(const local_array&) = delete;

 private:
  const void* at_;
};

}  // namespace gridfold_cuda
