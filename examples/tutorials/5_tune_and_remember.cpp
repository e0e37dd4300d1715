// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// Tutorial 5: tune and remember. A few variants of a sum are checked, timed and ranked; the best is stored in a file,
/// where later calls find it. Times go to standard error, because they depend on the machine.
// [list]
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <gridfold/gridfold.hpp>
#include <gridfold/tune.hpp>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

// [list]

namespace
{

// [list]
namespace gf = gridfold;

constexpr double spacing = 0.25;

using one_each = gf::variant<gf::gather, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<16>>;
using many_each = gf::variant<gf::gather, gf::interleaved, gf::coarsen<64, 4>, gf::global, gf::block<1>>;
using a_source_each = gf::variant<gf::scatter, gf::interleaved, gf::coarsen<1>, gf::global, gf::block<16>>;
using few = gf::list<one_each, many_each, a_source_each>;
// [list]

// [data]
/// 300 unit charges below a box.
std::vector<gf::atom> some_atoms()
{
  std::vector<gf::atom> atoms;
  for (int n = 0; n < 300; ++n) {
    const auto turn = static_cast<float>(n);
    atoms.push_back({4 + 4 * std::sin(turn), 4 + 4 * std::cos(1.7f * turn), -1 - turn / 100, 1});
  }
  return atoms;
}

/// The potential map in double, by a plain loop.
std::vector<double> summed(const std::vector<gf::atom>& atoms, const gf::lattice& where)
{
  std::vector<double> sums;
  for (std::int64_t n = 0; n < where.shape.count(); ++n) {
    const gf::index3 at = gf::index_in(where.shape, n);
    double sum = 0;
    for (const gf::atom& a : atoms)
      sum += a.charge /
             std::hypot(spacing * double(at.x) - a.x, spacing * double(at.y) - a.y, spacing * double(at.z) - a.z);
    sums.push_back(sum);
  }
  return sums;
}
// [data]

void print(const char* what, const std::string& variant) { std::printf("%-20s %s\n", what, variant.c_str()); }

}  // namespace

int main()
{
  // [work]
  const std::vector<gf::atom> atoms = some_atoms();
  const gf::lattice where{.origin = {0, 0, 0}, .spacing = spacing, .shape = {64, 31, 2}};
  const std::vector<double> expected = summed(atoms, where);
  gf::field<float> map(where);

  const gf::host on{1};  // one thread
  const auto work = [&]<class V>(const auto& by) { gf::lattice_sum<V>(by, atoms, where, map.view(), gf::coulomb<>{}); };
  const gf::sweep_options options{
      .work = 300.0 * static_cast<double>(where.shape.count()),
      .unit = "pairs/s",
      .error = [&] { return gf::largest_error(map.values, expected); },
      .tolerance = 320 * 0x1p-24,  // 300 terms of one sign, each with a few roundings
      .poison = [&] { map.values.assign(map.values.size(), std::numeric_limits<float>::quiet_NaN()); },
      .seconds = 0.1};
  // [work]

  // [sweep]
  const gf::table table = gf::sweep(on, few{}, work, options);
  gf::print(std::cerr, table);
  // [sweep]
  gf::for_each(few{}, [&]<class V>() { print(gf::name_of(table.find(V::name())->result), V::name()); });

  // [tune]
  std::string folder = (std::filesystem::temp_directory_path() / "gridfold-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) throw gf::error("there is no room for a folder in " + folder);
  const std::string path = folder + "/tuning.txt";

  gf::tuning_memory memory(path);
  const auto key = gf::key_of<gf::verb::lattice_sum, float>(where.shape.count());
  const auto tuned = gf::tune(on, few{}, key, work, options, memory);
  // [tune]
  print("tuned", tuned.winner.name());

  // [recall]
  const gf::tuning_memory reopened(path);
  const auto known = gf::recall(gf::machine_of(on), few{}, key, reopened);
  known([&]<class V>() { work.template operator()<V>(on); });
  // [recall]
  print("remembered", known.name());
  std::filesystem::remove_all(folder);
}
