// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// The model of the current device: resources of verbs' kernels, and their occupancy by the CUDA runtime.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cuda/std/mdspan>
#include <cuda/std/span>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/model/current_device.cuh>
#include <gridfold/model/inspect.cuh>
#include <gridfold/model/occupancy.hpp>
#include <gridfold/policy/tile_layouts.hpp>
#include <gridfold/policy/variants.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/transpose.hpp>
#include <vector>

#include "../../examples/support/figures.hpp"

namespace test_occupancy_device
{

namespace gf = gridfold;

namespace
{

/// The kernel of a lattice sum of float sources on 64 x 64 x 4 points, for null pointers.
template <class V>
gf::inspected_kernel sum_kernel()
{
  const gf::inspect on;
  const gf::lattice where{.shape = {64, 64, 4}};
  const cuda::std::span<const gf::source<float>> sources;
  gf::lattice_sum<V>(on, sources, where, gf::view_of<float>(nullptr, where.shape), gf::coulomb<>{});
  REQUIRE(on.kernels().size() == 1);
  return on.kernels().front();
}

/// Warps that an SM of compute capability 9.0 holds of a gather of the textbook with a coarsening factor. Its atoms lie
/// in host memory.
template <int Factor>
int warps_of_cenergy()
{
  const gf::inspect on;
  const std::vector<gf::source<float>> atoms(1);
  const gf::lattice where{.shape = {64, 64, 4}};
  gf::lattice_sum<figures::cenergy<gf::gather, gf::interleaved, Factor>>(
      on, atoms, where, gf::view_of<float>(nullptr, where.shape), figures::charge_over_sqrtf{});
  REQUIRE(on.kernels().size() == 1);
  const gf::inspected_kernel& kernel = on.kernels().front();
  CAPTURE(kernel.resources.registers);
  CHECK(kernel.resources.threads == 128);
  return gf::occupancy_of(kernel.resources, gf::limits_of({9, 0})).warps;
}

template <class Element>
auto no_matrix(int rows, int columns)
{
  return cuda::std::mdspan<Element, cuda::std::dextents<int, 2>>(nullptr, rows, columns);
}

/// A transpose needs two different pointers.
template <class V>
gf::inspected_kernel transpose_kernel()
{
  const gf::inspect on;
  alignas(256) static float somewhere[1];
  const cuda::std::mdspan<const float, cuda::std::dextents<int, 2>> in(somewhere, 256, 128);
  gf::transpose<V>(on, in, no_matrix<float>(128, 256));
  return on.kernels().front();
}

template <class V>
gf::inspected_kernel reduce_kernel()
{
  const gf::inspect on;
  auto scratch = gf::make_reduce_scratch<V, float>(on);
  const cuda::std::span<float> one(static_cast<float*>(nullptr), 1), many(static_cast<float*>(nullptr), 1 << 20);
  gf::reduce<V>(on, many, one, gf::sum{}, scratch);
  return on.kernels().front();
}

void check_occupancy(const gf::inspected_kernel& kernel)
{
  CAPTURE(kernel.variant);
  CAPTURE(kernel.resources.registers);
  CAPTURE(kernel.resources.static_shared);
  CAPTURE(kernel.resources.dynamic_shared);
  CHECK(kernel.resources.registers > 0);
  CHECK(gf::occupancy_of(kernel.resources, gf::limits_of_current_device()).blocks == kernel.resident_blocks);
}

template <class Exchange>
using reduction = gf::variant<gf::coarsen<4>, Exchange, gf::block<256>>;

}  // namespace

TEST_CASE("the runtime's limits of a generation are the table's")
{
  const gf::compute_capability capability = gf::capability_of_current_device();
  const gf::multiprocessor_limits found = gf::limits_of_current_device(), table = gf::limits_of(capability);
  CHECK(found.threads == table.threads);
  CHECK(found.blocks == table.blocks);
  CHECK(found.registers == table.registers);
  CHECK(found.shared == table.shared);
  CHECK(found == table);
}

TEST_CASE("the current device has multiprocessors, a clock and a bandwidth")
{
  const gf::device_rates rates = gf::rates_of_current_device();
  MESSAGE("multiprocessors " << rates.multiprocessors << ", clock " << rates.clock << ", bandwidth "
                             << rates.bandwidth);
  CHECK(rates.multiprocessors > 0);
  CHECK(rates.clock > 5e8);
  CHECK(rates.clock < 1e10);
  CHECK(rates.bandwidth > 1e10);
  CHECK(rates.bandwidth < 1e14);
}

TEST_CASE("a sum's kernel: block and shared memory are the variant's, and the launch covers the lattice")
{
  const gf::inspected_kernel kernel =
      sum_kernel<gf::variant<gf::gather, gf::interleaved, gf::coarsen<4>, gf::shared, gf::block<16, 8>>>();
  CHECK(kernel.variant == "gather/interleaved/4/shared/16x8");
  CHECK(kernel.resources.threads == 128);
  CHECK(kernel.resources.static_shared == 256 * sizeof(gf::source<float>) + 16);  // a flag, and alignment
  CHECK(kernel.resources.dynamic_shared == 0);
  CHECK(kernel.blocks == 1 * 8 * 4);
}

TEST_CASE("a verb's kernel is inspected as docs/use/model.md says")
{
  using fold = gf::variant<gf::gather, gf::interleaved, gf::coarsen<4>, gf::shared, gf::block<16, 8>>;
  const gf::lattice where{.shape = {64, 64, 4}};
  const cuda::std::span<const gf::source<float>> atoms;
  const auto out = gf::view_of<float>(nullptr, where.shape);
  // [inspect]
  const gf::inspect on;
  gf::lattice_sum<fold>(on, atoms, where, out, gf::coulomb<>{});
  const gf::inspected_kernel& kernel = on.kernels().front();  // registers, shared memory, spills, blocks
  const gf::occupancy held = gf::occupancy_of(kernel.resources, gf::limits_of_current_device());
  // [inspect]
  CHECK(held.blocks == kernel.resident_blocks);
}

TEST_CASE("dynamic shared memory is reported separately")
{
  const gf::inspected_kernel fixed = reduce_kernel<reduction<gf::exchange_shared>>();
  const gf::inspected_kernel dynamic = reduce_kernel<reduction<gf::exchange_dynamic_shared>>();
  CHECK(fixed.resources.dynamic_shared == 0);
  CHECK(fixed.resources.static_shared >= 256 * sizeof(float));
  CHECK(dynamic.resources.static_shared == 0);
  // the compiler lays out multiples of 16 bytes
  CHECK((dynamic.resources.dynamic_shared + 15) / 16 * 16 == fixed.resources.static_shared);
}

TEST_CASE("occupancy of sums is the runtime's")
{
  using sums = gf::cross<gf::list<gf::gather>, gf::list<gf::interleaved>, gf::coarsenings<1, 16>,
                         gf::list<gf::global, gf::shared_tile<1024>>, gf::list<gf::block<16, 8>>>;
  gf::for_each(sums{}, [&]<class V>() { check_occupancy(sum_kernel<V>()); });
}

TEST_CASE("occupancy of transposes and reductions is the runtime's")
{
  check_occupancy(
      transpose_kernel<
          gf::variant<gf::gather, gf::interleaved, gf::coarsen<2, 8>, gf::tile<gf::padded<1>>, gf::block<32, 8>>>());
  check_occupancy(
      transpose_kernel<gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<1024, 1>>>());
  check_occupancy(reduce_kernel<reduction<gf::exchange_shared>>());
  check_occupancy(reduce_kernel<reduction<gf::exchange_dynamic_shared>>());
  check_occupancy(reduce_kernel<reduction<gf::exchange_registers>>());
}

TEST_CASE("an SM of compute capability 9.0 holds 48, 36, 32 and 20 warps of sums by factors of 1, 4, 8 and 16, or more")
{
  const gf::compute_capability found = gf::capability_of_current_device();
  if (found.major != 9 || found.minor != 0) {
    MESSAGE("skipped: kernels of other GPUs have other registers");
    return;
  }
  CHECK(warps_of_cenergy<1>() >= 48);
  CHECK(warps_of_cenergy<4>() >= 36);
  CHECK(warps_of_cenergy<8>() >= 32);
  CHECK(warps_of_cenergy<16>() >= 20);
}

TEST_CASE("coarsening takes registers")
{
  using one = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<16, 8>>;
  using many = gf::variant<gf::gather, gf::interleaved, gf::coarsen<8, 4>, gf::global, gf::block<16, 8>>;
  CHECK(sum_kernel<many>().resources.registers > sum_kernel<one>().resources.registers);
}

}  // namespace test_occupancy_device
