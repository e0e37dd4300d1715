// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Views whose index type cannot count their elements: every verb refuses them.
#include <gridfold/core/extents.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cuda/std/array>
#include <cuda/std/mdspan>
#include <gridfold/copy.hpp>
#include <gridfold/electrostatics/coulomb.hpp>
#include <gridfold/exec/host.hpp>
#include <gridfold/lattice_sum.hpp>
#include <gridfold/multiply.hpp>
#include <gridfold/neighbors.hpp>
#include <gridfold/reduce.hpp>
#include <gridfold/transform.hpp>
#include <gridfold/transpose.hpp>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "../support/error_message.hpp"
#include "../support/seed.hpp"

namespace
{

namespace gf = gridfold;
using test::explains, test::message_of;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr gf::host on{1};

template <class Index, std::size_t Rank>
using row_major = cuda::std::mdspan<float, cuda::std::dextents<Index, Rank>>;
template <class Index, std::size_t Rank>
using strided = cuda::std::mdspan<float, cuda::std::dextents<Index, Rank>, cuda::std::layout_stride>;

/// Whether the elements of a view of these extents can be counted.
template <class Index, class... Extent>
bool is_accepted(Extent... extents)
{
  const row_major<Index, sizeof...(Extent)> view(nullptr, static_cast<Index>(extents)...);
  const std::string message = message_of([&] { gf::core::check_extents(view, "it"); });
  if (!message.empty()) CHECK(explains(message, "the extents of it are"));
  return message.empty();
}

template <class Index>
bool is_accepted(cuda::std::array<Index, 2> extents, cuda::std::array<Index, 2> strides)
{
  using view = strided<Index, 2>;
  const view seen(nullptr, typename view::mapping_type(typename view::extents_type(extents), strides));
  return message_of([&] { gf::core::check_extents(seen, "it"); }).empty();
}

}  // namespace

TEST_CASE("the elements of a view are counted by its index type, to the last one")
{
  CHECK(is_accepted<int>(46340, 46341));
  CHECK_FALSE(is_accepted<int>(46341, 46341));
  CHECK_FALSE(is_accepted<int>(65536, 65536));  // 2^32, which wraps to 0
  CHECK_FALSE(is_accepted<int>(2, 1 << 30));
  CHECK(is_accepted<int>(1, std::numeric_limits<int>::max()));
  CHECK(is_accepted<unsigned>(65535, 65537));
  CHECK_FALSE(is_accepted<unsigned>(65536, 65536));
  CHECK(is_accepted<std::int8_t>(127));
  CHECK(is_accepted<std::int8_t>(9, 14));
  CHECK_FALSE(is_accepted<std::int8_t>(8, 16));
  CHECK(is_accepted<std::uint8_t>(15, 17));
  CHECK_FALSE(is_accepted<std::uint8_t>(16, 16));
  CHECK(is_accepted<std::int64_t>(7 * 7 * 73 * 127, 337 * 92737, 649657));  // 2^63 - 1
  CHECK_FALSE(is_accepted<std::int64_t>(27 * 19 * 43, 5419, 77158673929));  // 2^63 + 1
  CHECK_FALSE(is_accepted<std::size_t>(std::size_t{1} << 63));              // beyond any address
  CHECK_FALSE(is_accepted<std::size_t>(std::size_t{1} << 62, 2u));
}

TEST_CASE("a product of extents is within a limit up to the limit itself")
{
  std::mt19937 generator(test::seed());
  for (int times = 0; times < 2000; ++times) {
    const auto number = [&] { return static_cast<std::int64_t>(generator() % 40); };
    const std::int64_t x = number(), y = number(), z = number(), product = x * y * z;
    CAPTURE(x);
    CAPTURE(y);
    CAPTURE(z);
    CHECK(gf::core::has_product_within(product, {x, y, z}));
    CHECK(gf::core::has_product_within(product - 1, {x, y, z}) == (product == 0));
    CHECK_FALSE(gf::core::has_product_within(product, {x, -1 - y, z}));
  }
}

TEST_CASE("an empty view may have any extents except negative ones")
{
  CHECK(is_accepted<int>(0));
  CHECK(is_accepted<int>(65536, 65536, 0));
  CHECK(is_accepted<std::int64_t>(0, most, most));
  CHECK_FALSE(is_accepted<int>(-1));
  CHECK_FALSE(is_accepted<int>(-2, -3));
  CHECK_FALSE(is_accepted<int>(0, -3));
  CHECK_FALSE(is_accepted<std::int64_t>(std::numeric_limits<std::int64_t>::min(), 1));
}

TEST_CASE("the last element of a strided view is reached by its index type")
{
  constexpr int last = std::numeric_limits<int>::max();
  CHECK(is_accepted<int>({2, 1}, {last - 1, 1}));
  CHECK_FALSE(is_accepted<int>({2, 1}, {last, 1}));
  CHECK_FALSE(is_accepted<int>({2, 2}, {last - 1, 1}));
  CHECK(is_accepted<int>({2, 2}, {last - 2, 1}));
  CHECK(is_accepted<int>({1, 1}, {last, last}));
  CHECK_FALSE(is_accepted<int>({3, 1}, {1 << 30, 1}));
  CHECK(is_accepted<int>({0, 3}, {last, last}));
  CHECK_FALSE(is_accepted<std::int64_t>({3, 2}, {most / 2, 2}));
  CHECK(is_accepted<std::int64_t>({3, 2}, {most / 2 - 1, 1}));
}

TEST_CASE("random extents are accepted below the largest index and refused above")
{
  std::mt19937 generator(test::seed());
  for (int times = 0; times < 2000; ++times) {
    const auto x = static_cast<int>(1 + generator() % (1u << generator() % 31));
    const int y = std::numeric_limits<int>::max() / x;
    CAPTURE(x);
    CHECK(is_accepted<int>(x, y));
    if (x > 1) CHECK_FALSE(is_accepted<int>(x, y + 1));
    if (x > 1) CHECK_FALSE(is_accepted<int>(y + 1, x));
  }
}

TEST_CASE("every verb refuses a view that its index type cannot count")
{
  float place[2] = {};
  const row_major<int, 2> matrix(place, 65536, 65536), other(place + 1, 65536, 65536);
  const row_major<std::int64_t, 2> wide(place, 65536, 65536);
  CHECK(explains(message_of([&] { gf::transpose(on, matrix, other); }), "of the input are 65536 x 65536"));
  CHECK(explains(message_of([&] { gf::transpose(on, wide, other); }), "of the output are 65536 x 65536"));
  const row_major<int, 3> batch(place, 65536, 65536, 1);
  CHECK(explains(message_of([&] { gf::transpose(on, batch, batch); }), "of the input are 65536 x 65536 x 1"));
  CHECK(explains(message_of([&] { gf::multiply(on, matrix, wide, wide); }), "of a are 65536 x 65536"));
  CHECK(explains(message_of([&] { gf::multiply(on, wide, matrix, wide); }), "of b are"));
  CHECK(explains(message_of([&] { gf::multiply(on, wide, wide, matrix); }), "of c are"));
  const gf::lattice where{.shape = {65536, 65536, 1}};
  const std::vector<gf::source<float>> none;
  const row_major<int, 3> map(place, 1, 65536, 65536);
  CHECK(explains(message_of([&] { gf::lattice_sum(on, none, where, map, gf::coulomb<>{}); }),
                 "of the output are 1 x 65536 x 65536"));
  const row_major<int, 1> negative(place, -4);
  CHECK(explains(message_of([&] { gf::copy(on, negative, negative); }), "of the input are -4"));
  const cuda::std::tuple both(negative, negative);
  const auto zero = [] { return 0.0f; };
  CHECK(explains(message_of([&] { gf::transform(on, both, negative, gf::sum{}); }), "of input 0 are -4"));
  CHECK(explains(message_of([&] { gf::transform(on, cuda::std::tuple(), negative, zero); }), "of the output are -4"));
  auto scratch = gf::make_reduce_scratch<float>(on);
  CHECK(explains(message_of([&] { gf::reduce(on, negative, cuda::std::span<float>(place, 1), gf::sum{}, scratch); }),
                 "of the input are -4"));
  const std::vector<float> x(4);
  int counts[4] = {}, index = 0;
  for (const std::int64_t capacity : {std::int64_t{1} << 62, most, std::int64_t{-1}}) {
    const gf::neighbor_list<> list(counts, &index, 4, capacity);
    CHECK(explains(message_of([&] { gf::neighbors(on, gf::positions(x, x, x), 1, list); }),
                   "of the list's indices are 4 x " + std::to_string(capacity)));
  }
}
