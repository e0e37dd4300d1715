// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches: what `kernel<<<grid, block, shared, stream>>>(arguments)` becomes.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/arguments.hpp>
#include <gridfold_cuda/threads.hpp>
#include <map>

namespace gridfold_cuda
{

/// A kernel whose parameter types are unknown; every thread calls it with copies of the arguments.
template <class Kernel, class... Arguments>
struct copying_call {
  Kernel kernel;
  std::tuple<Arguments...> arguments;

  static void call(void* self)
  {
    auto& [kernel, arguments] = *static_cast<copying_call*>(self);
    std::apply(kernel, arguments);
  }
};

/// The maximum dynamic shared memory without cudaFuncSetAttribute, and the kernels that may have more.
inline constexpr std::size_t default_shared_bytes = 48 << 10;
inline std::map<const void*, std::size_t>& larger_shared_bytes()
{
  static std::map<const void*, std::size_t> kernels;
  return kernels;
}
inline bool may_have_shared(const void* kernel, std::size_t bytes)
{
  if (bytes <= default_shared_bytes) return true;
  const auto found = larger_shared_bytes().find(kernel);
  return found != larger_shared_bytes().end() && bytes <= found->second;
}

/// Launches a kernel whose parameter types are known. Arguments of other types are converted once.
template <class... Parameters>
int launch_kernel(dim3 grid, dim3 block, std::size_t shared, const char* name, void (*kernel)(Parameters...),
                  const std::type_identity_t<std::remove_cvref_t<Parameters>>&... arguments)
{
  const auto address = reinterpret_cast<const void*>(kernel);
  if (!may_have_shared(address, shared)) shared = most_shared_bytes + 1;
  kernel_call<std::index_sequence_for<Parameters...>, Parameters...> closure(kernel, arguments...);
  return run_launch({{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared, name, address}, &closure.call,
                    &closure, sizeof(closure));
}

/// The next result of cudaGetLastError.
inline int last_error = 0;

/// Returns its argument, a single function without overloads.
struct only_kernel {
  template <class... Parameters>
  auto operator()(void (*kernel)(Parameters...)) const
  {
    return kernel;
  }
};
/// Returns the overload or the template's instance with these parameter types.
template <class... Parameters>
struct kernel_with {
  auto operator()(void (*kernel)(Parameters...)) const { return kernel; }
};
/// For launch_words, the kernel that an expression names: a call of it, and the selection of a function from it.
#define GRIDFOLD_KERNEL(...)                                               \
  [=](auto... gridfold_a) GRIDFOLD_UNSEEN { __VA_ARGS__(gridfold_a...); }, \
      [=](auto gridfold_of) GRIDFOLD_UNSEEN -> decltype(gridfold_of(__VA_ARGS__)) { return gridfold_of(__VA_ARGS__); }

/// Runs `kernel<<<grid, block, shared, stream>>>(arguments)`, with a kernel that is a function of the arguments.
class launch_words {
 public:
  launch_words(dim3 grid, dim3 block, std::size_t shared = 0, const void* = nullptr)
      : grid_(grid), block_(block), shared_(shared)
  {
  }
  template <class Kernel, class Find>
  auto operator()(const char* name, Kernel kernel, Find find) const
  {
    return [=, *this]<class... Arguments>(Arguments... arguments) {
      using exact = kernel_with<Arguments...>;
      int error = 0;
      if constexpr (requires { launch_known(name, find(only_kernel()), arguments...); })
        error = launch_known(name, find(only_kernel()), arguments...);
      else if constexpr (requires { find(exact()); })
        error = launch_known(name, find(exact()), arguments...);
      else if constexpr (requires { find(only_kernel()); })  // with default arguments
        error = launch_copies(name, reinterpret_cast<const void*>(find(only_kernel())), kernel, arguments...);
      else
        error = launch_copies(name, nullptr, kernel, arguments...);
      if (error != 0) last_error = error;
    };
  }

 private:
  template <class... Parameters, class... Arguments>
  int launch_known(const char* name, void (*kernel)(Parameters...),
                   const Arguments&... arguments) const requires requires
  {
    launch_kernel(dim3(), dim3(), 0, name, kernel, arguments...);
  }
  {
    return launch_kernel(grid_, block_, shared_, name, kernel, arguments...);
  }
  template <class Kernel, class... Arguments>
  int launch_copies(const char* name, const void* address, Kernel kernel, const Arguments&... arguments) const
  {
    copying_call<Kernel, Arguments...> closure{kernel, {arguments...}};
    return run_launch({{grid_.x, grid_.y, grid_.z}, {block_.x, block_.y, block_.z}, shared_, name, address},
                      &closure.call, &closure, sizeof(closure));
  }

  dim3 grid_, block_;
  std::size_t shared_;
};

}  // namespace gridfold_cuda
