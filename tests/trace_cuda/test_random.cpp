// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random launch shapes, sizes and strides: what is traced against a count of the same accesses, thread by thread.
#include <gridfold/trace_cuda.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "../support/seed.hpp"
#include "kernels.hpp"

namespace gf = gridfold;

namespace
{

struct shape {
  int stride, offset, size;
};

/// Each thread loads one element, adds it in shared memory with a stride, and stores a number of times that depends on
/// the data.
__global__ void work(const int* in, int* out, shape s)
{
  __shared__ int bins[1024];
  const int rank = static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
  const int threads = static_cast<int>(blockDim.x * blockDim.y * blockDim.z);
  const int block = static_cast<int>(blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z));
  const int i = (block * threads + rank) * s.stride + s.offset;
  if (i >= s.size) return;
  const int times = in[i] & 3;
  bins[rank * s.stride % 1024] = times;
  if (bins[s.size % 1024] == -1) out[i] = 0;  // never: so that the compiler keeps the store
  for (int n = 0; n < times; ++n) out[i + n] = n;
}

struct count {
  std::int64_t requests = 0, sectors = 0, wavefronts = 0;
  friend bool operator==(const count&, const count&) = default;
};

/// What a request of these addresses of four bytes takes.
void add_global(count& c, const std::vector<std::int64_t>& addresses)
{
  if (addresses.empty()) return;
  std::set<std::int64_t> sectors;
  for (std::int64_t a : addresses) sectors.insert(a / 32);
  ++c.requests;
  c.sectors += static_cast<std::int64_t>(sectors.size());
}
void add_shared(count& c, const std::vector<std::int64_t>& addresses)
{
  if (addresses.empty()) return;
  std::map<std::int64_t, std::set<std::int64_t>> banks;
  for (std::int64_t a : addresses) banks[a / 4 % 32].insert(a / 4);
  std::size_t most = 0;
  for (const auto& [bank, words] : banks) most = std::max(most, words.size());
  ++c.requests;
  c.wavefronts += static_cast<std::int64_t>(most);
}

count counted(const gf::trace_report& report, const char* view, gf::access_kind does)
{
  count c;
  for (const gf::access_site& s : report.sites())
    if (s.view == view && s.does == does)
      c = {c.requests + s.requests, c.sectors + s.transactions, c.wavefronts + s.wavefronts};
  return c;
}

}  // namespace

TEST_CASE("random launches are counted as their threads access memory")
{
  std::mt19937 generator(test::seed());
  const auto up_to = [&](int most) { return std::uniform_int_distribution(1, most)(generator); };
  for (int round = 0; round < 60; ++round) {
    const dim3 block(static_cast<unsigned>(up_to(70)), static_cast<unsigned>(up_to(3)),
                     static_cast<unsigned>(up_to(3)));
    const dim3 grid(static_cast<unsigned>(up_to(3)), static_cast<unsigned>(up_to(3)), static_cast<unsigned>(up_to(2)));
    const int threads = static_cast<int>(block.x * block.y * block.z),
              blocks = static_cast<int>(grid.x * grid.y * grid.z);
    const int stride = up_to(40), offset = up_to(9) - 1;
    const int size = std::min(threads * blocks * stride + offset + up_to(50), up_to(threads * blocks * stride + 50));
    test::array<int> in(static_cast<std::size_t>(size), 0), out(static_cast<std::size_t>(size) + 4, 0);
    for (int i = 0; i < size; ++i) in.data()[i] = up_to(1 << 20);
    const gf::trace_cuda on;
    in.name(on, "in");
    out.name(on, "out");
    on.launch(grid, block, 0, work, in.data(), out.data(), shape{stride, offset, size});
    count loads, stores, bins;
    for (int b = 0; b < blocks; ++b)
      for (int first = 0; first < threads; first += 32) {
        std::vector<std::int64_t> load, store[3], bin;
        for (int rank = first; rank < std::min(first + 32, threads); ++rank) {
          const std::int64_t i = static_cast<std::int64_t>(b * threads + rank) * stride + offset;
          if (i >= size) continue;
          load.push_back(4 * i);
          bin.push_back(4 * (static_cast<std::int64_t>(rank) * stride % 1024));
          for (int n = 0; n < (in.data()[i] & 3); ++n) store[n].push_back(4 * (i + n));
        }
        add_global(loads, load);
        add_shared(bins, bin);
        for (const auto& s : store) add_global(stores, s);
      }
    INFO("block ", block.x, " ", block.y, " ", block.z, ", blocks ", blocks, ", stride ", stride, ", size ", size);
    CHECK((counted(on.report(), "in", gf::access_kind::load) == loads));
    CHECK((counted(on.report(), "out", gf::access_kind::store) == stores));
    CHECK((counted(on.report(), "bins", gf::access_kind::store) == bins));
  }
}
