// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Errors that the device executor reports.
#include <doctest/doctest.h>

#include <cstddef>
#include <gridfold/electrostatics/potential_map.hpp>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/lattice_sum.hpp>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/executor_memory.hpp"

namespace test_device_errors
{

namespace gf = gridfold;
using test::explains, test::message_of;

namespace
{

constexpr gf::lattice row{.origin = {0, 0, 0}, .spacing = 1, .shape = {3, 1, 1}};
const std::vector<gf::atom> one_atom = {{-1, 0, 0, 1}};

template <class Space, class Atoms>
void sum(const Atoms& atoms, float* values)
{
  using folded = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, Space>;
  gf::lattice_sum<folded>(gf::device{}, atoms, row, gf::view_of(values, row.shape), gf::coulomb<>{});
}

/// Whether kernels can access plain host memory (heterogeneous memory management), so that nothing is refused.
bool kernels_reach_host_memory()
{
  int reach = 0;
  gf::cuda_check(cudaDeviceGetAttribute(&reach, cudaDevAttrPageableMemoryAccess, 0), "asking for a device attribute");
  return reach != 0;
}

/// One atom's potential at the row's points, computed on the device.
std::vector<float> computed()
{
  const test::memory<gf::atom> atoms(one_atom);
  const test::memory<float> values(std::vector<float>(3));
  sum<gf::global>(atoms, values.data());
  return values.values();
}

}  // namespace

TEST_CASE("an output in host memory is refused unless kernels can access it")
{
  if (kernels_reach_host_memory()) return;
  const test::memory<gf::atom> atoms(one_atom);
  std::vector<float> values(3);
  CHECK(explains(message_of([&] { sum<gf::global>(atoms, values.data()); }), "output values lie in host memory"));
}

TEST_CASE("sources in host memory are refused unless kernels can access them")
{
  if (kernels_reach_host_memory()) return;
  const test::memory<float> values(std::vector<float>(3));
  CHECK(explains(message_of([&] { sum<gf::global>(one_atom, values.data()); }), "sources lie in host memory"));
  CHECK(explains(message_of([&] { sum<gf::shared>(one_atom, values.data()); }), "sources lie in host memory"));
}

TEST_CASE("kernels can access pinned host memory")
{
  float* pinned = nullptr;
  gf::cuda_check(cudaMallocHost(&pinned, 3 * sizeof(float)), "allocating pinned memory");
  const test::memory<gf::atom> atoms(one_atom);
  CHECK(message_of([&] { sum<gf::global>(atoms, pinned); }).empty());
  gf::cuda_check(cudaDeviceSynchronize(), "computing in pinned memory");
  CHECK(pinned[1] == doctest::Approx(0.5));
  gf::cuda_check(cudaFreeHost(pinned), "freeing pinned memory");
}

TEST_CASE("sources in device memory are refused by a variant with input constant")
{
  const test::memory<gf::atom> atoms(one_atom);
  const test::memory<float> values(std::vector<float>(3));
  CHECK(explains(message_of([&] { sum<gf::constant>(atoms, values.data()); }), "sources lie in device memory"));
}

TEST_CASE("an allocation beyond the device's memory throws an error with CUDA's code, and later calls succeed")
{
  int code = 0;
  std::string message;
  try {
    gf::device_buffer<char> petabyte(std::size_t{1} << 50);
  } catch (const gf::error& e) {
    code = e.cuda_code();
    message = e.what();
  }
  CHECK(code == cudaErrorMemoryAllocation);
  CHECK(explains(message, "cudaErrorMemoryAllocation"));
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  CHECK(computed()[1] == doctest::Approx(0.5));
}

TEST_CASE("a buffer is refused if its size in bytes overflows")
{
  for (const std::size_t size : {(std::size_t{1} << 61) + 1, ~std::size_t{0}}) {
    int code = 0;
    try {
      const gf::device_buffer<double> wrapping(size);
    } catch (const gf::error& e) {
      code = e.cuda_code();
    }
    CHECK(code == cudaErrorMemoryAllocation);
  }
}

}  // namespace test_device_errors
