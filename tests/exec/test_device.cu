// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/device.cuh>

#include <doctest/doctest.h>

#include <cstdint>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/policy/block.hpp>
#include <vector>

namespace test_device
{

namespace gf = gridfold;

namespace
{

/// Adds 1 for each block of a grid to the block's element.
template <bool Short>
struct visit {
  using block_shape = gf::block<32>;
  static constexpr bool short_blocks = Short;
  using shared_storage = gf::nothing_shared;
  int* visits;
  gf::shape3 grid;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    block.first_thread([&](auto) {
      const gf::index3 at = block.index();
      ++visits[(at.z * grid.y + at.y) * grid.x + at.x];
    });
  }
};

}  // namespace

static_assert(gf::executor<gf::device>);

TEST_CASE("a kernel runs once for every block of a grid, on any stream")
{
  cudaStream_t stream = nullptr;
  gf::cuda_check(cudaStreamCreate(&stream), "creating a stream");
  // CUDA launches at most 65,535 blocks along y and z.
  for (const gf::shape3 grid : {gf::shape3{1, 1, 1}, gf::shape3{7, 3, 2}, gf::shape3{70000, 2, 1},
                                gf::shape3{3, 65537, 2}, gf::shape3{2, 3, 140001}}) {
    const auto blocks = static_cast<std::size_t>(grid.count());
    gf::device_buffer<int> visits(blocks, stream);
    const std::vector<int> zeros(blocks);
    visits.copy_from(zeros.data());
    gf::device{stream}.run(visit<true>{visits.data(), grid}, grid);
    gf::device{stream}.run(visit<false>{visits.data(), grid}, grid);
    std::vector<int> seen(blocks);
    visits.copy_to(seen.data());
    gf::cuda_check(cudaStreamSynchronize(stream), "visiting blocks");
    CHECK(seen == std::vector<int>(blocks, 2));
  }
  gf::cuda_check(cudaStreamDestroy(stream), "destroying a stream");
}

TEST_CASE("a grid beyond CUDA's limits takes several launches, none of which overlap")
{
  const gf::shape3 grid{(std::int64_t{1} << 32) + 5, 3, 131071};
  std::int64_t launches = 0, blocks = 0, volume = grid.x * grid.y * grid.z;
  gf::exec::for_each_launch(grid, [&](gf::index3 first, dim3 part) {
    ++launches;
    blocks += std::int64_t{part.x} * part.y * part.z;
    CHECK(part.x <= 2147483647u);
    CHECK(part.y <= 65535u);
    CHECK(part.z <= 65535u);
    CHECK(first.x + part.x <= grid.x);
    CHECK(first.y + part.y <= grid.y);
    CHECK(first.z + part.z <= grid.z);
  });
  CHECK(launches == 3 * 3);
  CHECK(blocks == volume);
  gf::exec::for_each_launch({2147483647, 65535, 65535}, [&](gf::index3, dim3) { ++launches; });
  CHECK(launches == 10);
  gf::exec::for_each_launch({5, 0, 5}, [&](gf::index3, dim3) { ++launches; });
  CHECK(launches == 10);
}

TEST_CASE("scratch is zeroed device memory")
{
  const gf::device on;
  const auto zeros = on.zeros<int>(1000);
  std::vector<int> copy(1000, 1);
  gf::cuda_check(cudaMemcpy(copy.data(), zeros.data(), sizeof(int) * copy.size(), cudaMemcpyDeviceToHost), "copying");
  CHECK(copy == std::vector<int>(1000));
}

TEST_CASE("the device says how large its L2 cache is") { CHECK(gf::device::l2_bytes() >= 1 << 20); }

}  // namespace test_device
