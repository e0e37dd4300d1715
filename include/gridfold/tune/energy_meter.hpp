// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The energy that a GPU consumes, by NVML. The driver's library is loaded at run time, so that programs start without
/// it. Not included by tune.hpp. With a glibc before 2.34 a program links libdl.
#pragma once

#include <gridfold/core/config.hpp>

#include <dlfcn.h>

#include <gridfold/core/error.hpp>
#include <memory>
#include <string>

namespace gridfold::inline GRIDFOLD_ABI
{

/// Measures the energy of one GPU: of the whole board, for all programs. Volta and later GPUs have the counter. It
/// changes every 20 to 100 ms, so an interval has to be much longer (sweep_options::energy). Works without nvcc.
class energy_meter {
 public:
  /// Loads the library and looks for the GPU. Throws `error` if the library, the GPU or its counter is missing.
  /// \param pci_bus_id as cudaDeviceGetPCIBusId gives it, such as "0000:1b:00.0"
  explicit energy_meter(const std::string& pci_bus_id, const std::string& library = "libnvidia-ml.so.1")
      : library_(dlopen(library.c_str(), RTLD_NOW))
  {
    if (!library_) refuse("the library " + library + " cannot be loaded", "is there an NVIDIA driver?");
    check(function<int()>("nvmlInit_v2")(), "NVML cannot be initialised");
    opened_.reset(library_.get());
    check(function<int(const char*, void**)>("nvmlDeviceGetHandleByPciBusId_v2")(pci_bus_id.c_str(), &gpu_),
          "NVML does not find the GPU " + pci_bus_id);
    start();
  }

  /// Millijoules since the driver was loaded. Throws `error` if the counter cannot be read.
  [[nodiscard]] double total() const
  {
    unsigned long long millijoules = 0;
    check(function<int(void*, unsigned long long*)>("nvmlDeviceGetTotalEnergyConsumption")(gpu_, &millijoules),
          "the GPU's counter cannot be read");
    return static_cast<double>(millijoules);
  }

  /// Begins an interval. Constructing the meter begins the first one.
  void start() { begin_ = total(); }
  /// Millijoules of the interval so far.
  [[nodiscard]] double end() const { return total() - begin_; }

 private:
  struct close_library {
    void operator()(void* library) const { (void)dlclose(library); }
  };
  struct shut_down {
    void operator()(void* library) const
    {
      if (void* const found = dlsym(library, "nvmlShutdown")) (void)reinterpret_cast<int (*)()>(found)();
    }
  };

  [[noreturn]] static void refuse(const std::string& why, const std::string& remedy)
  {
    throw error("the GPU's energy cannot be measured (" + why + "): " + remedy);
  }

  /// The signatures are those of nvml.h, where nvmlReturn_t is an enum and nvmlDevice_t a pointer.
  template <class Signature>
  Signature* function(const char* name) const
  {
    void* const found = dlsym(library_.get(), name);
    if (found == nullptr) refuse(std::string("NVML has no function ") + name, "install a newer driver");
    return reinterpret_cast<Signature*>(found);
  }

  void check(int status, const std::string& wrong) const
  {
    if (status == 0) return;
    refuse(wrong + ": " + function<const char*(int)>("nvmlErrorString")(status),
           "take a GPU of compute capability 7.0 or later, and a program that may read it");
  }

  std::unique_ptr<void, close_library> library_;
  std::unique_ptr<void, shut_down> opened_;
  void* gpu_ = nullptr;
  double begin_;
};

}  // namespace gridfold::inline GRIDFOLD_ABI
