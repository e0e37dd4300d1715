// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/kernel/transpose/aligned_transpose.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cuda/std/mdspan>
#include <gridfold/exec/host.hpp>
#include <gridfold/policy/variant.hpp>
#include <vector>

#include "transposed_anywhere.hpp"

namespace gf = gridfold;

namespace
{

template <class T>
using view = cuda::std::mdspan<T, cuda::std::dextents<int, 3>, cuda::std::layout_stride>;
template <class T, class... Policies>
using transpose = gf::kernel::aligned_transpose<gf::variant<gf::aligned_tile, Policies...>, view<const T>, view<T>>;

/// Matrices in memory: their rows and matrices may be further apart than they are long.
struct places {
  int batches, rows, columns, skip = 0, between_rows = 0, between_matrices = 0;
  [[nodiscard]] int pitch() const { return columns + between_rows; }
  [[nodiscard]] int matrix() const { return rows * pitch() + between_matrices; }
  [[nodiscard]] int size() const { return skip + batches * matrix() - between_matrices - between_rows; }
  template <class T>
  [[nodiscard]] view<T> of(T* data) const
  {
    using extents = cuda::std::dextents<int, 3>;
    return view<T>(data + skip, {extents(batches, rows, columns), cuda::std::array<int, 3>{matrix(), pitch(), 1}});
  }
};

template <class T>
T value(int b, int i, int j)
{
  return static_cast<T>(b * 77 + i * 31 + j * 7 + 1);
}

/// Wrong elements of a transpose between two places, and written elements beside the output.
template <class Kernel, class T>
int wrong_elements(const places& from, const places& to)
{
  std::vector<T> input(static_cast<std::size_t>(from.size())), output(static_cast<std::size_t>(to.size()));
  for (int b = 0; b < from.batches; ++b)
    for (int i = 0; i < from.rows; ++i)
      for (int j = 0; j < from.columns; ++j) from.of(input.data())(b, i, j) = value<T>(b, i, j);
  const Kernel kernel(from.of<const T>(input.data()), to.of(output.data()));
  gf::host{1}.run(kernel, kernel.grid());
  int wrong = 0;
  for (int b = 0; b < from.batches; ++b)
    for (int i = 0; i < from.rows; ++i)
      for (int j = 0; j < from.columns; ++j) {
        T& written = to.of(output.data())(b, j, i);
        wrong += written != value<T>(b, i, j);
        written = 0;
      }
  for (const T left : output) wrong += left != 0;
  return wrong;
}

template <class T, class... Policies>
void check_variant()
{
  using kernel = transpose<T, Policies...>;
  for (const auto& [batches, rows, columns] :
       {gf::shape3{1, 1, 1}, {1, 131, 67}, {3, 64, 96}, {2, 33, 50}, {5, 7, 3}, {1, 300, 9}, {1, 9, 300}}) {
    const int b = static_cast<int>(batches), r = static_cast<int>(rows), c = static_cast<int>(columns);
    for (const int skip : {0, 1, 6}) {
      CAPTURE(r);
      CAPTURE(c);
      CAPTURE(skip);
      CHECK(wrong_elements<kernel, T>({b, r, c, skip}, {b, c, r, 0}) == 0);
      CHECK(wrong_elements<kernel, T>({b, r, c, 0}, {b, c, r, skip}) == 0);
      CHECK(wrong_elements<kernel, T>({b, r, c, skip, 5, 3}, {b, c, r, skip, 2, 9}) == 0);
    }
  }
}

}  // namespace

TEST_CASE("rows become columns, wherever the rows of both sides begin, with blocks of any size")
{
  check_variant<float, gf::vectors<4>, gf::coarsen<4, 2>, gf::block<8, 32>>();
  check_variant<float, gf::coarsen<3, 5>, gf::block<7, 3>>();
  check_variant<float, gf::vectors<3>, gf::coarsen<3, 2>, gf::block<8, 16>>();
  check_variant<std::uint16_t, gf::vectors<8>, gf::coarsen<8, 4>, gf::block<4, 8>>();
  check_variant<std::uint16_t, gf::vectors<2>, gf::coarsen<2, 5>, gf::block<3, 2>>();
  check_variant<std::uint8_t, gf::vectors<16>, gf::coarsen<16, 8>, gf::block<2, 4>>();
  check_variant<double, gf::vectors<4>, gf::coarsen<2, 2>, gf::block<16, 2>>();
}

namespace
{

/// How a block's threads share the words of a tile's output.
struct sharing {
  int across, runs, down, phases;
  bool operator==(const sharing&) const = default;
};
template <class T, class... Policies>
sharing sharing_of()
{
  using kernel = transpose<T, Policies...>;
  return {kernel::across, kernel::runs, kernel::down, kernel::phases};
}

}  // namespace

TEST_CASE("a row of the output is shared by as many threads as leave one for each of a sector's rows")
{
  // 256 threads are 8, the floats of a sector, times 32; a row has 64.
  CHECK(sharing_of<float, gf::vectors<4>, gf::coarsen<4, 2>, gf::block<8, 32>>() == sharing{32, 2, 8, 1});
  // No more than a warp: 1,024 threads are 8 times 128.
  CHECK(sharing_of<float, gf::vectors<4>, gf::coarsen<4, 4>, gf::block<32, 32>>() == sharing{32, 4, 32, 1});
  // No more than a row has words: 512 threads are 32 times 16, and a row of 32 bytes has 8 words.
  CHECK(sharing_of<std::uint8_t, gf::vectors<4>, gf::coarsen<4, 8>, gf::block<128, 4>>() == sharing{8, 1, 64, 1});
  // A row of 64 bytes has 16 words, and 96 threads are 32 times 3: two threads take 8 words each.
  CHECK(sharing_of<std::uint8_t, gf::vectors<4>, gf::coarsen<4, 16>, gf::block<24, 4>>() == sharing{2, 8, 48, 2});
  // One at least; rows of the same beginning are 32 apart, and a thread's next is 8 further.
  CHECK(sharing_of<std::uint8_t, gf::vectors<16>, gf::coarsen<16, 8>, gf::block<2, 4>>() == sharing{1, 8, 8, 4});
  // A row of 15 has no sectors, so any thread may take any row: 8 is the power of two below.
  CHECK(sharing_of<float, gf::coarsen<3, 5>, gf::block<7, 3>>() == sharing{8, 2, 2, 1});
}

TEST_CASE("elements that form no vectors, and columns that are not neighbours, are moved one by one")
{
  struct three_bytes {
    std::uint8_t of[3];
  };
  using view_of_three = cuda::std::mdspan<three_bytes, cuda::std::dextents<int, 2>>;
  using by_rows = gf::kernel::aligned_transpose<
      gf::variant<gf::aligned_tile, gf::vectors<4>, gf::coarsen<4, 2>, gf::block<8, 8>>, view_of_three,
      cuda::std::mdspan<three_bytes, cuda::std::dextents<int, 2>, cuda::std::layout_left>>;
  std::vector<three_bytes> from(71 * 45), to(from.size());
  for (std::size_t n = 0; n < from.size(); ++n) from[n].of[1] = static_cast<std::uint8_t>(n % 251);
  // The transpose in column-major order is the matrix itself.
  const by_rows kernel(
      view_of_three(from.data(), 71, 45),
      cuda::std::mdspan<three_bytes, cuda::std::dextents<int, 2>, cuda::std::layout_left>(to.data(), 45, 71));
  gf::host{1}.run(kernel, kernel.grid());
  int wrong = 0;
  for (std::size_t n = 0; n < from.size(); ++n) wrong += to[n].of[1] != from[n].of[1];
  CHECK(wrong == 0);
}

TEST_CASE("nothing outside of matrices is accessed, wherever they begin and end")
{
  test::check_anywhere<float, gf::aligned_tile, gf::coarsen<4, 2>, gf::vectors<4>, gf::block<4, 8>>();
  test::check_anywhere<std::uint16_t, gf::aligned_tile, gf::coarsen<4>, gf::vectors<8>, gf::block<4, 16>>();
}
