// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The device executor: launches kernels on a CUDA stream. Needs nvcc.
#pragma once

#include <gridfold/core/config.hpp>

#ifndef __CUDACC__
#error \
    "gridfold: exec/device.cuh is compiled without nvcc (it launches kernels): compile this file as CUDA, or use host"
#include <gridfold needs nvcc>
#endif

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <gridfold/exec/cuda_check.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/exec/executor.hpp>
#include <gridfold/exec/kernel_entry.cuh>
#include <limits>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

namespace exec
{

/// A bit for each device that is known to allow a kernel its full dynamic shared memory, for this thread. `static`,
/// because each translation unit has an entry point of its own.
template <class Kernel, early_start Early>
static thread_local std::uint64_t allowed_on = 0;

/// Allows a kernel this much dynamic shared memory on the current device. Calls the driver, which takes a microsecond,
/// unless the device's bit in `allowed` is set.
inline void allow_dynamic_shared(const void* entry, std::size_t bytes, std::uint64_t& allowed)
{
  int device = 0;
  cuda_check(cudaGetDevice(&device), "asking for the current device");
  const std::uint64_t bit = device < 64 ? std::uint64_t{1} << device : 0;
  if ((allowed & bit) != 0) return;
  const cudaError_t reserved =
      cudaFuncSetAttribute(entry, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
  if (reserved == cudaErrorInvalidValue) {
    const int most = exec::current_device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    if (bytes > static_cast<std::size_t>(most)) {
      (void)cudaGetLastError();  // so that the next launch check does not report it
      throw error({"the kernel's tiles do not fit (a block needs ", bytes, " bytes of shared memory, and the GPU has ",
                   most, " for one): give smaller tiles, fewer stages, or a smaller block or coarsening factor"});
    }
  }
  cuda_check(reserved, "reserving shared memory for a kernel");
  allowed |= bit;
}

/// Calls launch(first, blocks) for parts of a grid: one part, or several if the grid has more blocks along an axis than
/// CUDA allows.
template <class Launch>
void for_each_launch(shape3 grid, Launch launch)
{
  constexpr std::int64_t most_x = std::numeric_limits<int>::max(), most_yz = 65535;
  const auto at_most = [](std::int64_t blocks, std::int64_t most) {
    return static_cast<unsigned>(blocks < most ? blocks : most);
  };
  for (std::int64_t z = 0; z < grid.z; z += most_yz)
    for (std::int64_t y = 0; y < grid.y; y += most_yz)
      for (std::int64_t x = 0; x < grid.x; x += most_x)
        launch(index3{x, y, z},
               dim3(at_most(grid.x - x, most_x), at_most(grid.y - y, most_yz), at_most(grid.z - z, most_yz)));
}

/// The default of `device`: checks pointers in translation units compiled without NDEBUG, as assert does. The constant
/// is local to each unit.
#ifdef NDEBUG
constexpr pointer_checks usual_pointer_checks = pointer_checks::off;
#else
constexpr pointer_checks usual_pointer_checks = pointer_checks::on;
#endif

}  // namespace exec

/// Runs kernels on the current CUDA device, asynchronously: a verb returns when its launches are enqueued on the
/// stream. A verb neither allocates nor synchronises, so it can be captured into a graph. Throws `error` if a launch
/// fails, and with pointer_checks::on for memory that kernels cannot access.
struct device : plain_arguments {
  static constexpr bool launches_overlap = true;
  static constexpr bool runs_on_host = false;

  cudaStream_t stream = nullptr;
  pointer_checks checks;

  // The caller's translation unit evaluates the default argument, so units with and without NDEBUG can share this
  // function.
  constexpr device(pointer_checks check = exec::usual_pointer_checks) : checks(check) {}
  /// The stream of all launches.
  constexpr explicit device(cudaStream_t on, pointer_checks check = exec::usual_pointer_checks)
      : stream(on), checks(check)
  {
  }

  /// Launches a kernel for every block of a grid.
  template <class Kernel, exec::early_start Early = exec::early_start_of_unit>
  void run(const Kernel& kernel, shape3 grid) const
  {
    using shape = typename Kernel::block_shape;
    static_assert(exec::kernel_parameters<(sizeof(Kernel) + sizeof(exec::launch_place<Kernel>) <= max_parameter_bytes),
                                          Kernel>::checked);
    cudaLaunchConfig_t config{};
    config.blockDim = dim3(shape::x, shape::y);
    config.dynamicSmemBytes = kernel_traits<Kernel>::dynamic_shared_bytes;
    config.stream = stream;
    const void* const entry = exec::entry_of<Kernel, Early>();
    cudaLaunchAttribute early;
    if constexpr (kernel_traits<Kernel>::overlaps_launches && Early != exec::early_start::never)
      if (kernel.order.follows && (Early == exec::early_start::always || awaits_previous_launch(entry))) {
        early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        early.val.programmaticStreamSerializationAllowed = 1;
        config.attrs = &early;
        config.numAttrs = 1;
      }
    if constexpr (kernel_traits<Kernel>::dynamic_shared_bytes > max_static_shared_bytes)
      exec::allow_dynamic_shared(entry, kernel_traits<Kernel>::dynamic_shared_bytes, exec::allowed_on<Kernel, Early>);
    // cudaLaunchKernelEx would copy the kernel, which has up to 32 KB with constant chunks.
    const auto launch = [&](exec::launch_place<Kernel> place, dim3 blocks) {
      config.gridDim = blocks;
      void* arguments[] = {const_cast<Kernel*>(&kernel), &place};
      cuda_check(cudaLaunchKernelExC(&config, entry, arguments), "launching a kernel");
    };
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    if constexpr (kernel_traits<Kernel>::short_blocks)
      exec::for_each_launch(grid, launch);
    else
      launch(grid, dim3(static_cast<unsigned>(grid.count() < most ? grid.count() : most)));
  }

  /// `size` zeroed elements of device memory, allocated on the stream.
  template <class T>
  [[nodiscard]] device_buffer<T> zeros(std::size_t size) const
  {
    device_buffer<T> memory(size, stream);
    fill_bytes(memory.data(), size, 0);
    return memory;
  }

  // The members that `buffer` needs, in stream order. Source and target may be host memory.
  template <class T>
  void copy(const T* from, T* to, std::size_t size) const
  {
    if (size > 0) cuda_check(cudaMemcpyAsync(to, from, size * sizeof(T), cudaMemcpyDefault, stream), "copying memory");
  }
  template <class T>
  void fill_bytes(T* data, std::size_t size, unsigned char byte) const
  {
    if (size > 0) cuda_check(cudaMemsetAsync(data, byte, size * sizeof(T), stream), "filling device memory");
  }
  void wait() const { cuda_check(cudaStreamSynchronize(stream), "waiting for a stream"); }

  /// The current device's streaming multiprocessors.
  static int multiprocessors() { return exec::current_device_attribute(cudaDevAttrMultiProcessorCount); }

  /// Bytes of the current device's L2 cache.
  static int l2_bytes() { return exec::current_device_attribute(cudaDevAttrL2CacheSize); }

  /// Throws `error` if the device cannot read or write at a pointer and pointers are checked.
  void require_access(const void* pointer, const char* what) const
  {
    if (checks == pointer_checks::on && memory_of(pointer) == cudaMemoryTypeUnregistered &&
        exec::current_device_attribute(cudaDevAttrPageableMemoryAccess) == 0)
      throw error(
          {"the ", what,
           " lie in host memory (a kernel cannot reach them): pass memory of the device, such as a device_buffer"});
  }

  /// Throws `error` if the host cannot read at a pointer and pointers are checked.
  void require_host_access(const void* pointer, const char* what) const
  {
    if (checks == pointer_checks::on && memory_of(pointer) == cudaMemoryTypeDevice)
      throw error(
          {"the ", what,
           " lie in device memory (input constant copies them into the launch's parameters): pass host memory, or "
           "take another input policy"});
  }

 private:
  /// Whether the code loaded for a kernel waits for the previous launch: compiled for compute capability 9.0 or later.
  static bool awaits_previous_launch(const void* entry)
  {
    cudaFuncAttributes attributes{};
    cuda_check(cudaFuncGetAttributes(&attributes, entry), "looking up a kernel");
    return attributes.ptxVersion >= 90;
  }
  static cudaMemoryType memory_of(const void* pointer)
  {
    cudaPointerAttributes attributes{};
    cuda_check(cudaPointerGetAttributes(&attributes, pointer), "looking up a pointer");
    return attributes.type;
  }
};

}  // namespace gridfold::inline GRIDFOLD_ABI
