// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Kernels whose PTX instructions.py reads: "has" and "lacks" before a kernel say what its instructions must be.
/// Atomic instructions without a scope have that of the device, `.gpu`.
#include <cuda/std/functional>
#include <cuda/std/mdspan>
#include <gridfold/exec/device.cuh>
#include <gridfold/kernel/elements/transform_elements.hpp>
#include <gridfold/kernel/reduce/reduce_blocks.hpp>
#include <gridfold/policy/variant.hpp>
#include <gridfold/view/atomic.hpp>
#include <gridfold/view/prefetching.hpp>
#include <gridfold/view/read_only.hpp>
#include <gridfold/view/triples.hpp>
#include <gridfold/view/vectors.hpp>

namespace gf = gridfold;

template <class T, class Accessor>
using view = cuda::std::mdspan<T, cuda::std::dextents<int, 1>, cuda::std::layout_right, Accessor>;

struct alignas(16) four {
  float a, b, c, d;
};

// has ld\.global\.nc\.\w32
// lacks ld\.global\.\w32
extern "C" __global__ void read_only(view<const float, gf::read_only_accessor<float>> in, float* out)
{
  out[threadIdx.x] = in(threadIdx.x);
}

// has ld\.global\.nc\.v4\.\w32
// lacks ld\.global\.v4|ld\.global\.\w32
extern "C" __global__ void read_only_vector(view<const four, gf::read_only_accessor<four>> in, four* out)
{
  out[threadIdx.x] = in(threadIdx.x);
}

// has ld\.global\.L2::cache_hint\.L2::256B\.\w32
// lacks ld\.global\.\w32
extern "C" __global__ void prefetching(view<const float, gf::prefetching_accessor<float>> in, float* out)
{
  out[threadIdx.x] = in(threadIdx.x);
}

// has ld\.global\.L2::cache_hint\.L2::256B\.v4\.\w32
// lacks ld\.global\.v4|ld\.global\.\w32
extern "C" __global__ void prefetching_vector(view<const four, gf::prefetching_accessor<four>> in, four* out)
{
  out[threadIdx.x] = in(threadIdx.x);
}

// has ld\.global\.\w32
// lacks ld\.global\.nc
extern "C" __global__ void plain(view<const float, cuda::std::default_accessor<const float>> in, float* out)
{
  out[threadIdx.x] = in(threadIdx.x);
}

template <class T>
using vector = view<T, cuda::std::default_accessor<T>>;

// Eight neighbours are the 16 bytes at the first one and the 16 bytes behind them.
// has ld\.global\.v4\.\w32\s.*\[%rd\d+\];
// has ld\.global\.v4\.\w32\s.*\[%rd\d+\+16\];
// lacks ld\.global\.\w32
extern "C" __global__ void neighbours_of_two_vectors(vector<const float> in, float* out)
{
  const auto values = gf::view::load_array<8>(in.accessor(), in.data_handle());
  for (int e = 0; e < 8; ++e) out[e] = values.element[e];
}

template <class T>
using copy_of = gf::kernel::transform_elements<gf::variant<gf::coarsen<2>, gf::block<32>>, gf::sequential,
                                               cuda::std::identity, vector<T>, vector<const T>>;

using gathered_sum = gf::kernel::reduce_blocks<gf::variant<gf::coarsen<2>, gf::block<64>>, vector<const float>, gf::sum,
                                               float*, gf::kernel::reduce_workspace<float*, unsigned*>>;

// An aligned triple is copied whole, with its padding: its fourth word is not put together from bytes.
// has ld\.global\.v4\.\w32
// has st\.global\.v4\.\w32
// lacks (ld|st)\.global\.\w32|prmt|st\.global\.\w8
extern "C" __global__ void copy_of_aligned_triples(copy_of<gf::aligned3<float>> copy)
{
  gf::nothing_shared none;
  for (std::int64_t b = blockIdx.x; b < copy.blocks; b += gridDim.x) {
    gf::exec::device_block<copy_of<gf::aligned3<float>>> block({b, 0, 0}, none);
    copy(block);
  }
}

// has (atom|red)\.\S*\.cta
// lacks (atom|red)\S*\.(gpu|sys)
extern "C" __global__ void in_block(view<int, gf::atomic_accessor<int, gf::thread_scope::block>> counts)
{
  counts(0) += 3;
}

// has (atom|red)\.\S*add
// lacks (atom|red)\S*\.(cta|sys)
extern "C" __global__ void on_device(view<int, gf::atomic_accessor<int>> counts) { counts(0) += 3; }

// has (atom|red)\.\S*\.sys
// lacks (atom|red)\S*\.(cta|gpu)
extern "C" __global__ void in_system(view<int, gf::atomic_accessor<int, gf::thread_scope::system>> counts)
{
  counts(0) += 3;
}

// An element that depends on a loop over blocks, as in the library's kernels: nvcc cannot prove that a warp has one.
// has redux\.sync\.add
// has match\.all\.sync\.b64
// has (atom|red)\.\S*add
// lacks (atom|red)\S*\.(cta|sys)
extern "C" __global__ void aggregated(
    view<int, gf::atomic_accessor<int, gf::thread_scope::device, gf::aggregation::warp>> counts, const int* which,
    int n)
{
  for (int i = blockIdx.x; i < n; i += gridDim.x) counts(which[i]) += threadIdx.x;
}

// has redux\.sync\.min\.s32
extern "C" __global__ void aggregated_minimum(
    view<int, gf::atomic_accessor<int, gf::thread_scope::device, gf::aggregation::warp>> counts, const int* which)
{
  counts(which[blockIdx.x]).store_min(threadIdx.x);
}

// has shfl\.sync\.bfly
// lacks redux
extern "C" __global__ void aggregated_of_floats(
    view<float, gf::atomic_accessor<float, gf::thread_scope::device, gf::aggregation::warp>> sums, const int* which)
{
  sums(which[blockIdx.x]) += 1.5f;
}

// A block's part is visible before the block counts as arrived, and the last block reads the parts after that.
// has st\.global[\s\S]*fence\.acq_rel\.gpu[\s\S]*(atom\.\S*inc)[\s\S]*fence\.acq_rel\.gpu[\s\S]*ld\.
extern "C" __global__ void reduction(gathered_sum sum)
{
  __shared__ gathered_sum::shared_storage storage;
  gf::exec::device_block<gathered_sum> block({blockIdx.x, 0, 0}, storage);
  sum(block);
}

// lacks redux|match
extern "C" __global__ void not_aggregated(view<int, gf::atomic_accessor<int>> counts, const int* which, int n)
{
  for (int i = blockIdx.x; i < n; i += gridDim.x) counts(which[i]) += threadIdx.x;
}
