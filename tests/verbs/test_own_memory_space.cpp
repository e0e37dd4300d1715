// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Memory spaces of a user's, among them that of tutorial 7: they run on host and device, are traced, swept, tuned and
/// named like the library's.
#include "../../examples/tutorials/half_tile.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <gridfold/policy/variants.hpp>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "../support/executor_memory.hpp"
#include "../support/seed.hpp"
#ifndef __CUDACC__
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <gridfold/trace/executor.hpp>
#include <gridfold/tune.hpp>
#endif

namespace test_own_memory_space
{

namespace
{

const gf::lattice where{.origin = {0, 0, 0}, .spacing = 0.75, .shape = {21, 9, 2}};

/// Atoms whose numbers have few digits, which halves keep; some lie on points.
std::vector<gf::atom> short_atoms(std::size_t count)
{
  std::mt19937 generator(test::seed());
  const auto quarters = [&] { return static_cast<float>(generator() % 64) / 4; };
  std::vector<gf::atom> atoms(count);
  for (gf::atom& a : atoms) a = {quarters(), quarters(), quarters(), generator() % 2 == 0 ? 1.5f : -1.0f};
  return atoms;
}

template <class V>
std::vector<float> summed(const std::vector<gf::atom>& atoms)
{
  const test::memory<gf::atom> from(atoms);
  const test::memory<float> to(std::vector<float>(static_cast<std::size_t>(where.shape.count()), -1.0f));
  gf::lattice_sum<V>(test::executor{}, from.span(), where, gf::view_of(to.data(), where.shape), gf::coulomb<>{});
  return to.values();
}

void check_equal(const std::vector<float>& sums, const std::vector<float>& expected, const std::string& variant)
{
  CAPTURE(variant);
  CHECK(sums == expected);
}

template <class Input>
using folds = gf::cross<gf::list<gf::gather>, gf::list<gf::contiguous, gf::interleaved>,
                        gf::list<gf::coarsen<1>, gf::coarsen<8>, gf::coarsen<4, 2>>, gf::list<Input>,
                        gf::list<gf::block<8, 4>, gf::list<gf::block<4, 6>, gf::slices<3>>>>;

template <class... V>
std::vector<std::vector<float>> all_sums(gf::list<V...>, const std::vector<gf::atom>& atoms)
{
  return {summed<V>(atoms)...};
}

}  // namespace

TEST_CASE("sums from tiles of halves have the bits of sums from tiles of atoms that halves keep")
{
  for (const std::size_t count : {0, 1, 30, 200}) {
    const std::vector<gf::atom> atoms = short_atoms(count);
    const auto halves = all_sums(folds<half_tile<24>>{}, atoms), wholes = all_sums(folds<gf::shared_tile<24>>{}, atoms);
    for (std::size_t v = 0; v < halves.size(); ++v) check_equal(halves[v], wholes[v], std::to_string(v));
  }
}

TEST_CASE("a tile of halves has the upper halves of numbers")
{
  using half = gf::variant<half_tile<24>>;
  CHECK(summed<half>({{1 / 3.0f, -7.1f, 3e6f, 1}}) == summed<half>({{0x1.54p-2f, -7.09375f, 0x1.6ep21f, 1}}));
}

TEST_CASE("points of a list are summed from tiles of halves, too")
{
  const std::vector<gf::atom> atoms = short_atoms(50);
  const test::memory<gf::atom> from(atoms);
  const test::memory<float> x({1, 2, 3}), y({0, 5, 9}), z({0.1f, 0.2f, 0.3f});
  const auto sums = [&]<class Input>(Input) {
    test::memory<float> to(std::vector<float>(3));
    gf::point_sum<gf::variant<Input, gf::block<64>>>(test::executor{}, from.span(), gf::positions<float, 3>(x, y, z),
                                                     to.span(), gf::coulomb<>{});
    return to.values();
  };
  CHECK(sums(half_tile<24>{}) == sums(gf::shared_tile<24>{}));
}

namespace
{

/// A sum within a cutoff of sources, whose numbers and images halves keep, in a box.
template <class V, class Boundary>
std::vector<float> summed_nearby(const std::vector<gf::atom>& atoms)
{
  const auto pair = gf::cut(gf::coulomb<>{}, 5.0);
  const gf::cell_box<Boundary> box{{0, 0, 0}, {4}, {4, 4, 4}};
  const test::memory<gf::atom> from(atoms);
  auto sorted = gf::make_cells<gf::atom>(test::executor{}, box, static_cast<std::int64_t>(atoms.size()));
  gf::sort_into_cells(test::executor{}, from.span(), sorted);
  const test::memory<float> to(std::vector<float>(static_cast<std::size_t>(where.shape.count()), -1.0f));
  gf::cutoff_sum<V>(test::executor{}, sorted.cells(), where, gf::view_of(to.data(), where.shape), pair);
  return to.values();
}

using tiles_of_points = gf::list<gf::variant<gf::block<8, 2>, gf::coarsen<4>>,
                                 gf::variant<gf::block<8, 8>, gf::planes<4>, gf::coarsen<2, 2>, gf::cull_by_warp>>;

/// The product of random matrices of quarters, which halves keep; sums are exact.
template <class V, class LayoutOfB>
std::vector<float> product(unsigned seed)
{
  constexpr int m = 37, n = 70, k = 50;
  std::mt19937 generator(seed);
  const auto quarters = [&](int count) {
    std::vector<float> all(static_cast<std::size_t>(count));
    for (float& one : all) one = static_cast<float>(generator() % 128) / 4 - 16;
    return all;
  };
  using extents = cuda::std::dextents<int, 2>;
  const test::memory<float> a(quarters(m * k)), b(quarters(k * n)), c(quarters(m * n));
  gf::multiply<V>(test::executor{}, cuda::std::mdspan<const float, extents>(a.data(), m, k),
                  cuda::std::mdspan<const float, extents, LayoutOfB>(b.data(), k, n),
                  cuda::std::mdspan<float, extents>(c.data(), m, n));
  return c.values();
}

std::vector<float> times(float factor, std::vector<float> all)
{
  for (float& one : all) one *= factor;
  return all;
}

/// Reads sources of twice the charge, numbers twice as large, and integers as they are.
template <class T>
struct twice_accessor {
  using offset_policy = twice_accessor;
  using element_type = const T;
  using reference = T;
  using data_handle_type = const T*;
  GRIDFOLD_HD reference access(const T* p, std::size_t i) const
  {
    if constexpr (std::is_class_v<T>)
      return {p[i].x, p[i].y, p[i].z, 2 * p[i].charge};
    else
      return std::is_integral_v<T> ? p[i] : 2 * p[i];
  }
  GRIDFOLD_HD const T* offset(const T* p, std::size_t i) const { return p + i; }
};

/// A view is read by the accessor above: directly, or from tiles.
template <class In>
auto twice_view(const In& in)
{
  using value = typename In::value_type;
  return cuda::std::mdspan<const value, typename In::extents_type, typename In::layout_type, twice_accessor<value>>(
      in.data_handle(), in.mapping());
}
struct twice : gf::read_in_place<twice> {
  static constexpr bool is_direct = true;
  static constexpr gf::fixed_text name() { return "twice"; }
  static auto view_of(const auto& in) { return twice_view(in); }
};
struct twice_in_tiles : gf::read_by_tiles<twice_in_tiles, 64> {
  static constexpr gf::fixed_text name() { return "twice_in_tiles"; }
  static auto view_of(const auto& in) { return twice_view(in); }
};

/// A block keeps one input at a time, which its first thread loads.
struct one_by_one : gf::read_in_place<one_by_one> {
  static constexpr gf::fixed_text name() { return "one_by_one"; }
  template <class T, int Stages>
  struct storage {
    T one[1];
  };
  template <int Stages, class Block, class Inputs, class Use>
  static GRIDFOLD_HD void for_each_stage(Block& block, const Inputs& inputs, Use use)
  {
    auto&& one = block.shared(gf::member<&Block::shared_storage::one>{});
    for (int i = 0; i < static_cast<int>(inputs.extent(0)); ++i) {
      block.first_thread([&](auto) { one[0] = inputs(i); });
      block.each_thread([&](auto t) { use(t, gf::as_view(one, 1)); });
    }
  }
};

}  // namespace

TEST_CASE("a cutoff_sum from tiles of halves has the bits of one from tiles of atoms that halves keep")
{
  const std::vector<gf::atom> atoms = short_atoms(150);
  gf::for_each(tiles_of_points{}, [&]<class V>() {
    using half = typename gf::policy::with_policy<V, gf::axis::input, half_tile<64>>::type;
    using whole = typename gf::policy::with_policy<V, gf::axis::input, gf::shared_tile<64>>::type;
    const std::string name(half::name());
    check_equal(summed_nearby<half, gf::boundary::open>(atoms), summed_nearby<whole, gf::boundary::open>(atoms), name);
    check_equal(summed_nearby<half, gf::boundary::periodic>(atoms), summed_nearby<whole, gf::boundary::periodic>(atoms),
                name);
  });
}

TEST_CASE("a product from tiles of halves has the bits of one from tiles of numbers that halves keep")
{
  const auto seed = test::seed();
  gf::for_each(
      gf::list<gf::variant<gf::block<8, 4>, gf::coarsen<4, 2>>,
               gf::variant<gf::block<8, 4>, gf::coarsen<8, 4>, gf::vectors<4>, gf::row_by_row>,
               gf::variant<gf::contiguous, gf::block<8, 8>, gf::coarsen<2, 3>, gf::warp<4, 8>>>{},
      [&]<class V>() {
        using half = typename gf::policy::with_policy<V, gf::axis::input, half_tile<16>>::type;
        using whole = typename gf::policy::with_policy<V, gf::axis::input, gf::shared_tile<16>>::type;
        const std::string name(half::name());
        check_equal(product<half, cuda::std::layout_right>(seed), product<whole, cuda::std::layout_right>(seed), name);
        check_equal(product<half, cuda::std::layout_left>(seed), product<whole, cuda::std::layout_left>(seed), name);
      });
}

TEST_CASE("a memory space may load its stages in its own way")
{
  const std::vector<gf::atom> atoms = short_atoms(30);
  CHECK(summed<gf::variant<one_by_one, gf::coarsen<4>>>(atoms) == summed<gf::variant<gf::coarsen<4>>>(atoms));
}

TEST_CASE("a memory space may read by an accessor of its own, directly or into tiles")
{
  const std::vector<gf::atom> atoms = short_atoms(50);
  const auto sums = summed<gf::variant<gf::global>>(atoms);
  check_equal(summed<gf::variant<twice>>(atoms), times(2, sums), "twice");
  check_equal(summed<gf::variant<twice_in_tiles>>(atoms), times(2, sums), "twice in tiles");

  using fold = gf::list<gf::block<8, 8>, gf::coarsen<2, 2>>;
  const auto nearby = summed_nearby<gf::variant<gf::global, fold>, gf::boundary::periodic>(atoms);
  check_equal(summed_nearby<gf::variant<twice, fold>, gf::boundary::periodic>(atoms), times(2, nearby), "twice");
  check_equal(summed_nearby<gf::variant<twice_in_tiles, fold>, gf::boundary::periodic>(atoms),
              times(2, summed_nearby<gf::variant<gf::shared_tile<64>, fold>, gf::boundary::periodic>(atoms)),
              "twice in tiles");

  const auto seed = test::seed();
  const auto products = product<gf::variant<gf::global, fold>, cuda::std::layout_left>(seed);
  check_equal(product<gf::variant<twice, fold>, cuda::std::layout_left>(seed), times(4, products), "twice");
  check_equal(product<gf::variant<twice_in_tiles, fold>, cuda::std::layout_left>(seed), times(4, products),
              "twice in tiles");
  check_equal(product<gf::variant<twice_in_tiles, gf::stages<2>, fold>, cuda::std::layout_left>(seed),
              times(4, products), "twice in rings");
}

TEST_CASE("a variant's name has that of its memory space, with an accessor or stages of its own")
{
  const auto is_in = [](const std::string& part, auto name) {
    return std::string(name).find(part) != std::string::npos;
  };
  CHECK(is_in("/twice/", gf::variant<twice>::name()));
  CHECK(is_in("/twice_in_tiles/", gf::variant<twice_in_tiles>::name()));
  CHECK(is_in("/one_by_one/", gf::variant<one_by_one>::name()));
}

TEST_CASE("a scatter within a cutoff reads by an accessor of the memory space, too")
{
  const std::vector<gf::atom> one = {{3.25f, 2, 1, 1.5f}};  // no two additions at a point, whose order could differ
  using fold = gf::list<gf::scatter, gf::block<8, 2>>;
  check_equal(summed_nearby<gf::variant<twice, fold>, gf::boundary::open>(one),
              times(2, summed_nearby<gf::variant<gf::global, fold>, gf::boundary::open>(one)), "twice");
}

#ifndef __CUDACC__
namespace
{

using half = gf::variant<half_tile<24>, gf::coarsen<4>, gf::block<8, 4>>;
using whole = gf::variant<gf::shared_tile<24>, gf::coarsen<4>, gf::block<8, 4>>;
using near = gf::variant<half_tile<32>, gf::coarsen<4>, gf::block<8, 4>>;

}  // namespace

TEST_CASE("a memory space is named, and verbs say which of them they support")
{
  static_assert(gf::memory_space<half_tile<24>>);
  CHECK(std::string(half::name()) == "gather/interleaved/4/half:24/8x4");
  static_assert(gf::supports<gf::verb::lattice_sum, half> &&
                gf::supports<gf::verb::point_sum, gf::variant<half_tile<24>, gf::block<64>>>);
  static_assert(!gf::supports<gf::verb::lattice_sum, half, double>);
  static_assert(!gf::supports<gf::verb::lattice_sum, gf::variant<half_tile<24>, gf::stages<2>>>);
  static_assert(!gf::supports<gf::verb::lattice_sum, gf::variant<half_tile<24>, gf::scatter>>);
  static_assert(!gf::supports<gf::verb::lattice_sum, gf::variant<half_tile<60000>>>);  // more than 227 KiB
  static_assert(gf::supports<gf::verb::multiply, half> && gf::supports<gf::verb::cutoff_sum, near>);
  static_assert(!gf::supports<gf::verb::multiply, half, double> && !gf::supports<gf::verb::cutoff_sum, near, double>);
  static_assert(!gf::supports<gf::verb::multiply, gf::variant<half_tile<24>, gf::stages<2>>>);
  static_assert(!gf::supports<gf::verb::transpose, gf::variant<half_tile<24>>>);
  static_assert(!gf::supports<gf::verb::neighbors, gf::variant<half_tile<24>, gf::block<64>>>);
}

TEST_CASE("a memory space is traced")
{
  const std::vector<gf::atom> some = short_atoms(48);
  const gf::aligned_vector<gf::atom> atoms(some.begin(), some.end());
  gf::aligned_vector<float> map(static_cast<std::size_t>(where.shape.count()));
  const gf::trace on;
  gf::lattice_sum<half>(on, atoms, where, gf::view_of(map.data(), where.shape), gf::coulomb<>{});
  const gf::trace_report report = on.report();
  CHECK(report.faults().empty());
  CHECK(report.site("sources", gf::access_kind::load, 16).accesses > 0);
  CHECK(report.site("tile", gf::access_kind::store, 8).conflicts == 0);
  CHECK(report.site("tile", gf::access_kind::load, 8).accesses > 0);
}

TEST_CASE("tiles of a memory space are traced in a sum with a cutoff and in a product")
{
  const std::vector<gf::atom> some = short_atoms(48);
  const gf::aligned_vector<gf::atom> atoms(some.begin(), some.end());
  gf::aligned_vector<float> map(static_cast<std::size_t>(where.shape.count())), a(32 * 32), b(32 * 32), c(32 * 32);
  const gf::trace on;
  auto sorted = gf::make_cells<gf::atom>(on, gf::cell_box<>{{0, 0, 0}, {4}, {4, 4, 4}}, 48);
  gf::sort_into_cells(on, atoms, sorted);
  gf::cutoff_sum<near>(on, sorted.cells(), where, gf::view_of(map.data(), where.shape), gf::cut(gf::coulomb<>{}, 5.0));
  using matrix = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;
  gf::multiply<half>(on, matrix(a.data(), 32, 32), matrix(b.data(), 32, 32), matrix(c.data(), 32, 32));
  const gf::trace_report report = on.report();
  CHECK(report.faults().empty());
  CHECK(report.site("tile", gf::access_kind::store, 8).accesses > 0);
  CHECK(report.site("tile", gf::access_kind::load, 8).accesses > 0);
  CHECK(report.site("left_tile", gf::access_kind::store, 2).accesses > 0);
  CHECK(report.site("right_tile", gf::access_kind::load, 2).accesses > 0);
}

TEST_CASE("a memory space is swept, and remembered by its name")
{
  const std::vector<gf::atom> atoms = short_atoms(10);
  gf::field<float> map(where);
  const gf::host on{1};
  const auto work = [&]<class V>(const auto& by) { gf::lattice_sum<V>(by, atoms, where, map.view(), gf::coulomb<>{}); };
  const gf::sweep_options options{.seconds = 0.01};
  const gf::table table = gf::sweep(on, gf::list<whole, half>{}, work, options);
  for (const gf::row& row : table.rows) CHECK(row.result == gf::outcome::timed);
  CHECK(table.find(half::name()) != nullptr);

  std::string folder = (std::filesystem::temp_directory_path() / "gridfold-XXXXXX").string();
  REQUIRE(::mkdtemp(folder.data()) != nullptr);
  const auto key = gf::key_of<gf::verb::lattice_sum, float>(where.shape.count());
  gf::tuning_memory memory(folder + "/tuning.txt");
  CHECK(gf::tune(on, gf::list<half>{}, key, work, options, memory).winner.name() == std::string(half::name()));
  const gf::tuning_memory reopened(folder + "/tuning.txt");
  CHECK(gf::recall(gf::machine_of(on), gf::list<whole, half>{}, key, reopened).name() == std::string(half::name()));
  std::filesystem::remove_all(folder);
}
#endif

}  // namespace test_own_memory_space
