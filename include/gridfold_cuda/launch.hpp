// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches: what `kernel<<<grid, block, shared, stream>>>(arguments)` becomes.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/threads.hpp>

namespace gridfold_cuda
{

/// A kernel and its arguments, which every thread is called with.
template <class Kernel, class... Arguments>
struct kernel_call {
  Kernel kernel;
  std::tuple<Arguments...> arguments;

  static void call(void* self)
  {
    auto& [kernel, arguments] = *static_cast<kernel_call*>(self);
    std::apply(kernel, arguments);
  }
};

template <class Kernel, class... Arguments>
int launch_kernel(dim3 grid, dim3 block, std::size_t shared, const char* name, const void* address, Kernel kernel,
                  std::tuple<Arguments...> arguments)
{
  kernel_call<Kernel, Arguments...> closure{kernel, std::move(arguments)};
  return run_launch({{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared, name, address},
                    &kernel_call<Kernel, Arguments...>::call, &closure, sizeof(closure));
}

/// The error that the next cudaGetLastError returns.
inline int last_error = 0;

/// `kernel<<<grid, block, shared, stream>>>(arguments)`, with a kernel that is a function of the arguments.
class launch_words {
 public:
  launch_words(dim3 grid, dim3 block, std::size_t shared = 0, const void* = nullptr)
      : grid_(grid), block_(block), shared_(shared)
  {
  }
  template <class Kernel>
  auto operator()(const char* name, Kernel kernel) const
  {
    return [=, *this](auto... arguments) {
      const int error = launch_kernel(grid_, block_, shared_, name, nullptr, kernel, std::make_tuple(arguments...));
      if (error != 0) last_error = error;
    };
  }

 private:
  dim3 grid_, block_;
  std::size_t shared_;
};

}  // namespace gridfold_cuda
