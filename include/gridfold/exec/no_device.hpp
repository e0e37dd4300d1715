// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// What stands for `device` in a file that is not compiled as CUDA: its first use is an error of one sentence.
#pragma once

#include <cstddef>
#include <gridfold/config.hpp>
#include <gridfold/lattice.hpp>
#include <vector>

namespace gridfold
{

namespace detail
{

template <class... Stream>
struct compiled_as_cuda {
  static_assert(sizeof...(Stream) > 1000,
                "gridfold: device is used in a file that is compiled as C++ (it launches CUDA kernels): compile the "
                "file by nvcc, named .cu or with -x cu, or use host");
  using type = void;
};

}  // namespace detail

struct device {
  template <class... Stream, class = typename detail::compiled_as_cuda<Stream...>::type>
  device(const Stream&...);

  // A verb finds what it looks for, so that it reports nothing else.
  template <class Kernel>
  void run(const Kernel& kernel, shape3 grid) const;
  template <class T>
  [[nodiscard]] std::vector<T> zeros(std::size_t size) const;
  void require_access(const void* pointer, const char* what) const;
  void require_host_access(const void* pointer, const char* what) const;
};

}  // namespace gridfold
