// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// A memory space of a user's, that of tutorial 7: it runs on host and device, is traced, swept, tuned and named like
/// the library's.
#include "../../examples/tutorials/half_tile.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <gridfold/policy/variants.hpp>
#include <random>
#include <string>
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

#ifndef __CUDACC__
namespace
{

using half = gf::variant<half_tile<24>, gf::coarsen<4>, gf::block<8, 4>>;
using whole = gf::variant<gf::shared_tile<24>, gf::coarsen<4>, gf::block<8, 4>>;

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
  static_assert(!gf::supports<gf::verb::multiply, half> && !gf::supports<gf::verb::cutoff_sum, half>);
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
