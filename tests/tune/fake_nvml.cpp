// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A library with the functions of NVML that energy_meter calls, and three GPUs: one with a counter, one without, and
/// one that is not found.
#include <cstring>

namespace
{

int opened = 0;
unsigned long long millijoules = 1000;
int counting = 0, without_counter = 0;

}  // namespace

extern "C" {

int nvmlInit_v2() { return ++opened > 0 ? 0 : 1; }
int nvmlShutdown() { return --opened >= 0 ? 0 : 1; }
const char* nvmlErrorString(int status) { return status == 3 ? "Not Supported" : "Not Found"; }

int nvmlDeviceGetHandleByPciBusId_v2(const char* id, void** gpu)
{
  if (std::strcmp(id, "0000:01:00.0") == 0)
    *gpu = &counting;
  else if (std::strcmp(id, "0000:02:00.0") == 0)
    *gpu = &without_counter;
  else
    return 6;
  return opened > 0 ? 0 : 1;
}

int nvmlDeviceGetTotalEnergyConsumption(void* gpu, unsigned long long* total)
{
  if (gpu != &counting) return 3;
  *total = millijoules += 250;
  return 0;
}

/// How often the library is initialised and not shut down.
int fake_nvml_opened() { return opened; }
}
