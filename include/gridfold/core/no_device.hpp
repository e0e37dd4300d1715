// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Placeholders for `device` in a file that is not compiled as CUDA, and for device_buffer without the CUDA runtime:
/// using one is an error of one sentence.
#pragma once

#include <gridfold/core/config.hpp>

#include <cstddef>

#ifndef __CUDACC__

#include <gridfold/core/shape.hpp>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace detail
{

template <class... Stream>
struct compiled_as_cuda {
  static_assert((sizeof(Stream) + ... + 1) == 0,
                "gridfold: device is used in a file that is compiled as C++ (it launches CUDA kernels): compile the "
                "file by nvcc, named .cu or with -x cu, or use host");
  using type = void;
};

}  // namespace detail

struct device {
  template <class... Stream, class = typename detail::compiled_as_cuda<Stream...>::type>
  device(const Stream&...);

  template <class T>
  struct memory {
    [[nodiscard]] T* data();
    [[nodiscard]] const T* data() const;
    [[nodiscard]] std::size_t size() const;
  };

  // Declares the members that verbs use, so that the compiler reports no further errors.
  template <class Kernel>
  void run(const Kernel& kernel, shape3 grid) const;
  template <class T>
  [[nodiscard]] memory<T> zeros(std::size_t size) const;
  static int multiprocessors();
  void require_access(const void* pointer, const char* what) const;
  void require_host_access(const void* pointer, const char* what) const;
};

}  // namespace gridfold::inline GRIDFOLD_ABI

#if !__has_include(<cuda_runtime_api.h>)
namespace gridfold
{

template <class T>
class device_buffer {
  static_assert(sizeof(T) == 0,
                "gridfold: device_buffer is used without the CUDA runtime (it is memory of a GPU): compile the file by "
                "nvcc, named .cu or with -x cu, or use a std::vector and host");

 public:
  explicit device_buffer(...);
};

}  // namespace gridfold
#endif

#endif
