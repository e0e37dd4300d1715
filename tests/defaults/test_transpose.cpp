// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gridfold/defaults/transpose.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <gridfold/exec/host.hpp>
#include <gridfold/transpose.hpp>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

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

/// The numbers of the row of docs/use/defaults.md whose first cell begins with a letter and a comma.
std::vector<std::int64_t> limits_of_page(const std::string& letter)
{
  std::ifstream page(TESTS "/../docs/use/defaults.md");
  std::vector<std::int64_t> numbers;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("| " + letter + ", ", 0) != 0) continue;
    line.erase(std::remove(line.begin(), line.end(), ','), line.end());
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '|');)
      if (cell.find_first_not_of(" 0123456789") == std::string::npos && cell.size() > 1)
        numbers.push_back(std::stoll(cell));
  }
  return numbers;
}

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
  constexpr auto limits = gf::defaults::transposes<gf::defaults::element_bytes(sizeof(T))>::limits;
  constexpr std::int64_t tall = limits.tall, many = tall * tall;
  for (const std::int64_t few : {std::int64_t{1}, std::int64_t{2}, std::int64_t{7}, limits.thin}) {
    CHECK(has(chosen<T>(1, many, few), "tile:fitted"));
    CHECK(has(chosen<T>(1, few, many), "tile:fitted"));
    CHECK(has(chosen<T>(tall, few, few), "tile:fitted"));
  }
  constexpr auto small = static_cast<std::int64_t>((limits.fitted << 10) / sizeof(T));
  CHECK(has(chosen<T>(tall, small / 50, 50), "tile:fitted"));
  CHECK(has(chosen<T>(1, 500, 700), "tile:padded"));
  CHECK(has(chosen<T>(tall, 500, 700), "tile:aligned/raster:columns"));
  CHECK(has(chosen<T>(1, tall, tall), "tile:aligned/raster:columns"));
  CHECK(has(chosen<T>(1, tall + 1, tall), "tile:aligned"));
  CHECK(!has(chosen<T>(1, tall + 1, tall), "raster"));
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

TEST_CASE_TEMPLATE("the rule's limits are those of docs/use/defaults.md", T, element<1>, element<2>, element<4>,
                   element<8>, element<16>)
{
  const std::size_t width = std::bit_width(sizeof(T)) - 1U;
  constexpr auto limits = gf::defaults::transposes<sizeof(T)>::limits;
  CHECK(limits.thin == limits_of_page("A").at(width));
  CHECK(limits.fitted == limits_of_page("B").at(width));
  CHECK(limits.cached == limits_of_page("C").at(width));
  CHECK(limits.tall == limits_of_page("D").at(width));
}

TEST_CASE("what each limit limits")
{
  constexpr gf::defaults::transpose_limits limits{.thin = 80, .fitted = 48, .cached = 8, .tall = 40000};
  const auto choice = [&](std::int64_t batches, std::int64_t rows, std::int64_t columns) {
    return limits.choose(4, {batches, rows, columns});
  };
  CHECK(choice(1, 80, 50000) == 0);
  CHECK(choice(3, 50000, 80) == 0);
  CHECK(choice(1, 81, 50000) != 0);
  CHECK(choice(3, 50000, 81) != 0);
  CHECK(choice(1000, 128, 96) == 0);
  CHECK(choice(1000, 128, 97) != 0);
  CHECK(choice(1, 1024, 2048) == 1);
  CHECK(choice(2, 2048, 512) == 1);
  CHECK(choice(1, 1024, 2049) == 3);
  CHECK(choice(3, 2048, 512) == 3);
  CHECK(choice(1, 40000, 40000) == 3);
  CHECK(choice(1, 40001, 40000) == 2);
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
