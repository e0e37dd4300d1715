// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The `__global__` entry points of kernels, and their launch bounds. Needs nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#include <cuda_runtime.h>

#include <cstdint>
#include <gridfold/core/ceil_div.hpp>
#include <gridfold/core/shape.hpp>
#include <gridfold/exec/device_block.cuh>
#include <gridfold/exec/kernel.hpp>
#include <gridfold/math/operation.hpp>
#include <nv/target>
#include <type_traits>

namespace gridfold::inline GRIDFOLD_ABI::exec
{

template <class Kernel>
__device__ __forceinline__ void let_next_launch_start(const Kernel& kernel)
{
  if constexpr (kernel_traits<Kernel>::overlaps_launches)
    if (kernel.order.precedes) NV_IF_TARGET(NV_PROVIDES_SM_90, (cudaTriggerProgrammaticLaunchCompletion();))
}

/// The most resident threads per SM for the compute capability being compiled (CUDA C++ Programming Guide, technical
/// specifications).
inline constexpr int most_resident_threads =
#if !defined(__CUDA_ARCH__)
    2048;
#elif __CUDA_ARCH__ == 750
    1024;
#elif __CUDA_ARCH__ == 800 || __CUDA_ARCH__ / 100 == 9 || __CUDA_ARCH__ / 100 == 10
    2048;
#else
    1536;
#endif

/// Minimum resident blocks per SM, for `__launch_bounds__`: from 1 to 16, which every device supports.
template <class Kernel>
inline constexpr std::int64_t min_resident_blocks = [] {
  constexpr int threads = Kernel::block_shape::threads, least = kernel_traits<Kernel>::min_resident_threads;
  constexpr std::int64_t wanted = ceil_div(least, threads), room = most_resident_threads / threads;
  constexpr std::int64_t blocks = wanted < room ? wanted : room;
  return blocks < 1 ? 1 : blocks < 16 ? blocks : 16;
}();

/// Whether a launch may start before the previous one has ended. Its code must then wait for that end, which needs
/// compute capability 9.0.
enum class early_start { never, always, by_loaded_code };

/// Whether launches may start early, from the compute capabilities of this translation unit. If some are below 9.0 and
/// some not, the driver says which code it has loaded.
constexpr early_start early_start_of_unit = [] {
#ifdef __CUDA_ARCH_LIST__
  bool all_await = true, none_awaits = true;
  for (const int architecture : {__CUDA_ARCH_LIST__}) (architecture >= 900 ? none_awaits : all_await) = false;
  if (all_await) return early_start::always;
  if (none_awaits) return early_start::never;
#endif
  return early_start::by_loaded_code;
}();

/// Calls a user's function from device-only code, where nvcc refuses host functions.
template <class Call>
struct user_function;
template <class Function, class... Arguments>
struct user_function<function_call<Function, Arguments...>> {
  static __device__ void call_on_device(const Function& function, const Arguments&... arguments)
  {
    (void)function(arguments...);
  }
};
/// Calls the elements' operators from device-only code: within the library's operations, which are for both, nvcc only
/// warns of a host operator and omits it.
template <class T>
struct user_function<function_call<sum, T, T>> {
  static __device__ void call_on_device(const sum&, const T& a, const T& b) { (void)static_cast<T>(a + b); }
};
template <class T>
struct user_function<function_call<minimum, T, T>> {
  static __device__ void call_on_device(const minimum&, const T& a, const T& b) { (void)(b < a); }
};
template <class T>
struct user_function<function_call<maximum, T, T>> {
  static __device__ void call_on_device(const maximum&, const T& a, const T& b) { (void)(a < b); }
};
template <class Op, class Of, class T>
struct user_function<function_call<with_identity<Op, Of>, T, T>> {
  static __device__ void call_on_device(const with_identity<Op, Of>& function, const T& a, const T& b)
  {
    user_function<function_call<Op, T, T>>::call_on_device(function.op, a, b);
  }
};

/// The second argument of a launch: the index of its first block, or the whole grid.
template <class Kernel>
using launch_place = std::conditional_t<kernel_traits<Kernel>::short_blocks, index3, shape3>;

/// Runs the blocks of a CUDA block: a kernel with short blocks has one CUDA block per block; other kernels have a
/// grid-stride loop over blocks.
template <class Kernel>
__device__ __forceinline__ void run_blocks(const Kernel& kernel, const launch_place<Kernel>& place)
{
  if constexpr (exec::states_user_call<Kernel>) (void)&user_function<typename Kernel::user_call>::call_on_device;
  gridfold::exec::let_next_launch_start(kernel);
  typename Kernel::shared_storage& shared = shared_memory<Kernel>();
  if constexpr (kernel_traits<Kernel>::short_blocks) {
    device_block<Kernel> block({place.x + blockIdx.x, place.y + blockIdx.y, place.z + blockIdx.z}, shared);
    kernel(block);
  } else {
    const std::int64_t blocks = place.count();
    for (std::int64_t b = blockIdx.x; b < blocks; b += gridDim.x) {
      device_block<Kernel> block(index_in(place, b), shared);
      kernel(block);
    }
  }
}

/// The `__global__` entry point. `Early` is a part of its type, so that translation units for different compute
/// capabilities do not share code in one program.
template <class Kernel, early_start Early = early_start_of_unit>
__global__ void __launch_bounds__(Kernel::block_shape::threads, min_resident_blocks<Kernel>)
    kernel_entry(const __grid_constant__ Kernel kernel, const __grid_constant__ launch_place<Kernel> place)
{
  gridfold::exec::run_blocks(kernel, place);
}

/// The entry point of a kernel, for functions of the CUDA runtime. `static`, because each translation unit has its own.
template <class Kernel, early_start Early = early_start_of_unit>
static const void* entry_of()
{
  return reinterpret_cast<const void*>(kernel_entry<Kernel, Early>);
}

}  // namespace gridfold::inline GRIDFOLD_ABI::exec
