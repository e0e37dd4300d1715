// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/exec/bulk_copies.cuh>

#include <doctest/doctest.h>

#include <cuda/std/mdspan>
#include <gridfold/exec/device.cuh>
#include <gridfold/exec/device_buffer.cuh>
#include <gridfold/policy/block.hpp>
#include <vector>

namespace test_bulk_copies
{

namespace gf = gridfold;

namespace
{

using view = cuda::std::mdspan<const float, cuda::std::dextents<int, 1>>;

/// Each block copies its tiles of Rows rows, one stage after another with Stages - 1 in flight, and writes what has
/// arrived. More stages than barriers, so that each barrier has several phases.
template <int Rows, int Threads, int Stages>
struct copy_tiles {
  using block_shape = gf::block<Threads>;
  static constexpr bool copies_in_bulk = true;
  static constexpr int tiles = 21, count = 12, pitch = 16, tile_elements = Rows * count;
  struct shared_storage {
    alignas(16) float tile[Stages][Rows * pitch];
  };
  view in;
  float* out;

  template <class Block>
  GRIDFOLD_HD void operator()(Block& block) const
  {
    auto&& ring = block.shared(gf::member<&shared_storage::tile>{});
    const auto begin = static_cast<int>(block.index().x) * tiles * tile_elements;
    const auto start = [&](gf::thread t, int n) {
      if (n < tiles)
        block.template copy_rows<Rows>(t, ring[n % Stages] + 0, pitch, in, begin + n * tile_elements, count, count);
    };
    for (int n = 0; n < Stages - 1; ++n)
      block.template each_thread_awaiting<Stages - 2>([&](gf::thread t) { start(t, n); });
    for (int n = 0; n < tiles; ++n)
      block.template each_thread_awaiting<Stages - 2>([&](gf::thread t) {
        start(t, n + Stages - 1);
        for (int e = t.rank; e < tile_elements; e += Threads)
          out[begin + n * tile_elements + e] = ring[n % Stages][e / count * pitch + e % count];
      });
  }
};

/// The elements that differ from those of the input.
template <int Rows, int Threads, int Stages>
std::size_t wrong_elements()
{
  using kernel = copy_tiles<Rows, Threads, Stages>;
  constexpr int blocks = 300;
  std::vector<float> values(static_cast<std::size_t>(blocks * kernel::tiles * kernel::tile_elements));
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = static_cast<float>(n % 8191);
  gf::device_buffer<float> in(values.size()), out(values.size());
  in.copy_from(values.data());
  gf::device{}.run(kernel{view(in.data(), static_cast<int>(values.size())), out.data()}, {blocks, 1, 1});
  std::vector<float> copied(values.size());
  out.copy_to(copied.data());
  gf::cuda_check(cudaDeviceSynchronize(), "copying in bulk");
  std::size_t wrong = 0;
  for (std::size_t n = 0; n < values.size(); ++n) wrong += copied[n] != values[n];
  return wrong;
}

}  // namespace

TEST_CASE("rows arrive in bulk, stage by stage, with any number of rows, threads and stages")
{
  CHECK(wrong_elements<1, 128, 2>() == 0);
  CHECK(wrong_elements<5, 7, 3>() == 0);
  CHECK(wrong_elements<96, 77, 4>() == 0);
  CHECK(wrong_elements<64, 256, 8>() == 0);
}

TEST_CASE("the barriers of bulk copies count as shared memory")
{
  using kernel = copy_tiles<1, 128, 2>;
  CHECK(gf::kernel_traits<kernel>::shared_bytes == sizeof(kernel::shared_storage) + 64);
}

}  // namespace test_bulk_copies
