// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <random>

#include "../../support/seed.hpp"
#include "check_transpose.hpp"

namespace test_transpose_fitted
{

namespace
{

template <class T, int Width>
void check_fitted()
{
  gridfold::for_each(test::transposes::fitted<Width>{}, [&]<class V>() {
    test::transposes::check_every_shape<V, T>();
    for (const test::transposes::shape& s : test::transposes::fitting_shapes) test::transposes::check<V, T>(s);
  });
}

using extents = cuda::std::dextents<std::int64_t, 3>;
using strided = cuda::std::layout_stride;

/// A batch with room between its rows and between its matrices, `offset` elements after an address that is aligned.
struct spaced {
  std::int64_t batches, rows, columns, pitch, step, offset;
  [[nodiscard]] std::size_t size() const
  {
    return static_cast<std::size_t>(offset + (batches - 1) * step + (rows - 1) * pitch + columns);
  }
  template <class T>
  [[nodiscard]] auto view(T* data) const
  {
    const cuda::std::array<std::int64_t, 3> strides{step, pitch, 1};
    return cuda::std::mdspan<T, extents, strided>(data + offset, {extents(batches, rows, columns), strides});
  }
};

/// Whether a transpose by a variant has a wrong element, or wrote between rows or matrices.
template <class V, class T>
bool is_wrong(const spaced& from, const spaced& to)
{
  const std::vector<T> in = test::elements<T>(from.size());
  std::vector<T> out = test::poison<T>(to.size()), expected = out;
  const auto source = from.view(in.data());
  const auto target = to.view(expected.data());
  for (std::int64_t b = 0; b < from.batches; ++b)
    for (std::int64_t i = 0; i < from.rows; ++i)
      for (std::int64_t j = 0; j < from.columns; ++j) target(b, j, i) = source(b, i, j);
  test::on_executor(in, out, [&](auto on, const T* read, T* written) {
    gridfold::transpose<V>(on, from.view(read), to.view(written));
  });
  return std::memcmp(out.data(), expected.data(), out.size() * sizeof(T)) != 0;
}

template <class T, int Width>
void check_spaced()
{
  const unsigned seed = test::seed();
  CAPTURE(seed);
  CAPTURE(sizeof(T));
  std::mt19937 generator(seed);
  const auto between = [&](int low, int high) {
    return low + static_cast<std::int64_t>(generator() % static_cast<unsigned>(high - low + 1));
  };
  const auto room = [&] { return generator() % 3 == 0 ? between(0, 9) : 0; };
  int wrong = 0;
  for (int n = 0; n < 20; ++n) {
    const std::int64_t few = between(1, 150), many = between(1, n % 4 == 0 ? 150 : n % 4 == 1 ? 700 : 9000);
    const bool is_tall = generator() % 2 == 0;
    spaced from{between(1, 3), is_tall ? many : few, is_tall ? few : many, 0, 0, between(0, 8)};
    spaced to{from.batches, from.columns, from.rows, 0, 0, between(0, 8)};
    for (spaced* matrices : {&from, &to}) {
      matrices->pitch = matrices->columns + room();
      matrices->step = matrices->rows * matrices->pitch + room();
    }
    gridfold::for_each(test::transposes::fitted<Width>{},
                       [&]<class V>() { wrong += is_wrong<V, T>(from, to); });
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("fitted tiles transpose batches at any address, with any room between rows and matrices")
{
  check_spaced<std::uint8_t, 16>();
  check_spaced<std::uint16_t, 8>();
  check_spaced<float, 4>();
  check_spaced<float, 1>();
  check_spaced<double, 2>();
  check_spaced<test::quad, 1>();
}

TEST_CASE("fitted tiles transpose batches whose elements are not aligned to their size")
{
  using pair = std::array<float, 2>;
  const spaced matrices{200, 8, 8, 8, 64, 0};
  std::vector<float> in(2 * matrices.size() + 1);
  for (std::size_t n = 0; n < in.size(); ++n) in[n] = static_cast<float>(n);
  gridfold::for_each(test::transposes::fitted<2>{}, [&]<class V>() {
    std::vector<float> out(in.size(), -1.0F);
    test::on_executor(in, out, [&](auto on, const float* from, float* to) {
      gridfold::transpose<V>(on, matrices.view(reinterpret_cast<const pair*>(from + 1)),
                             matrices.view(reinterpret_cast<pair*>(to + 1)));
    });
    int wrong = out[0] != -1;
    for (std::size_t n = 0; n < matrices.size(); ++n)
      for (std::size_t part = 0; part < 2; ++part) {
        const std::size_t transposed = n / 64 * 64 + n % 8 * 8 + n / 8 % 8;
        wrong += out[1 + 2 * transposed + part] != in[1 + 2 * n + part];
      }
    CHECK(wrong == 0);
  });
}

TEST_CASE("transposes in fitted tiles are correct for matrices of any shape and elements of 1 to 16 bytes")
{
  check_fitted<std::uint8_t, 16>();
  check_fitted<std::uint16_t, 8>();
  check_fitted<float, 4>();
  check_fitted<float, 1>();
  check_fitted<double, 2>();
  check_fitted<test::quad, 1>();
}

}  // namespace test_transpose_fitted
