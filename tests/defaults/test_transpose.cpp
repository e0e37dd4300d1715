// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/defaults/transpose.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <gridfold/exec/host.hpp>
#include <gridfold/transpose.hpp>
#include <random>
#include <string>
#include <type_traits>

#include "../support/seed.hpp"

namespace gf = gridfold;

namespace
{

template <int Bytes>
struct element {
  char bytes[Bytes];
};

/// The rule asks nothing of it.
struct any_gpu {};

/// The name of the default variant.
template <class T>
std::string chosen(std::int64_t batches, std::int64_t rows, std::int64_t columns)
{
  std::string name;
  gf::defaults::with_choice<gf::device, gf::verb::transpose, T>(
      any_gpu{}, gf::defaults::transpose_size{batches, rows, columns}, [&]<class C>() { name = C::type::name(); });
  return name;
}

bool has(const std::string& name, const char* part) { return name.find(part) != std::string::npos; }

template <class T>
using variants = gf::default_variants<gf::device, gf::verb::transpose, T>;

template <class... V>
constexpr int count(gf::list<V...>)
{
  return sizeof...(V);
}

}  // namespace

#define ELEMENTS element<1>, element<2>, element<3>, element<4>, element<6>, element<8>, element<12>, element<16>

TEST_CASE_TEMPLATE("thin and small matrices take fitted tiles, small problems padded ones, others aligned ones", T,
                   ELEMENTS)
{
  constexpr std::int64_t side = 40000;
  for (const std::int64_t few : {1, 2, 7, 16}) {
    CHECK(has(chosen<T>(1, side * side, few), "tile:fitted"));
    CHECK(has(chosen<T>(1, few, side * side), "tile:fitted"));
    CHECK(has(chosen<T>(side, few, few), "tile:fitted"));
  }
  constexpr auto small = static_cast<std::int64_t>((48 << 10) / sizeof(T));
  CHECK(has(chosen<T>(side, small / 50, 50), "tile:fitted"));
  CHECK(has(chosen<T>(1, 500, 700), "tile:padded"));
  CHECK(has(chosen<T>(side, 500, 700), "tile:aligned/raster:columns"));
  CHECK(has(chosen<T>(1, side, side), "tile:aligned/raster:columns"));
  CHECK(has(chosen<T>(1, side + 1, side), "tile:aligned"));
  CHECK(!has(chosen<T>(1, side + 1, side), "raster"));
}

TEST_CASE_TEMPLATE("a larger problem of the same matrices never goes back to smaller tiles", T, ELEMENTS)
{
  const unsigned seed = test::seed();
  CAPTURE(seed);
  std::mt19937_64 generator(seed);
  using rule = gf::default_rule<gf::device, gf::verb::transpose, T>;
  int wrong = 0;
  for (int n = 0; n < 1000; ++n) {
    const auto extent = [&] { return static_cast<std::int64_t>(1 + (generator() >> (44 + generator() % 20))); };
    gf::defaults::transpose_size size{1, extent(), extent()};
    std::size_t before = rule::choose(any_gpu{}, size);
    for (; size.batches < 1 << 20; size.batches *= 2) {
      const std::size_t now = rule::choose(any_gpu{}, size);
      wrong += now < before || now >= 4;
      before = now;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE_TEMPLATE("transpose supports at most four variants of each element width", T, ELEMENTS, element<24>,
                   element<104>)
{
  static_assert(count(variants<T>{}) <= 4);
  gf::for_each(variants<T>{}, []<class V>() { static_assert(gf::supports<gf::verb::transpose, V, T>); });
  gf::for_each(gf::default_variants<gf::host, gf::verb::transpose, T>{},
               []<class V>() { static_assert(gf::supports<gf::verb::transpose, V, T>); });
}

TEST_CASE_TEMPLATE("a load of the default variants' vectors has 16 bytes", T, element<1>, element<2>, element<4>,
                   element<8>)
{
  gf::for_each(variants<T>{}, []<class V>() {
    if (!gf::policy::is_tile<typename V::tile>) CHECK(V::vectors::width * sizeof(T) == 16);
  });
}

TEST_CASE("elements have the variants of the next width")
{
  for (std::size_t size = 1; size <= 16; ++size)
    CHECK(gf::defaults::element_bytes(size) == static_cast<int>(std::bit_ceil(size)));
}

TEST_CASE_TEMPLATE("the rule's limits are those of docs/use/defaults.md", T, element<1>, element<2>, element<4>, element<8>,
                   element<16>)
{
  static constexpr std::int64_t limits[][2] = {{128, 8}, {256, 32}, {96, 8}, {32, 64}, {16, 64}};
  const auto& limit = limits[std::bit_width(sizeof(T)) - 1];
  const std::int64_t bytes = sizeof(T), thin = limit[0], in_cache = limit[1] * 1024 * 1024 / bytes;
  const auto choice = [](std::int64_t batches, std::int64_t rows, std::int64_t columns) {
    return gf::default_rule<gf::device, gf::verb::transpose, T>::choose(any_gpu{}, {batches, rows, columns});
  };
  CHECK(choice(1, thin, 50000) == 0);
  CHECK(choice(3, 50000, thin) == 0);
  CHECK(choice(1, thin + 1, 50000) != 0);
  CHECK(choice(3, 50000, thin + 1) != 0);
  const std::int64_t rows = thin + 1, columns = (48 << 10) / bytes / rows;
  if (columns > thin) {
    CHECK(choice(1000, rows, columns) == 0);
    CHECK(choice(1000, rows, columns + 1) != 0);
  }
  CHECK(choice(1, 1024, in_cache / 1024) == 1);
  CHECK(choice(2, in_cache / 1024, 512) == 1);
  CHECK(choice(1, 1024, in_cache / 1024 + 1) == 3);
  CHECK(choice(3, in_cache / 1024, 512) == 3);
  CHECK(choice(1, 40000, 40000) == 3);
  CHECK(choice(1, 40001, 40000) == 2);
}

TEST_CASE("a matrix of 48 KiB takes fitted tiles")
{
  using rule = gf::default_rule<gf::device, gf::verb::transpose, element<8>>;
  CHECK(rule::choose(any_gpu{}, {1000, 64, 96}) == 0);
  CHECK(rule::choose(any_gpu{}, {1, 64, 97}) == 1);
}

TEST_CASE("wide elements have one default")
{
  static_assert(
      std::is_same_v<gf::default_variant<gf::device, gf::verb::transpose, element<24>>::tile, gf::aligned_tile>);
  static_assert(gf::default_variant<gf::host, gf::verb::transpose, element<16>>::coarsening::items == 16);
  static_assert(gf::default_variant<gf::host, gf::verb::transpose, element<8>>::coarsening::items == 256);
}

TEST_CASE("the rule, the list and the position of what runs")
{
  const any_gpu on;
  // [rule]
  using rule = gf::default_rule<gf::device, gf::verb::transpose, float>;
  using variants = gf::default_variants<gf::device, gf::verb::transpose, float>;  // the list of what may run
  const std::size_t position = rule::choose(on, {.batches = 1, .rows = 8192, .columns = 8192});  // of what runs
  // [rule]
  CHECK(position == 3);
  CHECK(count(variants{}) == 4);
}
