// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Faults on a GPU: device_faults FAULT causes one and checks that each call that detects it throws an error that names
/// the call. A fault destroys the process's context, so each has its own process. Meson's timeout detects hangs.
#include <cstdint>
#include <cstdio>
#include <functional>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/neighbors.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/tune.hpp>
#include <map>
#include <nv/target>
#include <string>
#include <vector>

#include "../support/error_message.hpp"

namespace gf = gridfold;

namespace
{

// The linker calls these instead of the runtime's functions of the same name (--wrap).
int allocations = 0, living = 0, failing = 0;

}  // namespace

extern "C" cudaError_t __real_cudaMallocAsync(void** data, std::size_t bytes, cudaStream_t stream);
extern "C" cudaError_t __real_cudaFreeAsync(void* data, cudaStream_t stream);

extern "C" cudaError_t __wrap_cudaMallocAsync(void** data, std::size_t bytes, cudaStream_t stream)
{
  if (++allocations == failing) return cudaErrorMemoryAllocation;
  const cudaError_t code = __real_cudaMallocAsync(data, bytes, stream);
  living += code == cudaSuccess;
  return code;
}

extern "C" cudaError_t __wrap_cudaFreeAsync(void* data, cudaStream_t stream)
{
  --living;
  return __real_cudaFreeAsync(data, stream);
}

namespace
{

int failures = 0;

void expect(bool holds, const std::string& what)
{
  if (!holds) std::printf("failed: %s\n", what.c_str());
  failures += !holds;
}

/// The error of a call; an empty message if it throws nothing.
struct thrown {
  std::string message;
  int code = 0;
};

thrown error_of(const std::function<void()>& call)
{
  try {
    call();
  } catch (const gf::error& e) {
    return {e.what(), e.cuda_code()};
  }
  return {};
}

/// Expects an error whose message says what the call was doing, with CUDA's code.
int expect_error(const std::string& doing, const std::function<void()>& call)
{
  const thrown error = error_of(call);
  std::printf("%s\n", error.message.c_str());
  expect(test::explains(error.message, doing), "an error says \"" + doing + "\"");
  return error.code;
}

constexpr gf::lattice row{.origin = {0, 0, 0}, .spacing = 1, .shape = {1000, 1, 1}};
const std::vector<gf::atom> one_atom = {{-1, 0, 0, 1}};
using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global>;

void expect_right_map() { expect(gf::potential_map(gf::device{}, one_atom, row).values[1] == 0.5f, "a map is right"); }

std::size_t found_neighbors()
{
  const std::vector<float> axis = {0, 0.5f, 3};
  return gf::neighbors<fold>(gf::device{}, gf::positions(axis, axis, axis), 1).of(0).size();
}

void make_scratch()
{
  const gf::device on{};
  gf::make_reduce_scratch<float>(on);
  gf::cuda_check(cudaStreamSynchronize(on.stream), "making scratch");
}

/// Expects errors from later calls on a device whose context a kernel has destroyed.
void expect_spoiled(int code)
{
  expect(code != cudaSuccess, "the first error has CUDA's code");
  const auto expect_same = [&](int other) { expect(other == code, "a later error has the first one's code"); };
  expect_same(expect_error("allocating device memory", [] { gf::device_buffer<float> more(1000); }));
  expect_same(expect_error("failed", [] { gf::potential_map(gf::device{}, one_atom, row); }));
  expect_same(expect_error("failed", [] { found_neighbors(); }));
  expect_same(expect_error("failed", make_scratch));
}

/// Interactions that fail on the device.
struct trapping {
  GRIDFOLD_HD float operator()(float charge, float r2) const
  {
    NV_IF_TARGET(NV_IS_DEVICE, (asm volatile("trap;");))
    return charge * r2;
  }
};
struct reading_nowhere {
  const volatile float* nowhere = reinterpret_cast<const volatile float*>(std::uintptr_t{64});
  GRIDFOLD_HD float operator()(float charge, float r2) const { return charge * r2 * *nowhere; }
};

template <class Interaction>
void fail_in_kernel(const Interaction& pair)
{
  const gf::device on{};
  gf::device_buffer<gf::atom> atoms(one_atom.size());
  gf::device_buffer<float> map(1000);
  atoms.copy_from(one_atom.data());
  const auto sum = [&] { gf::lattice_sum<fold>(on, atoms.span(), row, gf::view_of(map.data(), row.shape), pair); };
  sum();
  std::vector<float> values(map.size());
  const int code = expect_error("copying the map", [&] {
    gf::cuda_check(cudaMemcpy(values.data(), map.data(), map.size() * sizeof(float), cudaMemcpyDefault),
                   "copying the map");
  });
  expect_error("failed", sum);
  expect_error("copying from the device", [&] { map.copy_to(values.data()); });
  expect_spoiled(code);
}

void trap() { fail_in_kernel(trapping{}); }

void illegal_address() { fail_in_kernel(reading_nowhere{}); }

/// A sweep drops a variant that fails, and those that cannot run after it.
void fault_in_a_sweep()
{
  const gf::device on{};
  gf::device_buffer<gf::atom> atoms(one_atom.size());
  gf::device_buffer<float> map(1000);
  atoms.copy_from(one_atom.data());
  const auto table = gf::sweep(on, gf::list<fold>{}, [&]<class V>(const auto& executor) {
    gf::lattice_sum<V>(executor, atoms.span(), row, gf::view_of(map.data(), row.shape), trapping{});
  });
  expect(table.rows.size() == 1 && table.rows[0].result == gf::outcome::failed, "the variant has failed");
  // The fault is detected when the variant has ended, or when its end event is recorded.
  const std::string& reason = table.rows[0].reason;
  expect(test::explains(reason, "running a variant") || test::explains(reason, "recording an event"),
         "the reason names the call: " + reason);
}

/// A call with memory of a destroyed context ends, with an error if the runtime detects it (CUDA 13.0 does not for pool
/// memory); then a new context works.
void lost_context()
{
  gf::device_buffer<gf::atom> atoms(one_atom.size());
  gf::device_buffer<float> map(1000);
  gf::cuda_check(cudaDeviceReset(), "resetting the device");
  const thrown error = error_of([&] {
    gf::lattice_sum<fold>(gf::device{}, atoms.span(), row, gf::view_of(map.data(), row.shape), gf::coulomb<>{});
    gf::cuda_check(cudaDeviceSynchronize(), "computing a map");
  });
  if (!error.message.empty()) expect(test::explains(error.message, ""), "the error says why: " + error.message);
  gf::cuda_check(cudaDeviceReset(), "resetting the device");
  expect_right_map();
}

/// Makes every allocation of a call fail in turn; earlier allocations are freed, and the next call succeeds.
void refuse_allocations(const std::string& what, const std::function<void()>& call)
{
  const auto refuse = [&](int n) {
    allocations = 0, failing = n;
    return error_of(call);
  };
  int refused = 0;
  for (thrown error = refuse(1); !error.message.empty(); error = refuse(refused + 1)) {
    ++refused;
    expect(test::explains(error.message, "allocating device memory") && error.code == cudaErrorMemoryAllocation,
           what + " names the call: " + error.message);
    expect(living == 0, what + " leaves no memory allocated");
    expect(cudaPeekAtLastError() == cudaSuccess, what + " leaves no error behind");
  }
  expect(refused > 0 && refused == allocations, what + " was refused each of its allocations");
}

void refused_allocations()
{
  refuse_allocations("potential_map", expect_right_map);
  refuse_allocations("neighbors", [] { expect(found_neighbors() == 1, "neighbours are right"); });
  refuse_allocations("make_reduce_scratch", make_scratch);
}

/// Allocates all of the device's memory except a few MiB.
std::vector<void*> all_memory()
{
  std::vector<void*> taken;
  for (std::size_t bytes = std::size_t{1} << 40; bytes >= std::size_t{1} << 24;) {
    void* memory = nullptr;
    if (cudaMalloc(&memory, bytes) == cudaSuccess)
      taken.push_back(memory);
    else
      bytes /= 2;
  }
  (void)cudaGetLastError();
  return taken;
}

void full_memory()
{
  constexpr gf::lattice large{.origin = {0, 0, 0}, .spacing = 1, .shape = {512, 512, 512}};
  const std::vector<void*> taken = all_memory();
  expect(expect_error("allocating device memory", [&] { gf::potential_map(gf::device{}, one_atom, large); }) ==
             cudaErrorMemoryAllocation,
         "the error has CUDA's code");
  for (void* memory : taken) gf::cuda_check(cudaFree(memory), "freeing memory");
  expect_right_map();
}

}  // namespace

int main(int argc, char** argv)
{
  const std::map<std::string, void (*)()> faults = {
      {"trap", trap},
      {"illegal_address", illegal_address},
      {"fault_in_a_sweep", fault_in_a_sweep},
      {"lost_context", lost_context},
      {"refused_allocations", refused_allocations},
      {"full_memory", full_memory},
  };
  if (!gf::device_present()) {
    std::puts("skipped: no GPU that the CUDA runtime can use");
    return 77;
  }
  faults.at(argc > 1 ? argv[1] : "")();
  return failures == 0 ? 0 : 1;
}
