// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/transpose.hpp>

#include <gridfold/view/streaming.hpp>
#include <random>
#include <string>

#include "../support/seed.hpp"
#include "transpose/check_transpose.hpp"

namespace test_transpose
{

namespace
{

namespace gf = gridfold;
using words = gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<8, 2>, gf::tile<gf::padded<1>>, gf::block<4, 16>>;
using aligned_words = gf::variant<gf::gather, gf::vectors<4>, gf::coarsen<8, 2>, gf::aligned_tile, gf::block<4, 16>>;
using elements = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<32, 4>>;
using word_variants = gf::list<words, aligned_words, elements>;

using matrix_extents = cuda::std::dextents<int, 2>;
template <class T, class Layout = cuda::std::layout_right>
using matrix_view = cuda::std::mdspan<T, matrix_extents, Layout>;

constexpr int rows = 130, columns = 71;

/// Transposes what make_in(pointer) and make_out(pointer) view of `size` elements, and checks it through these views.
template <class V, class MakeIn, class MakeOut>
void check_views(std::size_t size, MakeIn make_in, MakeOut make_out)
{
  const std::vector<float> in = test::elements<float>(size);
  std::vector<float> out = test::poison<float>(size);
  test::on_executor(in, out,
                    [&](auto on, const float* from, float* to) { gf::transpose<V>(on, make_in(from), make_out(to)); });
  int wrong = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      if (float(make_out(out.data())(j, i)) != float(make_in(in.data())(i, j))) ++wrong;
  CAPTURE(V::name());
  CHECK(wrong == 0);
}

/// Elements of 8 N bytes.
template <int N>
struct wide {
  std::uint64_t parts[N];
  wide() = default;
  explicit wide(std::uint64_t n)
  {
    for (int p = 0; p < N; ++p) parts[p] = n + (std::uint64_t{1000} << p);
  }
  bool operator==(const wide&) const = default;
};

/// Transposes a batch by the executor's default variant.
template <class T>
void check_default(std::size_t batches, std::size_t rows_of_each, std::size_t columns_of_each)
{
  const test::transposes::shape s{batches, rows_of_each, columns_of_each};
  const std::vector<T> in = test::elements<T>(s.size());
  std::vector<T> out = test::poison<T>(s.size());
  test::on_executor(in, out, [&](auto on, const T* from, T* to) {
    gf::transpose(on, test::transposes::batch_view<const T>(from, batches, rows_of_each, columns_of_each),
                  test::transposes::batch_view<T>(to, batches, columns_of_each, rows_of_each));
  });
  test::transposes::check_transpose(s, in, out, "default");
}

template <class Layout, class T>
auto strided(T* data, int extent0, int extent1, int stride0, int stride1)
{
  const cuda::std::layout_stride::mapping<matrix_extents> mapping(matrix_extents(extent0, extent1),
                                                                  cuda::std::array<int, 2>{stride0, stride1});
  return matrix_view<T, Layout>(data, mapping);
}

template <class View, class Transpose>
std::string message_of(const View& in, const View& out, Transpose transpose)
{
  try {
    transpose(in, out);
  } catch (const gf::error& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a transpose to column-major is a copy, and strided rows are rows")
{
  gf::for_each(word_variants{}, [&]<class V>() {
    const auto right = [](auto* p) { return matrix_view<std::remove_pointer_t<decltype(p)>>(p, rows, columns); };
    const auto left = [](auto* p) {
      return matrix_view<std::remove_pointer_t<decltype(p)>, cuda::std::layout_left>(p, columns, rows);
    };
    check_views<V>(rows * columns, right, left);
    using stride = cuda::std::layout_stride;
    for (int room : {2, 5, 9})
      check_views<V>(
          2 * 140 * 140, [&](auto* p) { return strided<stride>(p, rows, columns, columns + room, 1); },
          [&](auto* p) { return strided<stride>(p, columns, rows, rows + room, 1); });
    check_views<V>(
        2 * 140 * 140, [](auto* p) { return strided<stride>(p, rows, columns, 2 * columns, 2); },
        [](auto* p) { return strided<stride>(p, columns, rows, 2 * rows, 2); });
  });
}

TEST_CASE_TEMPLATE("the default transposes matrices of any shape", T, std::uint8_t, std::uint16_t, float, double,
                   test::quad)
{
  const unsigned seed = test::seed();
  CAPTURE(seed);
  std::mt19937 generator(seed);
  const auto upto = [&](unsigned most) { return 1 + generator() % most; };
  for (int n = 0; n < 4; ++n) {
    check_default<T>(1, upto(3000), upto(4));
    check_default<T>(1, upto(4), upto(3000));
    check_default<T>(1, upto(1000), upto(40));
    check_default<T>(1, upto(70), upto(1000));
    check_default<T>(upto(5), upto(150), upto(150));
  }
  for (std::size_t rows_of_each = 1; rows_of_each < 70; ++rows_of_each)
    check_default<T>(1, rows_of_each, 500 + generator() % 100);
  check_default<T>(1, 2049, 2051);
  // More than 16 MiB of unaligned rows, of which there are many, and too many for the L2 cache.
  for (const std::size_t many : {4099, 37003}) check_default<T>(1, many, (1 << 24) / sizeof(T) / many + 70);
}

TEST_CASE_TEMPLATE("every variant that may be the default transposes batches of small matrices", T, std::uint8_t,
                   std::uint16_t, float, double, test::quad)
{
  gf::for_each(gf::default_variants<gf::device, gf::verb::transpose, T>{}, [&]<class V>() {
    for (const test::transposes::shape& s : {test::transposes::shape{5, 110, 111, 1},
                                             {40, 62, 64},
                                             {300, 31, 30, 3},
                                             {1, 1, 3, 1},
                                             {1, 1, 1, 2},
                                             {2, 128, 96},
                                             {3, 100, 124, 2}})
      test::transposes::check<V, T>(s);
  });
}

TEST_CASE("the default transposes elements wider than any vector")
{
  check_default<wide<6>>(3, 67, 91);
  check_default<wide<13>>(1, 129, 70);
}

TEST_CASE("a transpose through streaming views is correct")
{
  gf::for_each(word_variants{}, [&]<class V>() {
    const auto in = [](auto* p) {
      return gf::streaming(matrix_view<std::remove_pointer_t<decltype(p)>>(p, rows, columns));
    };
    const auto out = [](auto* p) {
      return gf::streaming(matrix_view<std::remove_pointer_t<decltype(p)>>(p, columns, rows));
    };
    check_views<V>(rows * columns, in, out);
  });
}

static_assert(gf::supports<gf::verb::transpose, gf::variant<gf::aligned_tile, gf::raster<2>>>);
static_assert(!gf::supports<gf::verb::transpose, gf::variant<gf::tile<gf::padded<1>>, gf::raster<2>>>,
              "only aligned tiles have another raster");

TEST_CASE("empty matrices launch nothing")
{
  float* none = nullptr;
  const test::executor on{};
  CHECK_NOTHROW(gf::transpose<words>(on, matrix_view<float>(none, 0, 5), matrix_view<float>(none, 5, 0)));
  CHECK_NOTHROW(gf::transpose<words>(on, matrix_view<float>(none, 5, 0), matrix_view<float>(none, 0, 5)));
}

TEST_CASE("a transpose says what is wrong with its output")
{
  const test::executor on{};
  std::vector<float> memory(36);
  const auto transpose = [&](const auto& in, const auto& out) { gf::transpose<words>(on, in, out); };
  using view = matrix_view<float>;
  CHECK(message_of(view(memory.data(), 2, 3), view(memory.data() + 9, 2, 3), transpose) ==
        "the output's extents are 2 x 3, the input's 2 x 3 (the transpose has rows and columns exchanged): pass an "
        "output of that shape");
  CHECK(message_of(view(memory.data(), 3, 3), view(memory.data(), 3, 3), transpose) ==
        "input and output are the same memory (blocks run in any order): pass another output");
  using batch = cuda::std::mdspan<float, cuda::std::dextents<int, 3>>;
  CHECK(message_of(batch(memory.data(), 2, 3, 2), batch(memory.data() + 18, 1, 2, 3), transpose) ==
        "the output's extents are 1 x 2 x 3, the input's 2 x 3 x 2 (the transpose has rows and columns exchanged): "
        "pass an output of that shape");
}

}  // namespace test_transpose
