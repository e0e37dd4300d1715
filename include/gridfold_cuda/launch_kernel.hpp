// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Launches by functions of the CUDA runtime.
#pragma once
#pragma GCC system_header

#include <gridfold_cuda/functions.hpp>

/// Takes a `kernel` with its type, which gives the types of the arguments.
template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                             std::size_t shared = 0, cudaStream_t = nullptr)
{
  return [&]<std::size_t... I>(std::index_sequence<I...>)
  {
    return gridfold_cuda::returned(gridfold_cuda::launch_kernel(
        grid, block, shared, "kernel", kernel, *static_cast<std::remove_cv_t<Parameters>*>(arguments[I])...));
  }
  (std::index_sequence_for<Parameters...>{});
}

namespace gridfold_cuda
{

/// Launches the kernel at an address.
using launch_of_address = cudaError_t (*)(const void*, dim3, dim3, void**, std::size_t);
inline std::map<const void*, launch_of_address>& known_kernels()
{
  static std::map<const void*, launch_of_address> kernels;
  return kernels;
}
/// Registers a kernel and its parameters by address. In programs that launch kernels by address, trace-cuda defines one
/// after each kernel that is not a template.
class known_kernel {
 public:
  template <class... Parameters>
  explicit known_kernel(void (*kernel)(Parameters...))
  {
    add(kernel);
  }
  template <class Find>
  explicit known_kernel(Find find)
  {
    if constexpr (requires { find(only_kernel()); }) add(find(only_kernel()));
  }

 private:
  template <class... Parameters>
  static void add(void (*kernel)(Parameters...))
  {
    known_kernels()[reinterpret_cast<const void*>(kernel)] = [](const void* address, dim3 grid, dim3 block,
                                                                void** arguments, std::size_t shared) {
      return cudaLaunchKernel(reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(address)), grid, block,
                              arguments, shared);
    };
  }
};

}  // namespace gridfold_cuda

/// Takes a kernel without its type.
inline cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared = 0,
                                    cudaStream_t = nullptr, const char* file = __builtin_FILE(),
                                    int line = __builtin_LINE())
{
  const auto known = gridfold_cuda::known_kernels().find(kernel);
  if (known == gridfold_cuda::known_kernels().end())
    gridfold_cuda::refuse(
        "cudaLaunchKernel gets a kernel as void* (the parameters of a template's kernel, or of one of several kernels "
        "of a "
        "name, are not known by it): leave out the cast of the kernel",
        file, line);
  return known->second(kernel, grid, block, arguments, shared);
}
template <class... Parameters>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared = 0, cudaStream_t stream = nullptr)
{
  return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}
inline cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                               std::size_t shared = 0, cudaStream_t stream = nullptr,
                                               const char* file = __builtin_FILE(), int line = __builtin_LINE())
{
  return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream, file, line);
}

enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeAccessPolicyWindow = 1,
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeSynchronizationPolicy = 3,
  cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
  cudaLaunchAttributeProgrammaticStreamSerialization = 6,
  cudaLaunchAttributePriority = 8
};
union cudaLaunchAttributeValue {
  int cooperative, priority, programmaticStreamSerializationAllowed;
  struct {
    unsigned x, y, z;
  } clusterDim;
};
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes = 0;
  cudaStream_t stream = nullptr;
  cudaLaunchAttribute* attrs = nullptr;
  unsigned numAttrs = 0;
};
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Arguments&&... arguments)
{
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (const auto& d = config->attrs[i].val.clusterDim;
        config->attrs[i].id == cudaLaunchAttributeClusterDimension && (d.x > 1 || d.y > 1 || d.z > 1))
      gridfold_cuda::refuse(
          "clusters of blocks are not traced (blocks run one after another): launch the kernel without them",
          "cudaLaunchKernelEx", 0);
  return gridfold_cuda::returned(gridfold_cuda::launch_kernel(config->gridDim, config->blockDim,
                                                              config->dynamicSmemBytes, "kernel", kernel,
                                                              std::forward<Arguments>(arguments)...));
}
