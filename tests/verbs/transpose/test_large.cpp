// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Matrices with more elements than a 32-bit integer can count.
#include "check_transpose.hpp"

#ifndef __CUDACC__
#include <sys/mman.h>
#endif

namespace test_transpose_large
{

namespace
{

namespace gf = gridfold;
using byte = std::uint8_t;
template <class T>
using matrix_view = cuda::std::mdspan<T, cuda::std::dextents<std::int64_t, 2>>;

using words = gf::variant<gf::gather, gf::vectors<16>, gf::coarsen<16, 2>, gf::tile<gf::padded<4>>, gf::block<4, 32>>;
using aligned_words = gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<8, 2>, gf::prefetching, gf::aligned_tile,
                                  gf::raster_by_columns, gf::block<8, 32>>;
using direct = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32, 8>>;
using every_large = gf::list<words, aligned_words, direct>;

/// Element (i, j) of the input: different from its neighbours and from those 2^32 elements away.
GRIDFOLD_HD byte element_at(std::int64_t i, std::int64_t j) { return static_cast<byte>((i * 7 + j * 31) % 251); }

#ifdef __CUDACC__

constexpr std::int64_t rows = 50000, columns = 50001;

__global__ void fill(matrix_view<byte> in)
{
  for (std::int64_t i = blockIdx.x; i < in.extent(0); i += gridDim.x)
    for (std::int64_t j = threadIdx.x; j < in.extent(1); j += blockDim.x) in(i, j) = element_at(i, j);
}

__global__ void count_wrong(matrix_view<byte> out, unsigned long long* wrong)
{
  for (std::int64_t j = blockIdx.x; j < out.extent(0); j += gridDim.x)
    for (std::int64_t i = threadIdx.x; i < out.extent(1); i += blockDim.x)
      if (out(j, i) != element_at(i, j)) atomicAdd(wrong, 1ull);
}

bool has_memory(std::size_t bytes)
{
  std::size_t free = 0, total = 0;
  gf::cuda_check(cudaMemGetInfo(&free, &total), "asking for the memory");
  return free > bytes + (std::size_t{1} << 30);
}

#else

constexpr std::int64_t rows = 70000, columns = 70001;

/// Memory of which only the touched pages are allocated.
class sparse_memory {
 public:
  explicit sparse_memory(std::size_t size)
      : data_(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)),
        size_(size)
  {
  }
  sparse_memory(const sparse_memory&) = delete;
  sparse_memory& operator=(const sparse_memory&) = delete;
  ~sparse_memory() { munmap(data_, size_); }
  [[nodiscard]] byte* data() const { return data_ == MAP_FAILED ? nullptr : static_cast<byte*>(data_); }

 private:
  void* data_;
  std::size_t size_;
};

/// Runs the block of a kernel that owns the matrix's last element, for any order of blocks.
template <class Kernel>
void run_last_tiles(const Kernel& kernel)
{
  const gf::shape3 grid = kernel.grid();
  constexpr std::int64_t last = 64;  // of a square of 4 x 4 tiles, and more in other orders
  for (std::int64_t y = grid.y - 1; y >= 0 && y >= grid.y - 2; --y)
    for (std::int64_t x = grid.x - 1; x >= 0 && x >= grid.x - last; --x) {
      gf::exec::host_block<Kernel, gf::math::simd_bytes> block(gf::index3{x, y, 0});
      kernel(block);
    }
}

#endif

}  // namespace

#ifdef __CUDACC__

TEST_CASE("a matrix of more than 2^31 bytes")
{
  constexpr auto size = static_cast<std::size_t>(rows * columns);
  if (!has_memory(2 * size)) {
    MESSAGE("not run: this GPU has no room for two matrices of 2.5 GB");
    return;
  }
  gf::device_buffer<byte> in(size), out(size);
  fill<<<1024, 256>>>(matrix_view<byte>(in.data(), rows, columns));
  gf::for_each(every_large{}, [&]<class V>() {
    gf::device_buffer<unsigned long long> count(1);
    unsigned long long wrong = 0;
    count.copy_from(&wrong);
    gf::cuda_check(cudaMemset(out.data(), 0xff, size), "poisoning an output");
    const matrix_view<byte> transposed(out.data(), columns, rows);
    gf::transpose<V>(gf::device{}, matrix_view<const byte>(in.data(), rows, columns), transposed);
    count_wrong<<<1024, 256>>>(transposed, count.data());
    count.copy_to(&wrong);
    gf::cuda_check(cudaDeviceSynchronize(), "checking a transpose");
    CAPTURE(V::name());
    CHECK(wrong == 0);
  });
}

#else

TEST_CASE("the last tile of a matrix of more than 2^32 bytes")
{
  const auto size = static_cast<std::size_t>(rows * columns);
  const sparse_memory in(size);
  REQUIRE(in.data() != nullptr);
  constexpr std::int64_t corner = 40;
  for (std::int64_t i = rows - corner; i < rows; ++i)
    for (std::int64_t j = columns - corner; j < columns; ++j) in.data()[i * columns + j] = element_at(i, j);

  gf::for_each(every_large{}, [&]<class V>() {
    const sparse_memory out(size);
    REQUIRE(out.data() != nullptr);
    using in_view = matrix_view<const byte>;
    using out_view = matrix_view<byte>;
    using text =
        std::conditional_t<gf::policy::is_tile<typename V::tile>, gf::kernel::tiled_transpose<V, in_view, out_view>,
                           gf::kernel::direct_transpose<V, in_view, out_view>>;
    run_last_tiles(text(in_view(in.data(), rows, columns), out_view(out.data(), columns, rows)));
    const byte* last = out.data() + size - 1;
    CAPTURE(V::name());
    CHECK(int{*last} == int{element_at(rows - 1, columns - 1)});
    CHECK(int{*(last - 7)} == int{element_at(rows - 8, columns - 1)});
    CHECK(int{*(last - 7 * rows)} == int{element_at(rows - 1, columns - 8)});
  });
}

#endif

}  // namespace test_transpose_large
