// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/policy/transpose_defaults.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <gridfold/core/source.hpp>
#include <random>
#include <string>
#include <type_traits>

#include "../support/seed.hpp"

namespace gf = gridfold;

namespace
{

template <class T>
using contenders =
    typename gf::contenders<gf::device,
                            std::conditional_t<sizeof(T) <= 8, gf::verb::transpose, gf::verb::transpose_wide>, T>::type;

constexpr std::int64_t h200 = 60 << 20, h100 = 50 << 20;

/// The name of the default for a matrix of Ts on a GPU with a cache of so many bytes.
template <class T>
std::string chosen(std::int64_t batches, std::int64_t rows, std::int64_t columns, std::int64_t cache = h200)
{
  const gf::transpose_problem size{batches, rows, columns, sizeof(T), cache};
  std::string name;
  gf::with_fastest(contenders<T>{}, size, [&]<class C>() { name = C::type::name(); });
  return name;
}

}  // namespace

TEST_CASE("a large matrix is transposed in large tiles, a thin one or small ones in tiles that fit")
{
  using large = gf::default_variant<gf::device, gf::verb::transpose>::type;
  const auto is_aligned = [](const std::string& name) { return name.find("tile:aligned") != std::string::npos; };
  CHECK(is_aligned(large::name()));
  CHECK(is_aligned(chosen<std::uint8_t>(1, 5000, 7001)));
  CHECK(is_aligned(chosen<std::uint16_t>(1, 5000, 7001)));
  CHECK(is_aligned(chosen<float>(1, 5000, 7001)));
  CHECK(is_aligned(chosen<double>(1, 16384, 16384)));
  CHECK(is_aligned(chosen<gf::source<float>>(1, 5000, 7001)));
  CHECK(chosen<float>(1, 512, 512).find("tile:padded") != std::string::npos);
  const auto fits = [](const std::string& name) { return name.find("tile:fitted") != std::string::npos; };
  for (const std::int64_t few : {1, 2, 3, 4, 7}) {
    CHECK(fits(chosen<float>(1, 1000000, few)));
    CHECK(fits(chosen<std::uint16_t>(1, 1000000, few)));
    CHECK(fits(chosen<double>(1, few, 1000000)));
    CHECK(fits(chosen<gf::source<float>>(1, 1000000, few)));
    CHECK(fits(chosen<float>(1000000, few, few)));
  }
  CHECK(fits(chosen<float>(1, 24, 1000000)));
  CHECK(fits(chosen<std::uint16_t>(1, 129, 1000000)));
  CHECK(fits(chosen<std::uint16_t>(10000, 100, 128)));
  CHECK(fits(chosen<float>(10000, 80, 85)));
  CHECK(fits(chosen<double>(10000, 50, 50)));
  CHECK(is_aligned(chosen<std::uint16_t>(1000, 333, 405)));
}

TEST_CASE_TEMPLATE("aligned tiles are taken by columns unless a matrix has too many rows for the cache", T,
                   std::uint8_t, std::uint16_t, float, double, gf::source<float>)
{
  const auto has = [](const std::string& name, const char* part) { return name.find(part) != std::string::npos; };
  const auto by_columns = [&](const std::string& name) { return has(name, "tile:aligned/raster:columns"); };
  for (const std::int64_t cache : {h200, h100}) {
    CHECK(by_columns(chosen<T>(1, 20000, 20000, cache)));
    for (const std::int64_t rows : {36865, 200000}) {
      CHECK(has(chosen<T>(1, rows, 20000, cache), "tile:aligned"));
      CHECK(!by_columns(chosen<T>(1, rows, 20000, cache)));
    }
  }
  CHECK(by_columns(chosen<T>(1, 2000, 20000, 6 << 20)));
  CHECK(!by_columns(chosen<T>(1, 20000, 20000, 6 << 20)));
}

TEST_CASE("the choice depends on the cache")
{
  CHECK(chosen<float>(1, 10007, 10009, h200) != chosen<float>(1, 10007, 10009, h100));
}

TEST_CASE("tiles that overhang a matrix cost as much as others")
{
  using gf::detail::any_matrix;
  using tiles = gf::transposing_contender<gf::shipped<gf::coarsen<2, 4>, gf::tile<gf::padded<1>>, gf::block<32, 8>>,
                                          gf::transposing_speeds<2, 4>, any_matrix>;
  CHECK(tiles::nanoseconds({1, 32, 64, 4}) == 32 * 64 / 2);
  CHECK(tiles::nanoseconds({10, 33, 65, 4}) == 10 * 4 * 32 * 64 / 2);
  CHECK(tiles::nanoseconds({10, 33, 65, 4, 50 << 20}) == 10 * 4 * 32 * 64 / 4);
  using aligned = gf::transposing_contender<gf::shipped<gf::coarsen<4>, gf::aligned_tile, gf::block<8, 32>>,
                                            gf::transposing_speeds<2, 2>, any_matrix>;
  CHECK(aligned::nanoseconds({10, 32, 65, 4}) == 10 * 32 * 65 / 2.0);
  CHECK(aligned::nanoseconds({10, 26, 65, 4}) == 10 * 2 * (32 + 7) * 65 / 2.0);
  CHECK(aligned::nanoseconds({10, 25, 65, 4}) == 10 * (32 + 7) * 65 / 2.0);
  using no_tile = gf::transposing_contender<gf::shipped<gf::scatter, gf::coarsen<2, 4>, gf::block<256>>,
                                            gf::transposing_speeds<2, 2>, gf::detail::small_or_thin<0, 0, 3>>;
  CHECK(no_tile::nanoseconds({1, 3, 513, 4}) == 3 * 1024 / 2);
  CHECK(std::isinf(no_tile::nanoseconds({1, 4, 512, 4})));
}

TEST_CASE("two thirds of what a fitted tile costs are for what it moves, a third for its room")
{
  using fitted = gf::transposing_contender<gf::shipped<gf::coarsen<8>, gf::fitted_tile, gf::block<256>>,
                                           gf::transposing_speeds<2, 2>, gf::detail::any_matrix>;
  CHECK(fitted::nanoseconds({10, 32, 64, 4}) == 10 * 2048 / 2);
  CHECK(fitted::nanoseconds({10, 32, 32, 4}) == 5 * 2048 / 2);
  CHECK(fitted::nanoseconds({10, 33, 32, 4}) == 10 * (2 * 33 * 32 + 2048) / 3.0 / 2);
  CHECK(fitted::nanoseconds({1, 64, 4096, 4}) == 64 * 4096 / 2);
  // Parts of 32 elements of each row, of which 7 more are read; and parts of 64 - 7 elements of each column.
  CHECK(fitted::nanoseconds({1, 64, 4097, 4}) == (2 * 64 * 4097 * (1 + 7 / 64.0) + 129 * 2048) / 3 / 2);
  CHECK(fitted::nanoseconds({1, 4097, 32, 4}) == (2 * 4097 * 32 * (1 + 7 / 114.0) + 72 * 2048) / 3 / 2);
}

TEST_CASE_TEMPLATE("the default of any matrix suits it, and no other contender is estimated to be faster", T,
                   std::uint8_t, std::uint16_t, float, double, gf::source<float>)
{
  const unsigned seed = test::seed();
  CAPTURE(seed);
  std::mt19937 generator(seed);
  const auto extent = [&] {
    return (std::int64_t{1} << generator() % 18) + static_cast<std::int64_t>(generator() % 7);
  };
  int wrong = 0;
  for (int n = 0; n < 1000; ++n) {
    const std::int64_t caches[] = {h200, h100, 6 << 20};
    const gf::transpose_problem size{extent(), extent(), extent(), sizeof(T), caches[generator() % 3]};
    double least = -1;
    gf::with_fastest(contenders<T>{}, size, [&]<class C>() { least = C::nanoseconds(size); });
    wrong += !std::isfinite(least) || least <= 0;
    gf::for_each(contenders<T>{}, [&]<class C>() { wrong += C::nanoseconds(size) < least; });
  }
  CHECK(wrong == 0);
}
